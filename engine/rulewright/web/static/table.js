// The table without reloading: pointing lights up what belongs together, keys choose, and news are fetched when they come.
// Without this file everything can be done by forms and links.
"use strict";
const app = document.getElementById("app"), menu = document.getElementById("menu"), answer = document.getElementById("answer");
const base = "/seat/" + app.dataset.token;
const inner = () => app.querySelector(".app");
const all = (selector, within) => [...(within || app).querySelectorAll(selector)];
const words = (text) => (text || "").split(" ").filter(Boolean);
const zoom = () => document.getElementById("zoom");
let busy = false;

// ---------------------------------------------------------------- swapping the page's changing part

async function swap(url, init) {
  if (busy) return;
  busy = true;
  const focused = document.activeElement, held = focused && (focused.dataset.id || focused.name);
  const scrolled = Object.fromEntries(all("section").map((part) => [part.className, part.scrollTop]));
  const opened = new Map(all("details[id]").map((part) => [part.id, part.open]));
  const zoomed = zoom()?.checked, board = app.querySelector(".board"), across = board && board.scrollLeft;
  try {
    const reply = await fetch(url, init);
    const text = await reply.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".app");
    if (fresh) {
      const before = inner().dataset.made;
      fresh.className = inner().className;
      inner().replaceWith(fresh);
      for (const part of all("section")) if (scrolled[part.className]) part.scrollTop = scrolled[part.className];
      for (const part of all("details[id]")) if (opened.get(part.id)) part.open = true;
      if (zoomed && zoom()) { zoom().checked = true; app.querySelector(".board").scrollLeft = across; }
      if (before !== inner().dataset.made) { const list = app.querySelector(".options"); if (list) list.scrollTop = 0; }
      if (held) { const again = all("[data-id],[name]").find((one) => (one.dataset.id || one.name) === held); if (again) again.focus({ preventScroll: true }); }
    }
    lost(false);
  } catch { lost(true); }
  busy = false;
  hide();
}

function lost(is) {
  document.body.classList.toggle("lost", is);
  let bar = document.getElementById("lost");
  if (is && !bar) { bar = document.createElement("p"); bar.id = "lost"; bar.role = "status"; bar.textContent = "…"; document.body.prepend(bar); }
  if (!is && bar) bar.remove();
}

function here(extra) {
  const as = app.querySelector("input[name=as]");
  const query = new URLSearchParams(extra || {});
  if (as && as.value !== "") query.set("as", as.value);
  query.set("part", "1");
  return base + "?" + query;
}

function send(form, button) {
  const data = new URLSearchParams(new FormData(form));
  if (button && button.name) data.set(button.name, button.value);
  data.set("part", "1");
  return swap((button && button.getAttribute("formaction")) || form.action, { method: "POST", body: data });
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (form.method === "post") { event.preventDefault(); send(form, button); }
  else if (form.classList.contains("search")) { event.preventDefault(); show(form.action + "?word=" + encodeURIComponent(form.word.value)); }
});

// ---------------------------------------------------------------- looking up

async function show(url) {
  const text = await (await fetch(url)).text();
  const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-answer], main");
  answer.querySelector(".content").replaceChildren(...(found ? [found] : []));
  if (!answer.open) answer.showModal();
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.why");
  if (link) { event.preventDefault(); show(link.href); return; }
  if (event.target.closest("[data-close]") || event.target === answer) { answer.close(); return; }
  const step = event.target.closest(".scrub a");
  if (step) { event.preventDefault(); at(new URL(step.href).searchParams.get("at")); return; }
  const thing = event.target.closest(".space.can, .card.can");
  if (thing) { open(thing); return; }
  const other = event.target.closest(".space, .card");
  if (other && app.querySelector("#options")) { show(base + "/why-not?" + new URLSearchParams({ id: other.dataset.id, as: app.querySelector("input[name=as]").value })); return; }
  if (!event.target.closest("#menu")) hide();
});

// ---------------------------------------------------------------- options and what they are about

const options = () => all("#options button[name=option]");
const about = (button) => [...words(button.dataset.at), ...words(button.dataset.to)];

function light(ids, on) {
  for (const id of ids) {
    for (const ring of all(`[data-ring="${CSS.escape(id)}"]`)) ring.classList.toggle("lit", on);
    for (const card of all(`.card[data-id="${CSS.escape(id)}"]`)) card.classList.toggle("lit", on);
  }
}
function after(button, on) {
  for (const part of (on && button.dataset.after || "").split(";").filter(Boolean)) {
    const [noun, value] = part.split("=");
    for (const place of all(`.player.me [data-noun="${CSS.escape(noun)}"]`)) place.dataset.afterValue = value;
  }
  if (!on) for (const place of all("[data-after-value]")) delete place.dataset.afterValue;
}
let pointed = null;
function point(target) {
  const button = target && target.closest ? target.closest("button[name=option]") : null;
  const thing = target && target.closest ? target.closest(".space.can, .card.can") : null;
  const next = button || thing;
  if (next === pointed) return;
  if (pointed) { light(pointed.name ? about(pointed) : [], false); after(pointed, false); for (const one of all(".o.lit")) one.classList.remove("lit"); }
  pointed = next;
  if (button) { light(about(button), true); after(button.closest("li")?.querySelector(".o") || button, true); }
  else if (thing) for (const one of fitting(thing.dataset.id)) (one.closest("li").querySelector(".o")).classList.add("lit");
}
document.addEventListener("mouseover", (event) => point(event.target));
document.addEventListener("focusin", (event) => point(event.target));

