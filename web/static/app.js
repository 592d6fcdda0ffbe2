"use strict";
// Keeps a page up to date, lets the board be tapped, and keeps the screen awake while a game is on.
(() => {
  const live = document.getElementById("live");
  const page = live && live.dataset.page;
  if (!page) return;
  let version = Number(live.dataset.version);
  let wanted = version;
  let fetching = false;

  // A half-filled answer stays as it is while others move: only what is around it changes.
  const swap = (html) => {
    const next = document.createElement("div");
    next.innerHTML = html;
    const old = live.querySelector("form.question[data-question]");
    const fresh = old && next.querySelector(`form.question[data-question="${CSS.escape(old.dataset.question)}"]`);
    const open = [...live.querySelectorAll("details")].map((one) => one.open);
    if (fresh) fresh.replaceWith(old);
    live.replaceChildren(...next.childNodes);
    mark();
    [...live.querySelectorAll("details")].forEach((one, n) => { if (open[n]) one.open = true; });
  };

  // One fetch at a time; news that comes meanwhile, or finds the line down, is fetched after it.
  const refresh = async (to) => {
    wanted = to;
    if (fetching) return;
    fetching = true;
    while (version !== wanted) {
      const aim = wanted;
      try {
        const answer = await fetch(`/part/${page}`, { cache: "no-store" });
        if (answer.ok) { swap(await answer.text()); version = aim; continue; }
        if (page === "seat" && answer.status < 500) { location.reload(); return; }
      } catch { /* offline: try again */ }
      await new Promise((later) => setTimeout(later, 1000));
    }
    fetching = false;
  };

  const poll = async () => {
    try {
      const { version: now } = await (await fetch("/version", { cache: "no-store" })).json();
      if (now !== version) await refresh(now);
    } catch { /* offline */ }
    setTimeout(poll, 3000);
  };

  const listen = () => {
    const line = new EventSource(`/events?since=${version}`);
    line.addEventListener("changed", (event) => refresh(Number(event.data)));
    line.addEventListener("error", () => {
      if (line.readyState === EventSource.CLOSED) setTimeout(poll, 3000);
    });
  };
  listen();

  // A place on the board is the same as its option below it. What everyone may see is answered by the tap
  // itself; what will be sealed, or takes several places, waits for the button.
  const inputOf = (place) => live.querySelector(`form.question input[data-place="${CSS.escape(place.dataset.option)}"]`);
  const mark = () => live.querySelectorAll("[data-option]").forEach((place) => {
    const input = inputOf(place);
    place.classList.toggle("chosen", Boolean(input && input.checked));
  });
  const choose = (place) => {
    const input = inputOf(place);
    if (!input) return;
    const form = input.closest("form");
    input.checked = input.type === "checkbox" ? !input.checked : true;
    mark();
    if (input.type === "radio" && "open" in form.dataset) form.requestSubmit();
    else if (input.type === "radio") form.querySelector("button.go").scrollIntoView({ block: "center", behavior: "smooth" });
  };
  live.addEventListener("change", mark);
  live.addEventListener("click", (event) => {
    const place = event.target.closest("[data-option]");
    if (place) choose(place);
  });
  live.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-option]");
    if (place && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(place); }
  });

  // An answer is sent once, however often the button is pressed.
  live.addEventListener("submit", (event) => {
    const button = event.target.querySelector("button.go");
    if (button) setTimeout(() => { button.disabled = true; });
  });

  const stayAwake = async () => {
    try { if (navigator.wakeLock && !document.hidden) await navigator.wakeLock.request("screen"); } catch { /* not allowed */ }
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
