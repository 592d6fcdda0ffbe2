"use strict";
// Keeps a page up to date, lets the board be tapped, and keeps the screen awake while a game is on.
(() => {
  const live = document.getElementById("live");
  const page = live && live.dataset.page;
  if (!page) return;
  let version = Number(live.dataset.version);
  let wanted = version;
  let fetching = false;

  // Another game may have come to the table since this page was loaded: its board has a style of its own.
  const dress = () => {
    const board = live.querySelector("[data-style]");
    if (!board || document.querySelector(`link[href="${board.dataset.style}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = board.dataset.style;
    document.head.append(link);
  };

  // What stands for the same thing on the page before and after it changed.
  const keyOf = (one) => `${one.closest("form")?.dataset.question} ${one.dataset.key}`;
  const pathTo = (one) => {
    const like = (node, ...names) => node.localName + names.filter((name) => node.hasAttribute(name))
      .map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join("");
    const around = one.parentElement.closest("details, form");
    return `${around ? like(around, "action", "data-key") : ""} ${like(one, "data-option", "name", "value", "href")}`;
  };

  // A half-filled answer stays as it is while others move: it is not even touched, only what is around it changes.
  const swap = (html) => {
    const next = document.createElement("div");
    next.innerHTML = html;
    const kept = new Map();
    live.querySelectorAll(":scope > form.question").forEach((old) => {
      const { question, offer } = old.dataset;
      const fresh = [...next.children].find((one) => one.dataset.question === question && one.dataset.offer === offer);
      if (fresh) kept.set(fresh, old);
    });
    const open = new Set([...live.querySelectorAll("details[open]")].map(keyOf));
    const active = live.contains(document.activeElement) ? document.activeElement : null;
    const path = active && pathTo(active);
    const stay = new Set(kept.values());
    [...live.childNodes].filter((node) => !stay.has(node)).forEach((node) => node.remove());
    let last = null;
    [...next.childNodes].forEach((fresh) => {
      const node = kept.get(fresh) || fresh;
      const here = last ? last.nextSibling : live.firstChild;
      if (node !== here) live.insertBefore(node, here);
      last = node;
    });
    dress();
    mark();
    live.querySelectorAll("details").forEach((one) => { if (open.has(keyOf(one))) one.open = true; });
    if (active && !active.isConnected) live.querySelector(path)?.focus({ preventScroll: true });
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
        if (answer.ok) { swap(await answer.text()); version = live.dataset.version = aim; continue; }
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
  const mark = () => {
    live.querySelectorAll("[data-option]").forEach((place) => {
      const input = inputOf(place);
      place.classList.toggle("chosen", Boolean(input && input.checked));
    });
    live.querySelectorAll("output.tally").forEach(count);
  };
  // How many are chosen so far, of how many.
  const count = (tally) => {
    const form = tally.closest("form");
    const ticked = form.querySelectorAll("input[type=checkbox]:checked").length;
    const all = [...form.querySelectorAll(".counters select")].reduce((sum, one) => sum + Number(one.value), ticked);
    tally.value = `${all} / ${tally.dataset.high}`;
    tally.classList.toggle("wrong", all > Number(tally.dataset.high));
    tally.classList.toggle("enough", all >= Number(tally.dataset.low) && all <= Number(tally.dataset.high));
  };
  const choose = (place) => {
    const input = inputOf(place);
    if (!input) return;
    const form = input.closest("form");
    input.checked = input.type === "checkbox" ? !input.checked : true;
    mark();
    if (input.type === "radio" && "open" in form.dataset) form.requestSubmit();
    else if (input.type === "radio") form.querySelector("button.go").scrollIntoView({ block: "center", behavior: "smooth" });
  };
  mark();
  live.addEventListener("change", mark);
  live.addEventListener("click", (event) => {
    const place = event.target.closest("[data-option]");
    if (place) choose(place);
  });
  live.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-option]");
    if (place && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(place); }
  });

  // Why an answer was not taken is said beside it; what was filled in stays.
  const refuse = (form, told) => {
    form.querySelector(".refused")?.remove();
    const reason = document.createElement("p");
    reason.className = "refused";
    reason.setAttribute("role", "alert");
    const head = document.createElement("b");
    head.textContent = told.querySelector(".status h1").textContent;
    reason.append(head, told.querySelector(".status p").textContent);
    form.querySelector(".bar").before(reason);
  };

  // An answer goes without leaving the page, so that no tap falls on one that is still loading. The line may be
  // down: it is sent again until it comes through, and counts once.
  const send = async (form) => {
    const button = form.querySelector("button.go");
    const filled = new URLSearchParams(new FormData(form));
    button.disabled = true;
    while (form.isConnected) {
      try {
        const answer = await fetch(form.action, { method: "POST", body: filled });
        const told = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = told.getElementById("live");
        if (!answer.ok) { refuse(form, told); break; }
        if (next.dataset.page !== page) { location.assign(answer.url); return; }
        const newest = Number(next.dataset.version);
        if (newest < version && !form.isConnected) return; // news of later steps came first, and is shown
        swap(next.innerHTML);
        version = live.dataset.version = newest;
        refresh(Math.max(wanted, newest)); // what came meanwhile, if anything did
        const title = live.querySelector("form.question h1");
        if (title && title.getBoundingClientRect().top < 0) title.scrollIntoView();
        return;
      } catch { await new Promise((later) => setTimeout(later, 1000)); }
    }
    button.disabled = false;
  };
  live.addEventListener("submit", (event) => {
    if (!event.target.matches("form.question")) return;
    event.preventDefault();
    if (!event.target.querySelector("button.go").disabled) send(event.target);
  });

  const stayAwake = async () => {
    try { if (navigator.wakeLock && !document.hidden) await navigator.wakeLock.request("screen"); } catch { /* not allowed */ }
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
