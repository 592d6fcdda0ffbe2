"use strict";
// Looking back: the slider, the curve, the tellings and the keys all lead to a step, and the board changes in place.
(() => {
  const page = document.getElementById("replay"), then = document.getElementById("then");
  const slider = page.querySelector("input[type=range]"), at = document.getElementById("at");
  const play = document.getElementById("play"), save = document.getElementById("save");
  const cursor = page.querySelector(".curve .cursor"), plot = page.querySelector(".curve svg");
  const last = Number(page.dataset.steps), WIDTH = 392, PACE = 800, KEPT = 300;
  const known = new Map();
  let step = Number(page.dataset.step), wanted = step, busy = false, playing = 0;
  play.hidden = false;
  page.querySelector(".show").hidden = true;

  // One request at a time: while the slider moves, only where it is when the last answer has come.
  const fetchStep = async (to) => {
    if (known.has(to)) return known.get(to);
    const answer = await fetch(`${page.dataset.part}?step=${to}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    known.set(to, text);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    return text;
  };
  const mark = () => {
    slider.value = wanted;
    at.value = at.dataset.text.replace("{step}", wanted);
    slider.setAttribute("aria-valuetext", at.value);
    cursor?.setAttribute("transform", `translate(${WIDTH * wanted / Math.max(1, last)})`);
    save.href = `${save.dataset.picture}?step=${wanted}`;
    const goes = { first: 0, back: Math.max(0, wanted - 1), on: Math.min(last, wanted + 1), last };
    page.querySelectorAll("[data-go]").forEach((one) => { one.href = `?step=${goes[one.dataset.go]}`; });
  };
  const follow = async () => {
    if (busy) return;
    busy = true;
    while (step !== wanted) {
      const aim = wanted;
      try {
        Morph.into(then, await fetchStep(aim));
        step = page.dataset.step = aim;
        history.replaceState(null, "", `?step=${aim}`);
      } catch { await new Promise((later) => setTimeout(later, 1000)); }
    }
    busy = false;
  };
  const go = (to) => {
    wanted = Math.min(last, Math.max(0, to));
    mark();
    follow();
  };
  const stop = () => { clearInterval(playing); playing = 0; play.textContent = play.dataset.play; };
  const start = () => {
    if (wanted === last) go(0);
    play.textContent = play.dataset.pause;
    playing = setInterval(() => { if (step === wanted) wanted < last ? go(wanted + 1) : stop(); }, PACE);
  };
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  play.addEventListener("click", () => playing ? stop() : start());
  page.addEventListener("click", (event) => {
    const move = event.target.closest("[data-go]"), told = event.target.closest("[data-step][href]");
    if (move) { event.preventDefault(); stop(); go({ first: 0, back: wanted - 1, on: wanted + 1, last }[move.dataset.go]); }
    else if (told) { event.preventDefault(); stop(); go(Number(told.dataset.step)); }
  });
  // On the curve, where it is touched or dragged.
  const strips = page.querySelector(".strips");
  const goToPlace = (event) => {
    const { left, width } = plot.getBoundingClientRect();
    stop();
    go(Math.round((event.clientX - left) / width * last));
  };
  strips?.addEventListener("click", (event) => event.preventDefault());
  strips?.addEventListener("dragstart", (event) => event.preventDefault());
  strips?.addEventListener("pointerdown", (event) => { strips.setPointerCapture(event.pointerId); goToPlace(event); });
  strips?.addEventListener("pointermove", (event) => { if (strips.hasPointerCapture(event.pointerId)) goToPlace(event); });
  const keys = { ArrowLeft: () => wanted - 1, ArrowRight: () => wanted + 1, Home: () => 0, End: () => last,
    PageUp: () => wanted - Math.ceil(last / 10), PageDown: () => wanted + Math.ceil(last / 10) };
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    stop();
    go(keys[event.key]());
  });
  save.addEventListener("click", async (event) => {
    event.preventDefault();
    (await import(save.dataset.keep)).keep(save);
  });
  mark();
})();
