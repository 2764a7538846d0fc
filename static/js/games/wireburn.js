// Wireburn laid out: docks, piles, opponents, hand. What may be done comes from the view alone.

import { lying, sign } from "../cards.js";
import { asking, classes, hand, latest, opponents, pile, shout, side } from "../parts.js";
import { h } from "../render.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Move} Move */
/** @typedef {import("../say.js").Words} Words */

const SUITS = ["T", "P", "O", "G", "R"];
/** @type {Record<string, string>} */
const SHAPES = { T: "wave", P: "hexagon", O: "triangle", G: "ring", R: "flame", VOLT: "bolt", STASIS: "stasis", NULL: "null",
  PING: "ping", RED: "dock", "+": "plus", "-": "minus" };
/** @type {Record<string, string>} */
const MARKERS = { teal: "T", purple: "P", orange: "O" };
const ORDER = ["T", "P", "O", "R", "G", "+", "-", "VOLT", "STASIS", "NULL", "PING", "RED"];
const PEEK = 3;

/** @param {string} code */
const suitOf = (code) => (code in SHAPES ? code : code[0]);
/** @param {string} code */
const rankOf = (code) => Number(code.slice(1)) || 0;
/** @param {string} a @param {string} b */
const sorting = (a, b) => ORDER.indexOf(suitOf(a)) - ORDER.indexOf(suitOf(b)) || rankOf(a) - rankOf(b);

/** @param {any} view */
export function zones(view) {
  return [
    ...Object.entries(view.docks).map(([name, cards]) => ({ id: name, cards })),
    ...(view.hand ? [{ id: "hand", cards: [...view.hand].sort(sorting) }] : []),
    { id: "discard", cards: view.discard },
    ...view.counts.map((/** @type {number} */ count, /** @type {number} */ seat) => ({ id: `seat:${seat}`, count }))
      .filter((/** @type {{id: string}} */ zone) => zone.id !== `seat:${view.viewer}`),
    { id: "draw", count: view.draw },
  ];
}

/** @param {any} view */
export const mood = (view) => (view.options.red_shift ? "red-shift" : "");

export const loud = new Set(["entered_firewall", "showed", "ended"]);

/** @param {Move} move */
export function zoneOf(move) {
  return { play: move.dock, draw: "draw", target: `seat:${move.seat}`, wash: "discard" }[/** @type {string} */ (move.do)] ?? null;
}

/** @param {string[]} things @param {string} zone @returns {Move | null} */
export const attempt = ([card], zone) => (zone.match(/^(teal|purple|orange|red\d)$/) ? { do: "play", card, dock: zone } : null);

/** @param {Table} table */
export function layout(table) {
  const { view, words } = table;
  const mine = table.playing && view.acting.includes(view.viewer);
  return h("section", { key: "table", class: classes("table", mine && "mine", view.options.red_shift && "six"),
    "data-opponents": view.seats - (table.playing ? 1 : 0), "aria-busy": String(table.busy) },
    opponents(table, (seat) => ({
      ...(view.counts[seat] === 0 && { kind: "firewall", state: words.say("wireburn.clear") }),
      note: view.skips.includes(seat) && words.say("wireburn.skips"),
    })),
    h("div", { class: "middle" },
      pile(table, "draw", view.draw),
      h("div", { class: "docks" }, Object.keys(view.docks).map((name) => dock(table, name))),
      pile(table, "discard", view.discard.length),
      latest(table),
      shout(table)),
    asking(table, () => prompt(view, words)),
    table.playing && hand(table, view.result ? "" : words.say("wireburn.clear.you")),
    side(table));
}

