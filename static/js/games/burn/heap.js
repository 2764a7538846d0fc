// The discard pile of Burn, and what it asks of the next card.

import { picture, sign } from "../../cards.js";
import { classes } from "../../parts.js";
import { h } from "../../render.js";

/** @typedef {import("../../table.js").Table} Table */

const MATCH = 4;
const ON_TOP = 4; // so many of the pile's cards are to be seen

/** The discard pile, its latest cards side by side. @param {Table} table */
export function heap(table) {
  const { view, words } = table;
  const cards = table.cards("pile");
  const top = cards.slice(-ON_TOP);
  const lit = table.chosen.length > 0 && table.movesAt("pile").length > 0;
  const count = words.say(cards.length ? "burn.pile" : "burn.pile.none", { n: cards.length });
  const [misfit] = cards.length ? [] : table.cards("misfit");
  return h("button", { key: "pile", class: classes("heap", lit && "lit"), "data-zone": "pile",
    "aria-label": `${count}. ${standing(table)}`, onclick: () => table.at("pile") },
    h("span", { class: "fanned" }, top.map((card, n) =>
      h("span", { key: card.key, class: classes("card", card.moved && "glow", n >= top.length - view.shows.row && view.shows.row > 1 && "alike"),
        "data-key": card.key, "data-code": card.code }, picture(card.code))),
      misfit && h("span", { key: misfit.key, class: "card misfit", "data-key": misfit.key, "data-code": misfit.code }, picture(misfit.code)),
      !top.length && !misfit && h("span", { class: "socket" }, sign("burn", ""))),
    h("span", { class: "label" }, misfit ? words.say("burn.misfit", { card: words.card(misfit.code) }) : count));
}

/** @param {any} view */
function asked({ shows: { number, under, wild }, pile: cards }) {
  if (wild) return "wild";
  if (number === null) return cards.length ? "open" : "none";
  return under ? "lower" : "higher";
}

/** What the pile asks of the next card, as a sign and in words. @param {Table} table */
export function asks(table) {
  const { view, words } = table;
  const { number, under, wild, row } = view.shows;
  const kind = asked(view);
  const left = MATCH - row;
  return h("div", { class: `asks ${kind}`, role: "group", "aria-label": words.say("burn.asks") },
    h("p", { class: "active" }, kind === "wild" ? sign("wild", "wild") : number ?? sign("any", ""),
      number !== null && !wild && sign(under ? "down" : "up", "")),
    (under || wild) && h("p", { class: "state" }, wild ? "WILD" : "UNDER"),
    h("p", { class: "meaning" }, words.say(`burn.asks.${kind}`, { number })),
    row > 0 && h("p", { class: classes("row", left === 1 && "near") },
      h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: MATCH }, (_, n) => h("i", { class: classes(n < row && "full") }))),
      words.say(row > 1 ? "burn.row" : "burn.row.first", { n: left, row })),
    view.phase === "play" && h("p", { class: classes("way", view.direction < 0 && "back") }, sign("round", ""), words.say(`burn.way.${view.direction}`)));
}

/** The pile in a sentence. @param {Table} table */
function standing({ view, words }) {
  const top = view.pile.at(-1);
  return [top && words.say("burn.top", { card: words.card(top) }), words.say(`burn.asks.${asked(view)}`, view.shows)].filter(Boolean).join(" ");
}
