// What the tables of several games are put together from.

import { faceDown, lying, picture } from "./cards.js";
import { clockOf } from "./clock.js";
import { isThere, meanwhile, presence } from "./presence.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Move} Move */
/** What a game adds to a seat: `mark` stands before the name, `state` for the number of cards, `board` lies before it. */
/** @typedef {{kind?: string, mark?: any, state?: any, note?: string | false, board?: any}} About */

const MOST_BACKS = 7;
const ONE_ROW = 10; // cards that a phone has room for side by side

/** @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * The other seats, clockwise from the viewer, with how many cards each holds. A seat that may be chosen is a button.
 * @param {Table} table
 * @param {(seat: number) => About} about
 */
export function opponents(table, about) {
  const { view, words } = table;
  const first = view.viewer ?? -1;
  const others = Array.from({ length: view.seats - (table.playing ? 1 : 0) }, (_, n) => (first + 1 + n) % view.seats);
  return h("ol", { class: "opponents", "aria-label": words.say("opponents") }, others.map((seat, n) => opponent(table, seat, n, about(seat))));
}

/** @param {Table} table @param {number} seat @param {number} n @param {About} about */
function opponent(table, seat, n, { kind, mark, state, note, board }) {
  const { view, words, room } = table;
  const zone = `seat:${seat}`;
  const count = view.counts[seat];
  const [aim] = table.movesAt(zone);
  const who = room.seats[seat];
  const here = !who || isThere(who);
  const notes = [!here && presence(who, words), note, meanwhile(who, words)].filter(Boolean);
  const body = [
    h("span", { class: "fan", "aria-hidden": "true" }, Array.from({ length: Math.min(count, MOST_BACKS) }, (_, k) => faceDown(`b${k}`))),
    h("span", { class: "who" }, mark, named(words.name(seat))),
    h("span", { class: "count" }, clockOf(seat, words), state ?? [h("b", {}, count), h("span", { class: "unit" }, words.say("cards.unit", { n: count }))]),
    notes.length > 0 && h("span", { class: "note" }, notes.map((each, at) => [at > 0 && " · ", each])),
  ];
  const acting = view.acting.includes(seat);
  return h("li", { key: zone, class: classes("seat", `at-${n}`, kind, acting && "acting", !here && "away", aim && "lit"), "data-zone": zone },
    aim ? h("button", { class: "aim", onclick: () => table.make(aim) }, body) : h("div", { class: "aim" }, body),
    board);
}

/** A name on a seat: where it is too long for that, the number behind it that tells it from others stays. @param {string} name */
function named(name) {
  const [, most, number] = name.match(/^(.*?)( \(\d+\))?$/) ?? [];
  return [h("span", { class: "name" }, most), h("span", { class: "number" }, number)];
}

/**
 * A pile: its top card, if it lies open, or a back; its name and how many.
 * @param {Table} table @param {string} name @param {number} count
 */
