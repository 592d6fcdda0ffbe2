"use strict";
// Says aloud what screen readers are told, by the browser's own voice: on a seat's own page, if its owner has switched it
// on.
const Voice = (() => {
  const speech = window.speechSynthesis;
  const isOn = () => { try { return localStorage.getItem("voice") === "on"; } catch { return false; } };
  const setOn = (on) => { try { localStorage.setItem("voice", on ? "on" : "off"); } catch { /* not kept */ } };

  const say = (text) => {
    if (!speech || !text || !isOn()) return;
    speech.cancel();
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = document.documentElement.lang;
    speech.speak(spoken);
  };
  // Called whenever the page has changed.
  const look = () => {
    const button = document.getElementById("voice");
    if (!button || !speech) return;
    button.hidden = false;
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
  };
  // Switched on, it is heard at once; a browser lets a page speak only once it was touched.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#voice");
    if (!button) return;
    setOn(!isOn());
    look();
    speech.cancel();
    say(document.getElementById("turn")?.dataset.turn || button.textContent);
  });
  return { say, look };
})();
