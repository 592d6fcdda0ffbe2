"use strict";
// Lets a board be made by tapping its drawing, or painting over it. Every change goes to the box, which knows the
// rules; the page takes over the parts of the answer that change.
(() => {
  const form = document.getElementById("editor");
  if (!form) return;
  const canvas = document.getElementById("canvas");
  const undo = document.getElementById("undo");
  const past = [];
  let busy = Promise.resolve();
  let stroke = null;

  const chosen = form.querySelector("select[name=places]");
  if (chosen) chosen.closest(".by-hand").remove();
  undo.hidden = false;
  undo.disabled = true;

  const show = (html) => {
    const held = document.activeElement;
    const fresh = new DOMParser().parseFromString(html, "text/html");
    for (const part of form.querySelectorAll("[data-part]")) {
      const other = fresh.getElementById(part.id);
      if (other) part.replaceChildren(...other.childNodes);
    }
    const again = held.isConnected ? null : sameIn(held);
    if (again) again.focus({ preventScroll: true });
  };

  // What was in focus before the parts were replaced, so that the next key goes on from there.
  const sameIn = (held) => {
    const name = held.dataset.place;
    if (name) {
      const [point] = name.split(".");
      const at = (place) => canvas.querySelector(`[data-place="${CSS.escape(place)}"]`);
      return at(name) || at(point) || canvas.querySelector(`[data-place^="${CSS.escape(point)}."]`);
    }
    if (!held.name) return null;
    const value = held.tagName === "BUTTON" ? `[value="${CSS.escape(held.value)}"]` : "";
    return form.querySelector(`[name="${CSS.escape(held.name)}"]${value}`);
  };

  const release = () => canvas.querySelectorAll(".touched").forEach((one) => one.classList.remove("touched"));

  // Without a seat the owner has to allow it first: another page waits for that, and sends the change again.
  const leave = (body) => {
    const page = Object.assign(document.createElement("form"), { method: "post", action: form.action });
    for (const [name, value] of body) {
      if (typeof value === "string") page.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(page);
    page.submit();
  };

  // One change after the other: each begins with the draft that the last one left.
  const send = (more, { back = null, typed = false } = {}) => {
    busy = busy.then(async () => {
      const body = new FormData(form);
      if (back !== null) {
        for (const name of [...body.keys()]) if (name.startsWith("setting.") || name === "waiting") body.delete(name);
        body.set("draft", back);
      }
      for (const [name, value] of Object.entries(more)) body.set(name, value);
      const before = form.elements.draft.value;
      try {
        const answer = await fetch(form.action, { method: "POST", body });
        if (answer.status === 403) { leave(body); return; }
        if (!answer.ok && answer.status !== 409) { release(); return; }
        show(await answer.text());
        if (answer.ok && back === null && form.elements.draft.value !== before) past.push(before);
        if (answer.ok && typed) form.elements.places.value = "";
        undo.disabled = !past.length;
        // Loaded again in another language, a draft that the box doesn't keep would be lost.
        const languages = document.querySelector("footer form");
        if (languages && past.length && !form.querySelector(".kept")) languages.remove();
      } catch { release(); } // offline: the tap is lost, the draft is not
    });
    return busy;
  };

  const placeAt = (event) => {
    const over = document.elementFromPoint(event.clientX, event.clientY);
    return over && canvas.contains(over) ? over.closest("[data-place]") : null;
  };
  const touch = (place) => {
    if (!place || stroke.includes(place.dataset.place)) return;
    stroke.push(place.dataset.place);
    place.classList.add("touched");
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    const place = placeAt(event);
    if (!place) return;
    stroke = [];
    touch(place);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (stroke && event.isPrimary && canvas.querySelector("svg[data-paint]")) touch(placeAt(event));
  });
  addEventListener("pointerup", (event) => {
    if (!stroke || !event.isPrimary) return;
    send({ do: "use", places: stroke.join(" ") });
    stroke = null;
  });
  addEventListener("pointercancel", () => { // the page was scrolled
    stroke = null;
    release();
  });
  canvas.addEventListener("click", (event) => { // without a pointer, as screen readers do it
    const place = event.detail ? null : event.target.closest("[data-place]");
    if (place) send({ do: "use", places: place.dataset.place });
  });
  canvas.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    send({ do: "use", places: place.dataset.place });
  });

  // Another tool: the drawing shows what can be tapped with it.
  form.addEventListener("change", (event) => {
    if (event.target.name === "tool" || event.target.name.startsWith("setting.")) send({ do: "look" });
  });
  form.addEventListener("submit", (event) => {
    const what = (event.submitter && event.submitter.value) || "look";
    if (["save", "export", "discard"].includes(what)) return;
    event.preventDefault();
    send({ do: what }, { typed: what === "use" });
  });
  undo.addEventListener("click", () => {
    if (past.length) send({ do: "undo" }, { back: past.pop() });
  });
})();
