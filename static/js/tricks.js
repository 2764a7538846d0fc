// What the tables of trick-taking games share: who lays which card where, the tricks played, a sign for each seat.

import { chip, faceDown, lying, picture, sign } from "./cards.js";
import { classes } from "./parts.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Move} Move */
/** A card and the seat that laid it. @typedef {[number, string]} Laid */
/** What is to be told of a card in the trick: `signs` on it, a `note` for who only hears it, what a tap on it does. */
/** @typedef {{kind?: string | false, signs?: any, note?: string, label?: string, tap?: () => void, lit?: boolean, move?: Move}} About */

const SEATS = ["peak", "hive", "star", "cross"];
/** @type {Record<string, string>} */
export const SUITS = { S: "spade", H: "heart", C: "club", D: "diamond" };
const SIDES = ["south", "west", "north", "east"];

/** @param {string} code */
export const suitOf = (code) => code.slice(-1);
/** @param {string} suit */
export const suitSign = (suit) => sign(SUITS[suit], suit);
/** A seat's own sign, in its colour. @param {number} seat */
export const seatSign = (seat) => sign(SEATS[seat], `seat-${seat}`);

/** A player by sign and name. @param {Table} table @param {number} seat */
export const player = ({ words }, seat) => h("span", { class: "who" }, seatSign(seat), h("span", { class: "name" }, words.name(seat)));

/** Cards as one holds them: by suit, and then by rank, high ones first. @param {string[]} codes @param {string} ranks */
export function sorted(codes, ranks) {
  const [suits, order] = [Object.keys(SUITS), ranks.split(" ")];
  const place = (/** @type {string} */ code) => 100 * suits.indexOf(suitOf(code)) - order.indexOf(code.slice(0, -1));
  return [...codes].sort((a, b) => place(a) - place(b));
}

/**
 * The trick that lies on the table: the one under way or, until the next is led, the one before, without the card that
 * its winner used up.
 * @param {any} view
 * @returns {{cards: Laid[], winner: number | null, isOver: boolean}}
 */
function lyingTrick({ trick, winning, played }) {
  const last = played.at(-1);
  if (trick.length || !last) return { cards: trick, winner: winning, isOver: false };
  const [deed, used] = last.deed;
  return { cards: last.cards.filter((/** @type {Laid} */ [, code]) => deed !== "fortify" || code !== used), winner: last.winner, isOver: true };
}

/** @param {any} view @param {string} ranks @returns {import("./motion.js").Zone[]} */
export function zones(view, ranks) {
  return [
    { id: "trick", cards: lyingTrick(view).cards.map(([, code]) => code) },
    ...(view.hand ? [{ id: "hand", cards: sorted(view.hand, ranks) }] : []),
    ...view.counts.map((/** @type {number} */ count, /** @type {number} */ seat) => ({ id: `seat:${seat}`, count }))
      .filter((/** @type {{id: string}} */ zone) => zone.id !== `seat:${view.viewer}`),
  ];
}

/** A led card sweeps the trick before it to its winner. @param {any} event @param {any} view @returns {import("./motion.js").Flight[]} */
export function flights(event, { viewer, trick, played }) {
  const last = played.at(-1);
  if (event.event !== "played" || trick.length !== 1 || !last) return [];
  return [{ from: "trick", to: last.winner === viewer ? "hand" : `seat:${last.winner}` }];
}

/** Whose card lies at which side of the table: one's own in the south, and so on clockwise. @param {any} view @param {number} seat */
function sideOf({ viewer, seats }, seat) {
  const away = (seat - (viewer ?? 0) + seats) % seats;
  return SIDES[seats === 3 && away === 2 ? 3 : away];
}

/**
 * The trick, each card before its seat. While nothing is led, `waiting` says what lies there instead, if anything.
 * @param {Table} table
 * @param {(code: string, seat: number) => About} about
 * @param {{waiting?: (seat: number) => any, middle?: any}} [more]
 */
