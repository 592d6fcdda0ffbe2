"use strict";
// Keeps a page up to date, and lets the board be tapped.
(() => {
  const live = document.getElementById("live");
  const page = live && live.dataset.page;
  if (!page) return;
  let version = Number(live.dataset.version);
  let wanted = version;
  const pause = (time) => new Promise((later) => setTimeout(later, time));

  // Another game may have come to the table since this page was loaded, or this one ended: that has a style of its own.
  const dress = () => live.querySelectorAll("[data-style]").forEach(({ dataset: { style } }) => {
    if (document.querySelector(`link[href="${style}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    document.head.append(link);
  });

  // What was in focus is found again, should it be gone.
  const pathTo = (one) => {
    const like = (node, ...names) => node.localName + names.filter((name) => node.hasAttribute(name))
      .map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join("");
    const around = one.parentElement.closest("details, form");
    return `${around ? like(around, "action", "data-key") : ""} ${like(one, "data-option", "name", "value", "href")}`;
  };
  // What is read further down stays in its place when something comes in above it. Safari leaves that to the page.
  const inPlace = CSS.supports("overflow-anchor", "auto") ? (change) => change() : (change) => {
    const read = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const top = () => read.getBoundingClientRect().top, before = read && top();
    change();
    if (read?.isConnected && scrollY > 0) scrollBy(0, top() - before);
  };
  const swap = (html) => inPlace(() => {
    const active = live.contains(document.activeElement) ? document.activeElement : null;
    const path = active && pathTo(active);
    Morph.into(live, html);
    dress();
    mark();
    if (active && !active.isConnected) (live.querySelector(path) || live).focus({ preventScroll: true });
    Board.look(live);
    lookForPiles();
    Turn.look(live);
    Turn.show();
  });

  // What has changed since the part that this page has, which the box knows by its tag.
  let text = "", tag = "";
  const fetchNews = async () => {
    const answer = await fetch(`/part/${page}?have=${tag}`, { cache: "no-store" });
    if (!answer.ok) return answer.status;
    const isDifference = (answer.headers.get("Content-Type") || "").includes("json");
    text = isDifference ? Morph.patched(text, await answer.json()) : await answer.text();
    tag = (answer.headers.get("ETag") || "").replace(/W\/|"/g, "");
    swap(text);
    version = live.dataset.version = Number(answer.headers.get("Table-Version"));
    return 200;
  };

  // One fetch at a time; news that comes meanwhile, or finds the line down, is fetched after it. All wait for the last.
  let fetching = null;
  const fetchAll = async () => {
    let aim = null;
    while (aim !== wanted && (aim === null || version < wanted)) {
      aim = wanted;
      try {
        const status = await fetchNews();
        if (status === 200) continue;
        if (page === "seat" && status < 500) { location.reload(); return; }
      } catch { /* offline: try again */ }
      aim = null;
      await pause(1000);
    }
    fetching = null;
  };
  const refresh = (to) => {
    wanted = to;
    return fetching ??= fetchAll();
  };

  const poll = async () => {
    try {
      const now = await (await fetch("/version", { cache: "no-store" })).json();
      Turn.tell("");
      if (now.version !== version) await refresh(now.version);
    } catch { Turn.tell("away"); }
    setTimeout(poll, 3000);
  };

  // The box says something at least every twenty seconds: a line that is silent for much longer is dead.
  const BEAT = 21000, SILENCE = 40000;
  let line = null, heard = Date.now(), isLost = false;
  const hear = () => {
    heard = Date.now();
    if (isLost) { isLost = false; Turn.tell(""); }
  };
  const lose = () => { isLost = true; Turn.tell("away"); };
  const listen = () => {
    line?.close();
    heard = Date.now();
    line = new EventSource(`/events?since=${version}`);
    line.addEventListener("open", hear);
    line.addEventListener("still", hear);
    line.addEventListener("table", (event) => { hear(); Turn.hear(JSON.parse(event.data)); });
    line.addEventListener("changed", (event) => { hear(); refresh(Number(event.data)); });
    line.addEventListener("error", () => {
      if (line.readyState !== EventSource.CLOSED) { lose(); return; }
      clearInterval(watch);
      setTimeout(poll, 3000);
    });
  };
  const watch = setInterval(() => { if (Date.now() - heard > SILENCE) { lose(); listen(); } }, 5000);
  addEventListener("offline", lose);
  addEventListener("online", () => { if (line.readyState !== EventSource.CLOSED) listen(); });
  listen();

  // A place on the board is the same as its option below it. What everyone may see is answered by the tap
  // itself if the place is large enough for a thumb; a small one is chosen by the first tap and answered by the
  // second. What will be sealed, or takes several places, waits for the button.
  const THUMB = 44;
  let chosen = null;
  let piles = null;
  const lookForPiles = async () => {
    const some = live.querySelector(".piles");
    if (some && !piles) piles = await import(some.dataset.script);
    piles?.look(live);
  };
  const inputOf = (place) => live.querySelector(`form.question [data-place="${CSS.escape(place.dataset.option)}"]`);
  const isChosen = (input) => input && (input.matches("select") ? input.value > 0 : input.checked);
  const mark = () => {
    live.querySelectorAll("[data-option]").forEach((place) => {
      place.classList.toggle("chosen", Boolean(isChosen(inputOf(place))));
    });
    live.querySelectorAll("output.tally").forEach(count);
  };
  // How many are chosen so far, of how many.
  const count = (tally) => {
    const form = tally.closest("form");
    const ticked = form.querySelectorAll("input[type=checkbox]:checked").length;
    const all = [...form.querySelectorAll(":is(.counters, .pile) select")].reduce((sum, one) => sum + Number(one.value), ticked);
    tally.value = `${all} / ${tally.dataset.high}`;
    tally.classList.toggle("wrong", all > Number(tally.dataset.high));
    tally.classList.toggle("enough", all >= Number(tally.dataset.low) && all <= Number(tally.dataset.high));
  };
  // A hint drawn beside a place, say the way of a pigeon, is no part of what a thumb can hit.
  const isSmall = (place) => [...place.children].every((part) => {
    const { width, height } = part.getBoundingClientRect();
    return part.matches("[aria-hidden]") || Math.min(width, height) < THUMB;
  });
  // Its bar moves to the foot of the page; the board below stays where it is, under the thumb that taps again.
  const arm = (form, text) => {
    form.style.minHeight = `${form.offsetHeight}px`;
    form.classList.add("armed");
    form.querySelector(".picked").value = text;
  };
  const choose = (place, byThumb, isDouble) => {
    const input = inputOf(place);
    if (!input) return;
    const form = input.closest("form");
    if (input.matches("select")) { if (piles) arm(form, piles.add(input.closest(".pile"))); return; }
    input.checked = input.type === "checkbox" ? !input.checked : true;
    const isSecond = chosen === input && !(isDouble && Board.looksCloser());
    chosen = input;
    mark();
    if (input.type !== "radio") return;
    arm(form, input.parentElement.textContent.trim());
    if ("open" in form.dataset && (isSecond || !byThumb || !isSmall(place))) form.requestSubmit();
  };
  mark();
  Board.look(live);
  Board.listen(live);
  lookForPiles();
  Turn.look(live);
  live.addEventListener("change", mark);
  live.addEventListener("click", (event) => {
    const place = event.target.closest("[data-option]");
    if (place) choose(place, event.detail > 0, event.detail === 2);
  });
  live.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-option]");
    if (place && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(place, false, false); }
  });

  // What saves pictures is loaded once somebody wants one.
  live.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-keep]");
    if (!link) return;
    event.preventDefault();
    (await import(link.dataset.keep)).keep(link);
  });

  // Who skips to the game wants to answer: the first key after that would only lead there.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const first = live.querySelector(".board [data-option][tabindex='0']")
      || [...live.querySelectorAll("form.question :is(input:not([type=hidden]), select, button)")].find((one) => one.checkVisibility());
    if (!first) return;
    event.preventDefault();
    first.focus();
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
    const bar = form.querySelector(".bar");
    bar ? bar.before(reason) : form.append(reason);
    Turn.speak(reason.textContent);
  };

  // What is answered, undone or agreed to goes without leaving the page, so that no tap falls on one that is still
  // loading. The line may be down: it is sent again until it comes through, and counts once.
  const underway = new Set();
  const send = async (form, submitter) => {
    const button = form.querySelector("button.go"), isAnswer = form.matches(".question");
    const filled = new URLSearchParams(new FormData(form));
    if (submitter?.name) filled.append(submitter.name, submitter.value);
    underway.add(form);
    if (button) button.disabled = true;
    Turn.tell("sending");
    for (let tries = 1; form.isConnected; tries++) {
      try {
        const answer = await fetch(form.action, { method: "POST", body: filled, redirect: "manual" });
        const cameThrough = tries > 1 && !isAnswer && answer.status === 409; // and only word of it was lost
        if (answer.type !== "opaqueredirect" && !cameThrough) {
          refuse(form, new DOMParser().parseFromString(await answer.text(), "text/html"));
          Turn.tell("");
          break;
        }
        Turn.tell("sent");
        await refresh(wanted);
        const title = isAnswer && live.querySelector("form.question h1");
        if (title && title.getBoundingClientRect().top < 0) title.scrollIntoView();
        break;
      } catch { lose(); await pause(1000); }
    }
    if (button) button.disabled = false;
    underway.delete(form);
  };
  live.addEventListener("submit", (event) => {
    if (event.target.matches("[data-leaves]")) return;
    event.preventDefault();
    if (!underway.has(event.target)) send(event.target, event.submitter);
  });

  // Browsers keep a screen awake only for pages of a secure connection, which a box on the table does not have: there
  // this does nothing, and nothing is promised. A silent film instead would stop the player's music.
  const stayAwake = async () => {
    try { if (navigator.wakeLock && !document.hidden) await navigator.wakeLock.request("screen"); } catch { /* not allowed */ }
  };
  // A phone that has slept does not wait until its line is found dead.
  const wake = () => {
    if (!document.hidden && line.readyState !== EventSource.CLOSED && Date.now() - heard > BEAT) listen();
    stayAwake();
  };
  document.addEventListener("visibilitychange", wake);
  stayAwake();
})();