const fitting = (id) => {
  const direct = options().filter((one) => words(one.dataset.at).includes(id));
  const led = options().filter((one) => !direct.includes(one) && words(one.dataset.to).includes(id) && !one.closest("li").querySelector(`.tl button[data-at~="${CSS.escape(id)}"]`));
  return [...direct, ...led];
};

function open(thing) {
  const found = fitting(thing.dataset.id);
  if (found.length === 1 && !found[0].dataset.then) { found[0].click(); return; }
  menu.replaceChildren();
  const head = document.createElement("h3");
  head.textContent = (thing.querySelector("title, h4") || thing).textContent.split(/[;:]/)[0];
  menu.append(head);
  for (const one of found) {
    const own = one.closest("li").querySelector(".o"), copy = own.cloneNode(true);
    copy.querySelector("kbd")?.remove();
    copy.addEventListener("click", (event) => { event.preventDefault(); one.click(); });
    menu.append(copy);
  }
  const box = thing.getBoundingClientRect();
  menu.hidden = false;
  menu.style.left = Math.max(8, Math.min(innerWidth - 310, box.right + 6)) + "px";
  menu.style.top = Math.max(8, Math.min(innerHeight - menu.offsetHeight - 8, box.top)) + "px";
  menu.querySelector("button")?.focus();
}
function hide() { menu.hidden = true; menu.replaceChildren(); pointed = null; }

// A map that has become larger shows what can be chosen on it, or else its middle.
document.addEventListener("change", (event) => {
  if (event.target !== zoom()) return;
  const board = app.querySelector(".board"), map = board.querySelector("svg.map").getBoundingClientRect();
  const { x, y, width, height } = (board.querySelector(".ring") || board.querySelector("svg.map")).getBoundingClientRect();
  board.scrollTo(x - map.x + width / 2 - board.clientWidth / 2, y - map.y + height / 2 - board.clientHeight / 2);
});

// ---------------------------------------------------------------- keys

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
  if (event.key === "Escape") { hide(); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = event.target.closest(".space, .card.can");
  if (thing && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); if (thing.matches(".can")) open(thing); else thing.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
  if (thing && event.key.startsWith("Arrow") && thing.matches(".space")) { walk(thing, event); return; }
  if (event.key === "/") { event.preventDefault(); app.querySelector(".search input")?.focus(); return; }
  if (event.key === "z") { zoom()?.click(); return; }
  if (event.key === "u") { app.querySelector(".undo button")?.click(); return; }
  if (event.key === "g") { app.querySelector(".player.me a, .player.me")?.focus(); return; }
  if (event.key === "[" || event.key === "]") {
    const now = inner().dataset.at;
    if (now !== undefined) at(Number(now) + (event.key === "]" ? 1 : -1));
    else if (event.key === "[") location.href = base + "/replay?at=" + Math.max(0, inner().dataset.made - 1);
    return;
  }
  const button = all("#options .o").find((one) => one.querySelector("kbd").textContent === event.key);
  if (button) { if (button === document.activeElement) button.click(); else { button.focus(); button.scrollIntoView({ block: "nearest" }); } }
});

// From a space to the neighbour that lies most in the direction of the arrow.
function walk(space, event) {
  const middle = (one) => { const box = one.querySelector(".cell").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const [x, y] = middle(space);
  let best = null, most = 0.3;
  for (const id of words(space.dataset.near)) {
    const other = app.querySelector(`.space[data-id="${CSS.escape(id)}"]`);
    if (!other) continue;
    const [x2, y2] = middle(other), length = Math.hypot(x2 - x, y2 - y) || 1;
    const along = ((x2 - x) * dx + (y2 - y) * dy) / length;
    if (along > most) { most = along; best = other; }
  }
  if (best) { event.preventDefault(); best.setAttribute("tabindex", "0"); best.focus(); }
}

// ---------------------------------------------------------------- replay, language, news

function at(number) {
  const last = Number(app.querySelector(".scrub input").max);
  number = Math.max(0, Math.min(last, Number(number)));
  history.replaceState(null, "", base + "/replay?at=" + number);
  swap(base + "/replay?part=1&at=" + number);
}
document.addEventListener("input", (event) => { if (event.target.matches(".scrub input")) at(event.target.value); });
document.addEventListener("change", (event) => { if (event.target.matches(".language select")) event.target.form.submit(); });

if (!("replay" in app.dataset)) {
  const listen = () => {
    const source = new EventSource(base + "/events");
    source.onmessage = (event) => { lost(false); if (event.data !== inner().dataset.version) swap(here()); };
    source.onerror = () => lost(true);
    addEventListener("pagehide", () => source.close());
  };
  listen();
}
