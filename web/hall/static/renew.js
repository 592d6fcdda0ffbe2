// Keeps the part of a page that changes up to date: looks again once something has, but not more often than it says.
const part = document.getElementById("live");
let waiting = false;

async function renew() {
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const fresh = page.getElementById("live");
    if (fresh && fresh.innerHTML !== part.dataset.shown) {
      part.dataset.shown = fresh.innerHTML;
      part.replaceChildren(...fresh.childNodes);
    }
  } catch { /* the next event tries again */ }
  waiting = false;
}

function soon() {
  if (waiting) return;
  waiting = true;
  setTimeout(renew, Number(part.dataset.pause));
}

part.dataset.shown = part.innerHTML;
new EventSource("/events?version=0").addEventListener("changed", soon);
