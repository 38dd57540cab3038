// Games that are being played: what they tell comes as it goes. Without this file the page loads itself anew.
"use strict";
const games = document.getElementById("games"), news = new EventSource(`${location.pathname}/events`);
let looking = false, more = false;
async function look() {
  if (looking) { more = true; return; }
  looking = true;
  const reply = await fetch(`${location.pathname}?part`);
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("[data-state]");
  if (fresh) {
    const held = [...games.querySelectorAll("details[open] > summary")].map(one => one.textContent), stop = document.activeElement?.matches("#games button");
    games.replaceChildren(fresh);
    for (const one of games.querySelectorAll("details > summary")) if (held.includes(one.textContent)) one.parentNode.open = true;
    if (stop) games.querySelector("button")?.focus();
  }
  looking = false;
  if (more) { more = false; setTimeout(look, 700); }
}
news.onmessage = event => {
  if (!event.data.endsWith("playing")) news.close();
  look();
};
