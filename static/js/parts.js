// What the tables of several games are put together from.

import { faceDown, lying, picture } from "./cards.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Move} Move */

const MOST_BACKS = 7;
const ONE_ROW = 10; // cards that a phone has room for side by side

/** @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * The other seats, clockwise from the viewer, with how many cards each holds. A seat that may be chosen is a button.
 * @param {Table} table
 * @param {(seat: number) => {kind?: string, state?: string, note?: string | false}} about
 */
export function opponents(table, about) {
  const { view, words } = table;
  const first = view.viewer ?? -1;
  const others = Array.from({ length: view.seats - (table.playing ? 1 : 0) }, (_, n) => (first + 1 + n) % view.seats);
  return h("ol", { class: "opponents", "aria-label": words.say("opponents") }, others.map((seat, n) => opponent(table, seat, n, about(seat))));
}

/** @param {Table} table @param {number} seat @param {number} n @param {{kind?: string, state?: string, note?: string | false}} about */
function opponent(table, seat, n, { kind, state, note }) {
  const { view, words, room } = table;
  const zone = `seat:${seat}`;
  const count = view.counts[seat];
  const [aim] = table.movesAt(zone);
  const here = room.seats[seat]?.here ?? true;
  const notes = [note, !here && words.say("away")].filter(Boolean);
  const body = [
    h("span", { class: "fan", "aria-hidden": "true" }, Array.from({ length: Math.min(count, MOST_BACKS) }, (_, k) => faceDown(`b${k}`))),
    h("span", { class: "who" }, words.name(seat)),
    h("span", { class: "count" }, state ?? [h("b", {}, count), h("span", { class: "unit" }, words.say("cards.unit", { n: count }))]),
    notes.length > 0 && h("span", { class: "note" }, notes.join(" · ")),
  ];
  const acting = view.acting.includes(seat);
  return h("li", { key: zone, class: classes("seat", `at-${n}`, kind, acting && "acting", !here && "away", aim && "lit"), "data-zone": zone },
    aim ? h("button", { class: "aim", onclick: () => table.make(aim) }, body) : h("div", { class: "aim" }, body));
}

/**
 * A pile: its top card, if it lies open, or a back; its name and how many.
 * @param {Table} table @param {string} name @param {number} count
 */
export function pile(table, name, count) {
  const { words } = table;
  const lit = !table.card && table.movesAt(name).length > 0;
  const shown = table.placing?.cards.has(name) ? table.cards(name).slice(-1).map((card) => lying(card, words)) : [count > 0 && faceDown("top")];
  return h("button", { key: name, class: classes("pile", name, lit && "lit"), "data-zone": name,
    "aria-label": words.say(`pile.${name}`, { n: count }), onclick: () => table.at(name) },
    h("span", { class: "stack" }, count > 0 ? shown : h("span", { class: "socket" })),
    h("span", { class: "label" }, words.say(`zone.${name}`), " ", h("b", {}, count)));
}

/** A word to everybody that must not be missed; it goes by itself. @param {Table} table */
export function shout(table) {
  return table.shouted && h("p", { key: `shout${table.update.v}`, class: "shout", "aria-hidden": "true" }, table.shouted);
}

/** What has just happened; all of it is behind a tap. @param {Table} table */
export function latest(table) {
  return h("button", { class: "latest", title: table.words.say("log.open"), onclick: () => table.look("log") },
    h("span", {}, table.story.latest));
}

/**
 * Whose turn it is and what the viewer may do, or why not; and every move that is to be had now as a button.
 * @param {Table} table
 * @param {() => string} prompt
 */
export function asking(table, prompt) {
  const { view, refusal } = table;
  const says = refusal
    ? h("p", { key: "refusal", class: "says refusal", role: "alert" }, refusal.message, " ",
      h("a", { href: `/rules/${table.words.game}#${refusal.rule}` }, refusal.rule))
    : h("p", { key: "says", class: classes("says", view.result && "result"), role: "status" }, view.result ? outcome(table) : prompt());
  return h("div", { class: "ask" }, says, h("div", { class: "actions" }, view.result ? again(table) : moves(table)));
}

/** @param {Table} table */
function outcome({ view, words }) {
  const { winners, reason } = view.result;
  const key = `${words.game}.result.${reason}${winners.includes(view.viewer) ? ".you" : ""}`;
  return words.say(key, { winner: winners.map((/** @type {number} */ seat) => words.name(seat)).join(", ") });
}

/** @param {Table} table */
function again(table) {
  const { you, host } = table.room;
  return you !== null && you === host && h("button", { class: "go again", onclick: () => table.again() }, table.words.say("room.again"));
}

/** @param {Table} table */
function moves(table) {
  const withCard = table.card ? table.movesWith(table.card.code) : [];
  return [...withCard, ...table.legal.filter((move) => !move.card)].map((move) => table.button(move));
}

/**
 * The viewer's own cards, in one row or, on a phone, in two; `empty` stands there where there are none.
 * @param {Table} table
 * @param {string} empty
 */
export function hand(table, empty) {
  const { words } = table;
  const cards = table.cards("hand");
  const vars = { "--cards": Math.max(0, cards.length - 1), "--half": Math.max(0, Math.ceil(cards.length / 2) - 1) };
  return h("div", { key: "hand", class: classes("hand", cards.length > ONE_ROW && "many"), "data-zone": "hand", role: "group", vars,
    "aria-label": words.say("hand", { n: cards.length }) },
    cards.length === 0 && h("p", { class: "cleared" }, empty),
    cards.map((card) => {
      const [lit, chosen] = [table.movesWith(card.code).length > 0, card.key === table.chosen];
      return h("span", { key: card.key, class: "slot" },
        h("button", { class: classes("card", lit && "lit", chosen && "chosen", card.moved && "glow"), "data-key": card.key,
          "data-code": card.code, "data-drag": true, "aria-pressed": String(chosen), "aria-label": words.card(card.code),
          onclick: () => table.choose(card.key) }, picture(card.code)));
    }));
}

/** The log beside the table, where there is room. @param {Table} table */
export function side(table) {
  const title = table.words.say("log");
  return h("aside", { class: "side", "aria-label": title }, h("h2", {}, title), table.story.list());
}
