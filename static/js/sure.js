// A second thought before a move: for those who want one, and for everybody before a move that the game warns of.

import { recall } from "./kept.js";
import { button } from "./parts.js";
import { h, patch } from "./render.js";

/** @typedef {import("./table.js").Table} Table */

const bar = /** @type {HTMLElement} */ (document.getElementById("sure"));
/** Calls the question off. @type {() => void} */
let drop = () => {};

addEventListener("keydown", (event) => event.key === "Escape" && drop());

/** Whether the player means this move; at once, if there is no need to ask. @param {Table} table @param {any} move @returns {Promise<boolean>} */
export function meant(table, move) {
  const { game, words } = table;
  const name = words.has(`${words.game}.do.${move.do}`) ? button(table, move).children.join("") : words.say("hand.sure.this");
  const warning = game.warns(move) && words.say(`${words.game}.warns.${move.do}`, words.named(move));
  if (!warning && !recall("hand.sure", false)) return Promise.resolve(true);
  drop();
  return new Promise((answer) => {
    /** @param {boolean} yes */
    const say = (yes) => {
      drop = () => {};
      bar.hidden = true;
      answer(yes);
    };
    drop = () => say(false);
    bar.hidden = false;
    patch(bar, [
      h("p", {}, warning || name),
      h("button", { class: "go yes", onclick: () => say(true) }, warning ? name : words.say("hand.sure.yes")),
      h("button", { class: "no", onclick: () => say(false) }, words.say("hand.sure.no")),
    ]);
    /** @type {HTMLElement | null} */ (bar.querySelector(".yes"))?.focus();
  });
}

/** The table has changed, so the question is no longer the same. */
export const forget = () => drop();