export function trick(table, about, { waiting = () => null, middle = null } = {}) {
  const { view, words } = table;
  const { cards, winner, isOver } = lyingTrick(view);
  const held = table.cards("trick");
  const lit = table.chosen.length > 0 && table.movesAt("trick").length > 0;
  const seats = Array.from({ length: view.seats }, (_, n) => ((view.viewer ?? 0) + 1 + n) % view.seats);
  return h("div", { class: classes("trick", isOver && "done", lit && "lit"), "data-zone": "trick", role: "group",
    "aria-label": words.say(isOver ? "trick.last" : "trick"), onclick: () => table.chosen.length && table.holds.includes("hand") && table.at("trick") },
    seats.map((seat) => {
      const at = cards.findIndex(([owner]) => owner === seat);
      return h("div", { key: `spot${seat}`, class: classes("spot", sideOf(view, seat), seat === winner && "winning") },
        at >= 0 && held[at] ? laid(table, held[at], seat, about(held[at].code, seat), seat === winner)
          : waiting(seat) || h("span", { key: "place", class: "place" }, seatSign(seat)));
    }),
    middle);
}

/** @param {Table} table @param {import("./motion.js").Card} card @param {number} seat @param {About} about @param {boolean} wins */
function laid({ words, chosen }, { key, code, moved }, seat, { kind, signs, note, label, tap, lit, move }, wins) {
  const text = [`${words.name(seat)}: ${words.card(code)}`, wins && words.say("trick.wins"), note, label].filter(Boolean).join(", ");
  const props = { key, class: classes("card", kind, lit && "lit", chosen.includes(key) && "chosen", moved && "glow"), "data-key": key,
    "data-code": code, "data-move": move && JSON.stringify(move), "aria-label": text, title: text };
  const body = [picture(code), chip(code), h("span", { class: "signs", "aria-hidden": "true" }, wins && sign("crown", "wins"), signs),
    h("span", { class: "owner", "aria-hidden": "true" }, seatSign(seat)), label && h("span", { class: "label" }, label)];
  return tap ? h("button", { ...props, "data-drag": true, onclick: tap }, body) : h("span", { ...props, role: "img" }, body);
}

/**
 * A card that lies ready at a place, hidden from all but its owner.
 * @param {Table} table @param {string} zone @param {import("./motion.js").Card | undefined} card @param {string} text
 */
export function ready({ words }, zone, card, text) {
  return h("span", { key: "ready", class: "ready", title: text, "data-zone": zone },
    card ? lying(card, words) : faceDown("back"), h("span", { class: "unseen" }, text));
}

/**
 * The tricks of this round, the latest first.
 * @param {Table} table @param {(deed: any[], winner: number) => any} told
 */
export function playedTricks({ view, words }, told) {
  return h("ol", { class: "tricks" }, view.played.map((/** @type {any} */ { cards, winner, deed }, /** @type {number} */ n) =>
    h("li", { key: n },
      h("b", { class: "n" }, n + 1),
      h("span", { class: "cards" }, cards.map((/** @type {Laid} */ [seat, code]) =>
        h("span", { class: classes("small", seat === winner && "winning") }, chip(code), seatSign(seat),
          h("span", { class: "unseen" }, `${words.name(seat)}: ${words.card(code)}. `)))),
      h("span", { class: "told" }, words.say("trick.won", { seat: words.name(winner) }), " ", told(deed, winner)))).reverse());
}

/** The way to what was played, or to the scores. @param {Table} table @param {string} name @param {any} body */
export function opener(table, name, body) {
  return h("button", { key: name, class: `open-${name}`, onclick: () => table.look(name) }, body);
}

/** What one may do with a card now: lead, follow, or throw off. @param {Table} table */
export function playPrompt({ view, words }) {
  const { lead_suit: led, legal } = view;
  if (!led) return words.say("trick.lead");
  const suit = words.say(`suit.${led}`);
  return words.say(legal.some((/** @type {Move} */ move) => suitOf(move.card) === led) ? "trick.follow" : "trick.void", { suit });
}
