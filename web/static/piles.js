// Pieces laid on cards: a tap on a card lays one more. Without a script, the numbers are chosen from lists. Loaded by
// the first page that has any.
const listOf = (pile) => pile.querySelector("select");
const pilesIn = (form) => [...form.querySelectorAll(".pile")];
const left = (form) => pilesIn(form).reduce((room, pile) => room - listOf(pile).value, form.querySelector(".tally").dataset.high);
const most = (list) => list.options.length - 1;

// Draws as many pieces as are laid, and says which buttons still do something.
const show = (form) => pilesIn(form).forEach((pile) => {
  const list = listOf(pile), lying = pile.querySelector(".lying"), n = Number(list.value);
  const drawn = lying.firstElementChild;
  lying.replaceChildren(...Array.from({ length: Math.max(n, 1) }, (_, place) => place ? drawn.cloneNode(true) : drawn));
  lying.classList.toggle("none", !n);
  const [fewer, more] = pile.querySelectorAll("button");
  fewer.disabled = !n;
  more.disabled = n >= most(list) || left(form) <= 0;
});
const set = (pile, n) => {
  const list = listOf(pile);
  list.value = n;
  list.dispatchEvent(new Event("change", { bubbles: true }));
};
// Lays one more, or takes all back where no more can be laid; returns what lies there, in words.
export const add = (pile) => {
  const list = listOf(pile), n = Number(list.value), fits = n < most(list) && left(pile.closest("form")) > 0;
  if (fits || n) set(pile, fits ? n + 1 : 0);
  return `${pile.querySelector("label span").textContent} ${list.value}`;
};

// Called whenever the page has changed.
export const look = (live) => live.querySelectorAll(".pile:not(.taps)").forEach((pile) => {
  pile.classList.add("taps");
  pile.querySelectorAll("button").forEach((button) => { button.hidden = false; });
  show(pile.closest("form"));
});
document.addEventListener("change", (event) => {
  if (event.target.closest(".pile")) show(event.target.closest("form"));
});
document.addEventListener("click", (event) => {
  const pile = event.target.closest(".pile"), button = event.target.closest("[data-more]");
  if (!pile || event.target.closest("select")) return;
  event.preventDefault();
  if (button) set(pile, Number(listOf(pile).value) + Number(button.dataset.more));
  else if (!event.target.closest("button, .by")) add(pile);
});
