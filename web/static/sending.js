"use strict";
// Sends a file in small pieces, one after another, then has the box use it and waits for what becomes of it.
(() => {
  const PIECE = 24 * 1024, TRIES = 5;
  const form = document.getElementById("sending"), said = document.getElementById("said");
  const bar = form.querySelector("progress"), button = form.querySelector("button");
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  form.hidden = false;

  // A refusal comes as a page of its own: its alert says why.
  const why = async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[role=alert]")?.textContent || said.dataset.broken;
  };
  const post = async (path, body) => {
    for (let tries = 1; ; tries++) {
      try {
        return await fetch(path, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } });
      } catch (fault) {
        if (tries === TRIES) throw fault;
        await pause(1000 * tries);
      }
    }
  };
  const send = async (file) => {
    let at = 0;
    do {
      const answer = await post(`${form.dataset.piece}?at=${at}`, file.slice(at, at + PIECE));
      if (!answer.ok) throw new Error(await why(answer));
      at = (await answer.json()).have; // a piece that was sent twice is there once
      bar.value = Math.min(1, at / file.size);
    } while (at < file.size);
    const answer = await post(form.dataset.use, "");
    if (!answer.ok) throw new Error(await why(answer));
    const { state, text } = await answer.json();
    said.textContent = text;
    return state === "working";
  };
  const wait = async () => {
    for (;;) {
      await pause(2000);
      try {
        const { state, text } = await (await fetch(form.dataset.state, { cache: "no-store" })).json();
        said.textContent = text;
        if (state !== "working") return;
      } catch {
        said.textContent = said.dataset.away; // it may be being started again
      }
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    bar.hidden = false;
    said.textContent = "";
    try {
      if (await send(form.querySelector("input").files[0])) await wait();
    } catch (fault) {
      said.textContent = fault.message || said.dataset.broken;
    }
    button.disabled = false;
    bar.hidden = true;
  });
})();
