// Keeps the list of results up to date: looks again once something has changed, but not more often than every few seconds.
const PAUSE = 4000;
const list = document.getElementById("results");
let waiting = false;

async function renew() {
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const fresh = page.getElementById("results");
    if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceChildren(...fresh.children);
  } catch { /* the next event tries again */ }
  waiting = false;
}

function soon() {
  if (waiting) return;
  waiting = true;
  setTimeout(renew, PAUSE);
}

new EventSource("/events?version=0").addEventListener("changed", soon);
