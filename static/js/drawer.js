// What opens over the table, one at a time: the log, the cards of a place, and what the game adds.

import { picture } from "./cards.js";
import { reminder } from "./parts.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{title: string, body: any}} Leaf */

/** The drawer of this name, or null where there is nothing to show. @param {Table} table @param {string} name */
export function drawer(table, name) {
  const leaf = table.game.leaf(table, name) ?? usual(table, name);
  return leaf && dialog(table, "drawer", leaf, () => table.look(null));
}

/**
 * Something over the table with a way to close it; what stays is not closed by a tap beside it.
 * @param {Table} table @param {string} key @param {Leaf} leaf @param {() => void} close @param {boolean} [stays]
 */
export function dialog({ words }, key, { title, body }, close, stays = false) {
  return h("dialog", { key, class: `drawer ${key}`, "aria-label": title, onclose: close,
    onclick: (/** @type {Event} */ event) => !stays && event.target === event.currentTarget && close() },
    h("header", {}, h("h2", {}, title),
      h("button", { class: stays ? "go" : "quiet", onclick: close }, words.say(stays ? "go-on" : "close"))),
    body);
}

/** @param {Table} table @param {string} name @returns {Leaf | null} */
function usual(table, name) {
  const { words } = table;
  if (name === "log") return { title: words.say("log"), body: [table.story.list(), reminder(table)] };
  const cards = table.cards(name);
  return cards.length ? { title: table.zoneName(name), body: h("ol", { class: "spread" }, cards.map(({ key, code }) =>
    h("li", { key }, h("span", { class: "card", role: "img", "aria-label": words.card(code) }, picture(code))))) } : null;
}
