// The home page: the tables where this browser has a seat.

import { h, patch } from "./render.js";
import { words as load } from "./say.js";
import { forget, tables } from "./tables.js";

const section = /** @type {HTMLElement} */ (document.getElementById("yours"));
const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
const words = await load();

function show() {
  const known = tables();
  section.hidden = !known.length;
  patch(list, known.map(({ code, name, game }) => h("li", { key: code },
    h("span", { class: "who" }, name, h("span", { class: "note" }, words.say(game), " · ", h("span", { class: "code" }, code))),
    h("a", { class: "button", href: `/room/${encodeURIComponent(code)}` }, words.say("home.yours.go")),
    h("button", { class: "quiet", "aria-label": words.say("home.yours.forget.of", { code }), onclick: () => {
      forget(code);
      show();
    } }, words.say("home.yours.forget")))));
}

show();
addEventListener("pageshow", show);
