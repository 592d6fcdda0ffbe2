"use strict";
// The clock of the evening, the code to join with as it is now, and rest for a screen on which nothing happens.
(() => {
  const LOOK = 10000, REST = 15 * 60000;
  const clock = document.getElementById("clock"), joining = document.getElementById("joining");
  const live = document.getElementById("live");
  let minutes = Number(clock.dataset.minutes), since = Date.now(), changed = Date.now();

  const tick = () => {
    const now = new Date(), all = minutes + Math.floor((Date.now() - since) / 60000);
    const text = all < 60 ? clock.dataset.short : clock.dataset.long;
    clock.querySelector("time").textContent = now.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
    clock.querySelector("small").textContent = all && live.querySelector(".at-table, .over")
      ? text.replace("{hours}", Math.floor(all / 60)).replace("{minutes}", all % 60) : "";
    document.documentElement.classList.toggle("resting", Date.now() - changed > REST);
  };
  const look = async () => {
    try {
      const news = await (await fetch("/tv/beside", { cache: "no-store" })).json();
      [minutes, since] = [news.minutes, Date.now()];
      if (joining.innerHTML !== news.joining) joining.innerHTML = news.joining;
    } catch { /* the line is down, and says so */ }
    tick();
  };
  new MutationObserver(() => { changed = Date.now(); tick(); }).observe(live, { attributes: true, childList: true, subtree: true });
  // What is beside the code keeps clear of it, however wide it is in this language.
  const root = document.documentElement;
  new ResizeObserver(() => {
    root.style.setProperty("--joining", `${joining.offsetWidth / parseFloat(getComputedStyle(root).fontSize)}rem`);
  }).observe(joining);
  setInterval(look, LOOK);
  tick();
})();
