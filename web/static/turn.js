"use strict";
// Says whose turn it is: in the title and the icon, to screen readers, and by a sound where that is allowed.
const Turn = (() => {
  const region = document.getElementById("said");
  const line = document.getElementById("line");
  const icon = document.querySelector("link[rel=icon]");
  const calmTitle = document.title, calmIcon = icon?.getAttribute("href");
  const voice = typeof Voice === "undefined" ? null : Voice; // only a seat has one
  let said = null, asked = "", mine = false, sound = null, hidden = 0, again = 0;

  const isQuiet = () => { try { return localStorage.getItem("quiet") === "yes"; } catch { return false; } };
  const setQuiet = (quiet) => { try { localStorage.setItem("quiet", quiet ? "yes" : "no"); } catch { /* not kept */ } };
  // A browser lets a page sound only once it was touched.
  addEventListener("pointerdown", () => {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!sound && Context) sound = new Context();
    sound?.resume?.();
  }, { passive: true });
  const ring = () => {
    if (isQuiet()) return;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([90, 60, 90]);
    if (sound?.state !== "running") return;
    [659, 880].forEach((pitch, place) => {
      const tone = sound.createOscillator(), loud = sound.createGain(), at = sound.currentTime + place * .16;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(.0001, at);
      loud.gain.exponentialRampToValueAtTime(.12, at + .02);
      loud.gain.exponentialRampToValueAtTime(.0001, at + .3);
      tone.connect(loud).connect(sound.destination);
      tone.start(at);
      tone.stop(at + .32);
    });
  };

  const speak = (text) => voice?.tell(text);
  const say = (text) => {
    clearTimeout(again);
    if (region.textContent !== text) region.textContent = text;
  };
  // The same words are read again only once they were gone.
  const sayAgain = (text) => { say(""); again = setTimeout(() => say(text), 100); };
  // While the question itself can be read, the bar does not repeat it.
  const inSight = window.IntersectionObserver && new IntersectionObserver((all) => {
    all.forEach((one) => document.getElementById("turn")?.classList.toggle("is-read", one.isIntersecting));
  }, { rootMargin: "-56px 0px 0px" });
  const watch = (live) => {
    const title = live.querySelector("form.question h1");
    inSight?.disconnect();
    if (title) inSight?.observe(title);
  };
  // Called whenever the page has changed. What was there when it was loaded is read anyway.
  const look = (live) => {
    const bar = live.querySelector("[data-turn]");
    const now = bar ? bar.dataset.turn : "", isMine = Boolean(bar?.classList.contains("mine"));
    document.title = isMine ? `● ${now} · Ballottino` : calmTitle;
    if (icon && isMine !== mine) icon.href = isMine ? icon.dataset.turn : calmIcon;
    const question = live.querySelector("form.question")?.dataset.question || "";
    if (said !== null && now !== said) {
      say(now);
      if (isMine && !mine) ring();
    } else if (said !== null && question !== asked) sayAgain(now);
    [said, asked] = [now, question];
    mine = isMine;
    watch(live);
    const button = document.getElementById("sound");
    if (button) { button.hidden = false; button.textContent = isQuiet() ? button.dataset.off : button.dataset.on; }
    voice?.look(live);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#sound");
    if (!button) return;
    setQuiet(!isQuiet());
    button.textContent = isQuiet() ? button.dataset.off : button.dataset.on;
    ring();
  });

  // How the line to the box is: one word in a corner, and to screen readers where it matters.
  const tell = (state) => {
    clearTimeout(hidden);
    const text = state ? line.dataset[state] : "";
    line.className = `line ${state}`;
    line.textContent = text;
    if (state === "away" && region.textContent !== text) { say(text); speak(text); }
    if (state === "sent") hidden = setTimeout(() => tell(""), 1500);
  };

  // Who is waited for since when, and whose phones are there, as the box last said.
  let table = { here: [], held: [], waits: {} }, heard = performance.now();
  const show = () => {
    const gone = (performance.now() - heard) / 1000;
    document.querySelectorAll("[data-waits]").forEach((one) => {
      const waits = one.dataset.waits.split(" ").map((seat) => table.waits[seat]).filter((age) => age !== undefined);
      const minutes = Math.floor((Math.max(...waits) + gone) / 60) || "< 1";
      one.textContent = waits.length ? line.dataset.minutes.replace("{n}", minutes) : "";
    });
    document.querySelectorAll("[data-phone]").forEach((one) => {
      const seat = Number(one.dataset.phone), held = table.held.includes(seat);
      one.textContent = !held ? "" : table.here.includes(seat) ? line.dataset.here : line.dataset.gone;
      one.classList.toggle("gone", held && !table.here.includes(seat));
    });
  };
  const hear = (news) => { table = news; heard = performance.now(); show(); };
  setInterval(show, 10000);
  return { look, tell, hear, show, speak };
})();
