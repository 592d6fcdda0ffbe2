"use strict";
// The board under fingers and keys: Tab stops at it once, arrows go from place to place, and a double tap looks closer.
const Board = (() => {
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const thumbs = matchMedia("(pointer: coarse)");
  let isNear = false;

  const placesOf = (live) => [...live.querySelectorAll(".board [data-option]")];
  const stopAt = (places, one) => places.forEach((place) => place.setAttribute("tabindex", place === one ? "0" : "-1"));
  const middle = (place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  // The next place in a direction: near, and rather straight ahead than aside.
  const beyond = (from, [right, down], places) => {
    const [x, y] = middle(from);
    const far = (place) => {
      const [px, py] = middle(place), ahead = (px - x) * right + (py - y) * down;
      return ahead > 1 ? ahead + 2 * Math.abs((px - x) * down + (py - y) * right) : Infinity;
    };
    const [best] = places.map((place) => [far(place), place]).sort(([a], [b]) => a - b);
    return best && best[0] < Infinity ? best[1] : null;
  };

  // Enlarges the board in its frame, or shows it whole again; what was tapped stays under the finger.
  const zoom = (figure, at) => {
    const drawn = figure.querySelector("svg"), before = drawn.getBoundingClientRect();
    const share = at && [(at.clientX - before.left) / before.width, (at.clientY - before.top) / before.height];
    isNear = !isNear;
    show(figure);
    const after = drawn.getBoundingClientRect(), frame = figure.getBoundingClientRect();
    const [across, down] = share || [.5, .5];
    figure.scrollTo(across * after.width - frame.width / 2, down * after.height - frame.height / 2);
  };
  const show = (figure) => {
    const button = figure.querySelector(".zoom button");
    figure.classList.toggle("near", isNear);
    if (button) {
      button.hidden = false;
      button.textContent = isNear ? button.dataset.whole : button.dataset.closer;
    }
    reach(figure);
  };
  // A frame that its board does not fit is scrolled by keys too.
  const reach = (figure) => {
    if (figure.scrollHeight > figure.clientHeight + 1 && getComputedStyle(figure).overflowY === "auto") figure.tabIndex = 0;
    else figure.removeAttribute("tabindex");
  };
  addEventListener("resize", () => document.querySelectorAll("figure.board").forEach(reach));

  // Called whenever the page has changed.
  const look = (live) => {
    const places = placesOf(live);
    stopAt(places, places.find((one) => one === document.activeElement) || places.find((one) => one.matches(".chosen")) || places[0]);
    live.querySelectorAll("figure.board").forEach(show);
  };

  const listen = (live) => {
    live.addEventListener("keydown", (event) => {
      const place = event.target.closest?.(".board [data-option]"), way = WAYS[event.key];
      if (!place || !way) return;
      event.preventDefault();
      const places = placesOf(live), next = beyond(place, way, places);
      if (!next) return;
      stopAt(places, next);
      next.focus();
    });
    live.addEventListener("dblclick", (event) => {
      const figure = event.target.closest("figure.board"), isPlace = Boolean(event.target.closest("[data-option]"));
      if (!figure || event.target.closest("button") || isPlace && !looksCloser() || live.querySelector(".go:disabled")) return;
      zoom(figure, event);
    });
    live.addEventListener("click", (event) => {
      const button = event.target.closest(".zoom button");
      if (button) zoom(button.closest("figure"), null);
    });
  };
  // Under a thumb, a double tap on a place that is offered looks closer too, and does not answer.
  const looksCloser = () => thumbs.matches && !isNear;
  return { look, listen, looksCloser };
})();
