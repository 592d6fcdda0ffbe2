"use strict";
// The box's face: draws the dots that the screen's chip holds, and presses its keys.
(() => {
  const glass = document.getElementById("glass");
  const context = glass.getContext("2d");
  const picture = context.createImageData(128, 64);
  let tag = "";

  const draw = (bytes) => {
    for (let dot = 0; dot < 8192; dot++) {
      const lit = (bytes[dot >> 3] >> (7 - (dot & 7))) & 1;
      picture.data.set(lit ? [214, 236, 255, 255] : [6, 10, 16, 255], dot * 4);
    }
    context.putImageData(picture, 0, 0);
  };
  const look = async () => {
    try {
      const answer = await fetch("/box/dots", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (answer.status === 200) { tag = answer.headers.get("ETag") || ""; draw(new Uint8Array(await answer.arrayBuffer())); }
    } catch { /* the box is away; look again */ }
    setTimeout(look, document.hidden ? 1000 : 90);
  };
  look();

  const down = new Set();
  let sent = Promise.resolve(); // one at a time: a key that goes up before it went down would stay down
  const touch = (key, way) => {
    if (way === "down" ? down.has(key) : !down.delete(key)) return;
    if (way === "down") down.add(key);
    const button = document.querySelector(`[data-key="${key}"]`);
    if (button) button.classList.toggle("pressed", way === "down");
    const body = new URLSearchParams({ key, way });
    sent = sent.then(() => fetch("/box/key", { method: "POST", body })).catch(() => {});
  };
  document.querySelectorAll("[data-key]").forEach((button) => {
    const key = button.dataset.key;
    button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); touch(key, "down"); });
    ["pointerup", "pointercancel"].forEach((kind) => button.addEventListener(kind, () => touch(key, "up")));
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the keyboard's Enter stays OK after it
    button.addEventListener("click", (event) => {
      if (event.detail) return; // a finger, or a mouse: it has been felt already
      touch(key, "down");
      setTimeout(() => touch(key, "up"), 80);
    });
  });
  const typed = { ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT", Enter: "OK", Escape: "BACK", Backspace: "BACK" };
  const keyOf = (event) => typed[event.key] || (/^[1-5]$/.test(event.key) ? `SEAT${event.key}` : "");
  const isForPage = (event) => event.key === "Enter" && event.target.closest("a, button"); // it follows or presses that
  document.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (!key || isForPage(event)) return;
    event.preventDefault();
    if (!event.repeat) touch(key, "down");
  });
  document.addEventListener("keyup", (event) => { const key = keyOf(event); if (key) touch(key, "up"); });
  window.addEventListener("blur", () => [...down].forEach((key) => touch(key, "up")));
})();
