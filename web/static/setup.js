"use strict";
// Shows each key as it is pressed on the box, and what becomes of a Wi-Fi that it is to join.
(() => {
  const keys = document.querySelector("[data-keys]"), network = document.querySelector("[data-waits]");
  const fetched = async (path) => (await fetch(path, { cache: "no-store" })).json();
  const line = ([name, times]) => {
    const item = document.createElement("li");
    item.textContent = `${times ? "✓" : "–"} ${name}`;
    return item;
  };
  const look = async () => {
    try {
      keys.replaceChildren(...(await fetched("/setup/trial")).keys.map(line));
    } catch { /* offline: look again */ }
    setTimeout(look, 700);
  };
  const wait = async () => {
    try {
      const { state, text } = await fetched("/setup/network");
      if (text) network.textContent = text;
      if (state !== "working") return;
    } catch { /* the box is leaving its own Wi-Fi, or has left it */ }
    setTimeout(wait, 2000);
  };
  if (keys && keys.children.length) look();
  if (network) wait();
})();
