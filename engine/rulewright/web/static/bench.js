// The workbench while one types: the text is tried as soon as the hands rest. Without this file its button does that.
"use strict";
const form = document.getElementById("write"), place = document.getElementById("reading"), face = document.querySelector(".face");
let waiting = null, newest = 0;
if (form) form.text.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const number = ++newest;
    const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams({ text: form.text.value, do: "part" }) });
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("[data-reading]");
    if (fresh && number === newest) place.replaceChildren(fresh);
  }, 350);
  for (const line of face.querySelectorAll("p:not(.kind)")) line.remove();
  for (const line of form.text.value.split("\n").filter(Boolean)) {
    const shown = document.createElement("p");
    shown.textContent = line;
    face.insertBefore(shown, face.querySelector(".kind"));
  }
});
// What was typed while the page was still loading is tried, too.
if (form && form.text.value !== form.text.defaultValue) form.text.dispatchEvent(new Event("input"));
