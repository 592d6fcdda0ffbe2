"use strict";
// Lets the owner of a seat choose how much the phone says. What speaks is fetched only by those who want to hear it.
const Voice = (() => {
  const MEASURES = ["off", "turns", "news", "all"];
  const measure = () => {
    try {
      const kept = localStorage.getItem("voice");
      return MEASURES.includes(kept) ? kept : kept === "on" ? "news" : "off"; // it was only on or off once
    } catch { return "off"; }
  };
  const keep = (chosen) => { try { localStorage.setItem("voice", chosen); } catch { /* not kept */ } };

  let fetched = null;
  const speaker = () => fetched ??= new Promise((ready) => {
    const script = document.createElement("script");
    script.src = document.getElementById("voice").dataset.speaker;
    script.onload = () => ready(Speaker);
    document.head.append(script);
  });
  // Called whenever the page has changed.
  const look = (live) => {
    const label = document.getElementById("voice"), chosen = measure();
    if (!label || !window.speechSynthesis) return;
    label.hidden = false;
    label.querySelector("select").value = chosen;
    if (chosen !== "off") speaker().then((one) => one.look(live, chosen));
  };
  // What went wrong, or how the line is: no part of whose turn it is.
  const tell = (text) => { if (["news", "all"].includes(measure())) speaker().then((one) => one.tell(text)); };
  document.addEventListener("change", (event) => {
    const choice = event.target.closest("#voice select");
    if (!choice) return;
    keep(choice.value);
    speaker().then((one) => one.choose(choice.value, choice.selectedOptions[0]));
  });
  return { look, tell };
})();
