// What lies in a place, one by one, or the log: a sheet over the table.

import { picture } from "./cards.js";
import { h } from "./render.js";

/** @param {import("./table.js").Table} table @param {string} zone */
export function drawer(table, zone) {
  const { words } = table;
  const close = () => table.look(null);
  const title = zone === "log" ? words.say("log") : table.zoneName(zone);
  return h("dialog", { key: "drawer", class: "drawer", "aria-label": title, onclose: close,
    onclick: (/** @type {Event} */ event) => event.target === event.currentTarget && close() },
    h("header", {}, h("h2", {}, title), h("button", { class: "quiet", onclick: close }, words.say("close"))),
    zone === "log" ? table.story.list() : h("ol", { class: "spread" }, table.cards(zone).map(({ key, code }) =>
      h("li", { key }, h("span", { class: "card", role: "img", "aria-label": words.card(code) }, picture(code))))));
}