/** @param {Table} table @param {string} name */
function dock(table, name) {
  const { view, words } = table;
  const cards = table.cards(name);
  const { colour, value: worth, accepts } = view.shows[name];
  const lit = table.chosen.length > 0 && table.movesAt(name).length > 0;
  const slam = name in MARKERS ? cards.findIndex(({ code }) => code === "RED") : -1;
  const locked = Math.max(0, slam);
  const top = cards.slice(Math.max(locked, cards.length - PEEK));
  const title = words.say(`wireburn.zone.${name}`);
  const suit = MARKERS[name] ?? "R";
  return h("button", { key: name, class: classes("dock", lit && "lit", slam >= 0 && "slammed"), "data-zone": name, "data-suit": suit,
    "aria-label": `${title}: ${standing(table, name)}`, onclick: () => table.at(name) },
    h("span", { class: "marker" }, sign(SHAPES[suit], suit), h("span", {}, title)),
    h("span", { class: "stack" },
      locked > 0 && h("span", { key: "locked", class: "locked" },
        cards.slice(0, locked).slice(-2).map((card) => lying(card, words))),
      locked > 0 && h("span", { key: "lock", class: "badge lock" }, words.say("wireburn.locked", { n: locked })),
      cards.length === 0 && h("span", { class: "socket" }, sign(SHAPES[suit], suit)),
      top.map((card) => lying(card, words)),
      cards.length > 1 && h("span", { class: "badge depth" }, `×${cards.length - locked}`)),
    h("span", { class: "shows" }, value(colour, worth, words)),
    h("span", { class: "accepts" }, groups(accepts).map(({ suits, ranks }) =>
      h("span", { class: "group" }, suits.map((suit) => sign(SHAPES[suit], suit)), ranks))));
}

/** What a stack shows, in short. @param {string | null} colour @param {number | "lock" | null} worth @param {Words} words */
function value(colour, worth, words) {
  if (worth === "lock") return words.say("wireburn.lock");
  if (colour === null || worth === null) return words.say(`wireburn.blank.${colour ?? "empty"}`);
  return `${words.say(`wireburn.colour.${colour}`)} ${worth}`;
}

/** A dock in a sentence. @param {Table} table @param {string} name */
function standing(table, name) {
  const { words, view } = table;
  const cards = table.cards(name);
  const { colour, value: worth, accepts: fits } = view.shows[name];
  const accepts = groups(fits).map(({ suits, ranks }) =>
    `${suits.map((suit) => words.say(`wireburn.suit.${suit}`)).join(", ")} ${ranks}`.trim()).join("; ");
  const top = cards.at(-1);
  return words.say(top ? "wireburn.standing" : "wireburn.standing.empty",
    { top: top ? words.card(top.code) : "", shows: value(colour, worth, words), n: cards.length, accepts });
}

/**
 * The cards that a stack accepts, suits with the same numbers together.
 * @param {string} accepts codes with spaces between
 */
function groups(accepts) {
  const codes = accepts.split(" ");
  /** @type {Map<string, string[]>} */
  const byRanks = new Map();
  for (const suit of SUITS) {
    const ranks = codes.filter((code) => suitOf(code) === suit).map(rankOf);
    if (ranks.length) byRanks.set(runs(ranks), [...(byRanks.get(runs(ranks)) ?? []), suit]);
  }
  const special = codes.filter((code) => code in SHAPES);
  return [...[...byRanks].map(([ranks, suits]) => ({ suits, ranks })), ...special.map((code) => ({ suits: [code], ranks: "" }))];
}

/** Numbers in short: 2 3 4 7 is "2–4 7". @param {number[]} ranks */
function runs(ranks) {
  /** @type {number[][]} */
  const pieces = [];
  for (const rank of ranks) {
    if (pieces.at(-1)?.at(-1) === rank - 1) pieces.at(-1)?.push(rank);
    else pieces.push([rank]);
  }
  return pieces.map((piece) => (piece.length > 2 ? `${piece[0]}–${piece.at(-1)}` : piece.join(" "))).join(" ");
}

/** @param {any} view @param {Words} words */
function prompt(view, words) {
  const may = new Set(view.legal.map((/** @type {Move} */ move) => move.do));
  if (!may.size && view.skips.includes(view.viewer)) return words.say("wireburn.skips.you", { who: words.name(view.acting[0]) });
  if (!may.size) return words.say("turn.of", { who: view.acting.map((/** @type {number} */ seat) => words.name(seat)).join(", ") });
  if (may.has("target")) return words.say(`wireburn.ask.${view.pending?.why ?? "penalty"}`);
  if (may.has("accept")) return words.say("wireburn.ask.shield", { n: view.damage });
  const parts = [
    may.has("draw") && words.say("wireburn.may.draw", { n: 3 - view.drawn }),
    may.has("play") && words.say(view.bonus ? "wireburn.may.bonus" : "wireburn.may.play"),
    may.has("wash") && words.say("wireburn.may.wash"),
    may.has("end") && words.say("wireburn.may.end"),
  ].filter(Boolean);
  return words.say("turn.yours", { may: parts.length > 1 ? words.say("or", { some: parts.slice(0, -1).join(", "), last: parts.at(-1) }) : parts[0] });
}
