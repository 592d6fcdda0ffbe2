"use strict";
// Speaks to the owner of a seat by the browser's own voice, from what stands on the seat's own page: whose turn it is,
// also what has happened and is asked, or everything there is to know before answering.
const Speaker = (() => {
  const speech = window.speechSynthesis, MOST_WAITING = 4;

  // What comes while others wait is said after them; more than a few are past before they could be heard.
  let waiting = 0;
  const hush = () => { waiting = 0; speech.cancel(); };
  const say = (...texts) => {
    const text = texts.filter(Boolean).join(" ");
    if (!text) return;
    if (waiting >= MOST_WAITING) hush();
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = document.documentElement.lang;
    spoken.onend = spoken.onerror = () => { waiting = Math.max(0, waiting - 1); };
    waiting += 1;
    speech.speak(spoken);
  };
  const sentence = (text) => !text || /[.!?:]$/.test(text) ? text : `${text}.`;
  const textOf = (one) => sentence(one.textContent.trim());
  // The number of a rule is something to look up, not to listen to.
  const withoutRule = (one) => sentence([...one.childNodes].filter((part) => part.nodeName !== "SMALL")
    .map((part) => part.textContent).join("").trim());

  const seen = (live) => {
    const turn = live.querySelector("[data-turn]");
    const who = turn?.dataset.who || "", number = live.querySelector("[data-told]")?.dataset.told;
    const question = live.querySelector("form.question")?.dataset.question || "";
    return { who, asks: turn?.dataset.turn || who, question, told: Number(number || 0) };
  };
  const told = (live) => [...live.querySelectorAll(".feed li")];
  const rules = (live) => [...live.querySelectorAll("aside.lesson > p, aside.lesson figcaption")].map(withoutRule);
  const options = (live) => [...live.querySelectorAll("form.question .option > span")].map(textOf);

  // What was on the page when it was loaded can be read or listened to anyway.
  let before = null;
  const look = (live, measure) => {
    const now = seen(live), then = before;
    before = now;
    if (!then) return;
    if (measure === "turns") { if (now.who !== then.who) say(sentence(now.who)); return; }
    const news = told(live).slice(0, Math.max(0, now.told - then.told)).reverse().map(withoutRule);
    const isAsked = now.asks !== then.asks || now.question !== then.question; // the same may be asked again
    const more = isAsked && measure === "all" ? [rules(live), options(live)] : [[], []];
    say(...news, ...more[0], isAsked && sentence(now.asks), ...more[1]);
  };
  const tell = (text) => say(sentence(text));

  // Switched on, it is heard at once; a browser lets a page speak only once it was touched.
  const choose = (measure, name) => {
    hush();
    before = measure === "off" ? null : seen(document);
    if (before) say(textOf(name), sentence(measure === "turns" ? before.who : before.asks));
  };
  // Whoever answers has heard enough.
  document.addEventListener("submit", () => { if (waiting) hush(); });
  return { look, tell, choose };
})();
