"use strict";
// Lets a board be made by tapping it. Every change is drawn and looked at by the box, which knows the rules.
(() => {
  const form = document.getElementById("maker");
  if (!form) return;
  const draft = form.elements.draft;
  const board = form.querySelector(".board");
  const refused = form.querySelector(".refused");
  const verdict = form.querySelector(".verdict");
  const detail = document.getElementById("detail");
  const back = document.getElementById("back");
  const past = [];
  let busy = Promise.resolve();

  form.querySelector(".by-hand").hidden = true;
  back.hidden = false;
  back.disabled = true;

  const show = (made) => {
    draft.value = made.draft;
    board.innerHTML = made.board;
    detail.innerHTML = made.detail;
    const list = made.findings.map(({ mark, text }) => {
      const line = document.createElement("li");
      line.className = mark;
      line.textContent = text;
      return line;
    });
    form.querySelector(".findings ul").replaceChildren(...list);
    verdict.textContent = made.unsound || verdict.dataset.sound;
    verdict.classList.toggle("good", !made.unsound);
  };

  const say = (text) => {
    refused.hidden = !text;
    refused.querySelector("span").textContent = text || "";
  };

  // One change after the other: each begins with the draft that the last one left.
  const send = (more, keep = true) => {
    busy = busy.then(async () => {
      const body = new URLSearchParams(new FormData(form));
      Object.entries(more).forEach(([name, value]) => body.set(name, value));
      body.set("draft", draft.value);
      try {
        const answer = await fetch(form.dataset.tap, { method: "POST", body });
        const made = await answer.json();
        say(made.refused);
        if (!answer.ok) return;
        if (keep && made.draft !== draft.value) past.push(draft.value);
        show(made);
        back.disabled = !past.length;
      } catch { /* offline: the tap is lost, the draft is not */ }
    });
    return busy;
  };

  const put = async (place) => {
    const name = place.dataset.place;
    await send({ do: "put", place: name });
    const again = board.querySelector(`[data-place^="${CSS.escape(name.split(".")[0])}"]`);
    if (again && document.activeElement === document.body) again.focus({ preventScroll: true });
  };

  board.addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]");
    if (place) put(place);
  });
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-place]");
    if (place && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); put(place); }
  });
  form.addEventListener("change", (event) => {
    if (event.target.name.startsWith("setting.")) send({ do: "look" });
  });
  form.addEventListener("submit", (event) => {
    const what = event.submitter && event.submitter.value;
    if (what === "save") return;
    event.preventDefault();
    if (what) send({ do: what }).then(() => {
      const again = detail.querySelector(`button[value="${CSS.escape(what)}"]`);
      if (again && document.activeElement === document.body) again.focus({ preventScroll: true });
    });
  });
  back.addEventListener("click", () => {
    if (!past.length) return;
    draft.value = past.pop();
    Object.entries(JSON.parse(draft.value)).forEach(([name, value]) => {
      const setting = form.elements[`setting.${name}`];
      if (setting) setting.value = value;
    });
    send({ do: "look" }, false);
  });
  verdict.classList.toggle("good", verdict.textContent === verdict.dataset.sound);
})();
