"use strict";
// Changes a part of the page into another in place: what is the same stays the same node, so that focus, scroll,
// open folds and running animations survive.
const Morph = (() => {
  const keyOf = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const { question, offer, key, option } = node.dataset;
    return question ? `${question} ${offer}` : node.id || key || option || "";
  };
  // Of one kind: a piece that moves keeps its shape and class; what it is marked with for now does not count.
  const MARKS = new RegExp(` ?\\b\\w+-(${[
    "acting", "changed", "counted", "drawn", "fresh", "last", "leads", "lifted", "none", "now", "offered", "passed", "passing",
    "past", "prey", "present", "strike", "taken", "turn", "ultra", "waiting"].join("|")})(?![\\w-])`, "g");
  const unmarked = (text) => text.replace(MARKS, "");
  const kindOf = (node) => {
    const of = (name) => node.getAttribute?.(name) || "";
    return `${node.nodeName} ${of("href")} ${unmarked(of("class")).trim()}`;
  };
  const drawingOf = (node) => node.outerHTML === undefined ? node.data : unmarked(node.outerHTML).replace(/ class=" ?"/g, "");
  // Where something was before, or has come from, is shown anew each time: no such trace travels.
  const isTrace = (node) => /^\w+-(fresh|gone|left-behind|wanted|doomed|ghost|trail|hint)\b/.test(node.getAttribute?.("class") || "");

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const countTo = (text, goal) => {
    const start = Number(text.data), end = Number(goal), began = performance.now();
    const step = (now) => {
      if (!text.isConnected || text.counting !== goal) return;
      const part = Math.min(1, (now - began) / 500);
      text.data = part < 1 ? String(Math.round(start + (end - start) * part)) : goal;
      if (part < 1) requestAnimationFrame(step);
    };
    text.counting = goal;
    requestAnimationFrame(step);
  };
  const retext = (old, fresh) => {
    if (old.data === fresh.data || old.counting === fresh.data) return;
    const counts = old.parentElement?.hasAttribute("data-count") && !calm.matches && !document.hidden;
    if (counts && !isNaN(old.data) && !isNaN(fresh.data)) countTo(old, fresh.data);
    else { old.counting = undefined; old.data = fresh.data; }
  };

  const reattribute = (old, fresh) => {
    const unfolds = old.localName === "details";
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !(unfolds && name === "open")) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  };

  // Which old child becomes which new one: by key; in a drawing the same but for its marks; else the next of its kind.
  const partners = (olds, news, isDrawing) => {
    const found = new Map(), keyed = new Map(), same = new Map(), alike = new Map();
    const add = (map, name, node) => map.has(name) ? map.get(name).push(node) : map.set(name, [node]);
    const textOf = isDrawing ? drawingOf : kindOf;
    for (const old of olds) keyOf(old) ? keyed.set(keyOf(old), old) : add(same, textOf(old), old);
    const waiting = [];
    for (const fresh of news) {
      const key = keyOf(fresh), old = key ? keyed.get(key) : same.get(textOf(fresh))?.shift();
      if (old && old.nodeName === fresh.nodeName) { found.set(fresh, old); keyed.delete(key); }
      else if (!key && !(isDrawing && isTrace(fresh))) waiting.push(fresh);
    }
    for (const left of same.values()) for (const old of left) add(alike, kindOf(old), old);
    for (const fresh of waiting) {
      const old = alike.get(kindOf(fresh))?.shift();
      if (old) found.set(fresh, old);
    }
    return found;
  };

  // Most of a page stays: what is equal at the beginning and at the end is not looked at any closer.
  const children = (old, fresh) => {
    const olds = [...old.childNodes], news = [...fresh.childNodes];
    let last = null;
    while (olds[0] && news[0] && olds[0].isEqualNode(news[0])) { last = olds.shift(); news.shift(); }
    while (olds.at(-1) && news.at(-1) && olds.at(-1).isEqualNode(news.at(-1))) { olds.pop(); news.pop(); }
    const found = partners(olds, news, old.namespaceURI.endsWith("svg")), stay = new Set(found.values());
    olds.forEach((node) => { if (!stay.has(node)) node.remove(); });
    let here = last ? last.nextSibling : old.firstChild;
    for (const one of news) {
      const kept = found.get(one);
      if (kept && kept === here) here = here.nextSibling;
      else old.insertBefore(kept || one, here);
      if (kept) node(kept, one);
    }
  };
  const node = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) { retext(old, fresh); return; }
    if (old.matches("form.question") || old.isEqualNode(fresh)) return; // a half-filled answer is not even touched
    reattribute(old, fresh);
    children(old, fresh);
  };

  // The text of a part after a difference: runs of its tags that stay, and new text. The box splits by the same pattern.
  const patched = (text, difference) => {
    const tags = text.match(/<[^<]*|^[^<]+/g) || [];
    return difference.map((one) => typeof one === "string" ? one : tags.slice(one[0], one[0] + one[1]).join("")).join("");
  };

  return { into: (old, html) => {
    const fresh = document.createElement("div");
    fresh.innerHTML = html;
    children(old, fresh);
  }, patched };
})();
