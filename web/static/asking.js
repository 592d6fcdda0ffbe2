"use strict";
// Waits for the owner's word; once it is given, what was asked for is sent again.
(() => {
  const asking = document.getElementById("asking");
  const form = asking.querySelector("form");
  form.querySelector("button").hidden = true;
  const look = async () => {
    let word = "waiting";
    try {
      ({ word } = await (await fetch("/owner/word", { cache: "no-store" })).json());
    } catch { /* offline: look again */ }
    if (word === "given") { form.submit(); return; }
    const said = document.querySelector(`[data-word="${word}"]`);
    if (said) { asking.hidden = true; said.hidden = false; return; }
    setTimeout(look, 1000);
  };
  look();
})();
