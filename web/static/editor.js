"use strict";
// Lets the places of a drawing be tapped, or painted over, instead of typed. Every stroke is sent to the box,
// which knows what it means; the page shows what the box makes of it.
(() => {
  const part = document.getElementById("editor");
  if (!part) return;
  const waiting = [];
  let sending = false;
  let stroke = null;
  const form = () => part.querySelector("form.draw");

  // One stroke after the other: what the first makes wait, the second needs.
  const send = async () => {
    if (sending) return;
    sending = true;
    while (waiting.length) {
      const body = new URLSearchParams(new FormData(form()));
      body.set("places", waiting.shift());
      try {
        const answer = await fetch(form().action, { method: "POST", body, headers: { "X-Part": "1" } });
        if (!answer.ok && answer.status !== 409) { location.reload(); return; }
        swap(await answer.text());
      } catch { waiting.length = 0; part.querySelectorAll(".touched").forEach((one) => one.classList.remove("touched")); }
    }
    sending = false;
  };

  const swap = (html) => {
    const chosen = document.activeElement && document.activeElement.name === "tool";
    part.innerHTML = html;
    if (chosen) part.querySelector("input[name=tool]:checked").focus({ preventScroll: true });
  };

  const placeAt = (event) => {
    const over = document.elementFromPoint(event.clientX, event.clientY);
    return over && part.contains(over) ? over.closest("[data-place]") : null;
  };
  const touch = (place) => {
    if (!place || stroke.includes(place.dataset.place)) return;
    stroke.push(place.dataset.place);
    place.classList.add("touched");
  };

  part.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    const place = placeAt(event);
    if (!place) return;
    stroke = [];
    touch(place);
  });
  part.addEventListener("pointermove", (event) => {
    if (stroke && event.isPrimary && part.querySelector("svg[data-paint]")) touch(placeAt(event));
  });
  addEventListener("pointerup", (event) => {
    if (!stroke || !event.isPrimary) return;
    waiting.push(stroke.join(" "));
    stroke = null;
    send();
  });
  addEventListener("pointercancel", () => {  // the page was scrolled
    stroke = null;
    part.querySelectorAll(".touched").forEach((one) => one.classList.remove("touched"));
  });

  // Another tool: the drawing shows what can be tapped with it.
  part.addEventListener("change", (event) => {
    if (event.target.name === "tool") { waiting.push(""); send(); }
  });
  part.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.hasAttribute("formaction")) return;
    event.preventDefault();
    waiting.push(form().elements.places.value);
    send();
  });
})();
