// Keeps the wall up to date: hears that something has changed, and fetches the tiles that have.
const tiles = document.getElementById("tiles");
const line = document.getElementById("line");
let version = Number(tiles.dataset.version);
let busy = false;
let again = false;

// On a large screen the letters grow until the tables fill it, and shrink until nothing has to be scrolled.
function fit() {
  const root = document.documentElement;
  tiles.style.fontSize = "";
  if (root.clientWidth < 900) return;
  let small = 8, large = Math.max(48, root.clientHeight / 14);
  for (let turn = 0; turn < 7; turn++) {
    const size = (small + large) / 2;
    tiles.style.fontSize = `${size}px`;
    if (root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth) large = size;
    else small = size;
  }
  tiles.style.fontSize = `${Math.floor(small)}px`;
}

function put(box, html) {
  const made = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  made.classList.add("new");
  const old = document.getElementById(`tile-${box}`);
  if (old) old.replaceWith(made);
  else tiles.append(made);
}

async function renew() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const news = await (await fetch(`/tiles?since=${version}`)).json();
    for (const [box, html] of Object.entries(news.tiles)) put(box, html);
    const isMissing = news.order.some((box) => !document.getElementById(`tile-${box}`));
    const big = new Set(news.big);
    for (const box of news.order) document.getElementById(`tile-${box}`)?.classList.toggle("big", big.has(box));
    const kept = new Set(news.order.map((box) => `tile-${box}`));
    for (const tile of [...tiles.children]) if (!kept.has(tile.id)) tile.remove();
    tiles.classList.toggle("many", news.order.length > Number(tiles.dataset.many));
    document.querySelector(".empty")?.toggleAttribute("hidden", news.order.length > 0);
    line.textContent = news.trouble;
    again = again || (isMissing && version > 0);  // one that was not of the hundred shown, and has not changed since
    version = isMissing ? 0 : news.version;
    fit();
  } catch { /* the next event tries again */ }
  busy = false;
  if (again) { again = false; renew(); }
}

const events = new EventSource(`/events?version=0`);
events.addEventListener("changed", renew);
events.onopen = renew;
addEventListener("resize", fit);
events.onerror = () => { line.textContent = line.dataset.lost; fit(); };
fit();