export function pile(table, name, count) {
  const { words } = table;
  const lit = !table.chosen.length && table.movesAt(name).length > 0;
  const shown = table.placing?.cards.has(name) ? table.cards(name).slice(-1).map((card) => lying(card, words)) : [count > 0 && faceDown("top")];
  return h("button", { key: name, class: classes("pile", name, lit && "lit"), "data-zone": name,
    "aria-label": words.say(`pile.${name}`, { n: count }), onclick: () => table.at(name) },
    h("span", { class: "stack" }, count > 0 ? shown : h("span", { class: "socket" })),
    h("span", { class: "label" }, table.zoneName(name), " ", h("b", {}, count)));
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
 * Whose turn it is and what the viewer may do, or why not; and every move that is to be had now as a button, but for
 * those that are `elsewhere` on the table.
 * @param {Table} table
 * @param {() => string} prompt
 * @param {(move: Move) => boolean} [elsewhere]
 */
export function asking(table, prompt, elsewhere = () => false) {
  const { view, refusal } = table;
  const says = refusal
    ? h("p", { key: "refusal", class: "says refusal", role: "alert" }, refusal.message, " ",
      h("a", { href: `/rules/${table.words.game}#${refusal.rule}` }, refusal.rule))
    : h("p", { key: "says", class: classes("says", view.result && "result"), role: "status" }, view.result ? outcome(table) : prompt());
  return h("div", { class: "ask" }, says, h("div", { class: "actions" }, view.result ? again(table) : moves(table, elsewhere)));
}

/** How the game ended. @param {Table} table */
export function outcome({ view, words }) {
  const { winners, reason } = view.result;
  const key = `${words.game}.result.${reason}${winners.includes(view.viewer) ? ".you" : ""}`;
  return words.say(key, { n: winners.length, winner: winners.map((/** @type {number} */ seat) => words.name(seat)).join(", ") });
}

/** @param {Table} table */
function again(table) {
  const { you, host } = table.room;
  if (you !== host) return h("p", { class: "note" }, table.words.say("again.wait", { host: table.words.name(host) }));
  return h("button", { class: "go again", onclick: () => table.again() }, table.words.say("room.again"));
}

/** @param {Table} table @param {(move: Move) => boolean} elsewhere */
function moves(table, elsewhere) {
  const { view, words, chosen, answer } = table;
  if (view.ask) {
    return h("button", { class: `do ${view.ask.do}`, disabled: !answer, onclick: () => table.make(answer) },
      words.say(`${words.game}.ask.${view.ask.do}`));
  }
  const withChosen = chosen.length ? table.movesWith(table.things) : [];
  return [...withChosen, ...table.legal.filter((move) => !table.uses(move).length)]
    .filter((move) => !elsewhere(move)).map((move) => button(table, move));
}

/** A move as a button. @param {Table} table @param {Move} move */
export function button(table, move) {
  const { game, view, words } = table;
  const values = { ...words.named(move), zone: table.zoneName(game.zoneOf(move, view) ?? "") };
  return h("button", { key: JSON.stringify(move), class: `do ${move.do}`, "data-move": JSON.stringify(move),
    onclick: () => table.make(move) }, words.say(`${words.game}.do.${move.do}`, values));
}

/**
 * The viewer's own cards, in one row or, on a phone, in two; `empty` stands there where there are none. `faces` draws a
 * card that is more than its picture.
 * @param {Table} table
 * @param {string} empty
 * @param {(code: string) => any[]} [faces]
 */
export function hand(table, empty, faces = () => []) {
  const { words } = table;
  const cards = table.cards("hand");
  const vars = { "--cards": Math.max(0, cards.length - 1), "--half": Math.max(0, Math.ceil(cards.length / 2) - 1) };
  return h("div", { key: "hand", class: classes("hand", cards.length > ONE_ROW && "many"), "data-zone": "hand", role: "group", vars,
    "aria-label": words.say("hand", { n: cards.length }) },
    cards.length === 0 && h("p", { class: "cleared" }, empty),
    cards.map((card) => h("span", { key: card.key, class: "slot" }, held(table, card, ...faces(card.code)))));
}

/** A card of one's own, to choose. @param {Table} table @param {import("./motion.js").Card} card @param {...any} faces */
export function held(table, { key, code, moved }, ...faces) {
  const [lit, chosen] = [table.canUse(code), table.chosen.includes(key)];
  return h("button", { key, class: classes("card", lit && "lit", chosen && "chosen", moved && "glow"), "data-key": key,
    "data-code": code, "data-drag": true, "aria-pressed": String(chosen), "aria-label": table.words.card(code),
    onclick: () => table.choose(key) }, faces.length ? faces : picture(code));
}

/** The log beside the table, where there is room. @param {Table} table */
export function side(table) {
  const title = table.words.say("log");
  return h("aside", { class: "side", "aria-label": title }, h("h2", {}, title), table.story.list(), reminder(table));
}

/** What may be said at this table, where its game has a rule for it. @param {Table} table */
export function reminder({ words }) {
  const key = `${words.game}.talk`;
  return words.has(key) && h("p", { class: "reminder" }, words.say(key), " ", h("code", {}, words.say(`${key}.rule`)));
}
