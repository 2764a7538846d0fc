// The six columns of a seat in Burn: face-up cards on face-down ones.

import { chip, faceDown, picture, sign } from "../../cards.js";
import { classes, held } from "../../parts.js";
import { h } from "../../render.js";

/** @typedef {import("../../table.js").Table} Table */
/** @typedef {import("../../motion.js").Card} Card */

export const SLOTS = [0, 1, 2, 3, 4, 5];
/** The place of a face-down card. @param {number} seat @param {number} slot */
export const downAt = (seat, slot) => `down:${seat}:${slot}`;

/** The column that each face-up card lies in, by its key. @type {Map<string, number>} */
const columns = new Map();

/** A row in its columns: a card keeps its own when others leave. @param {Card[]} cards @returns {(Card | undefined)[]} */
function inColumns(cards) {
  /** @type {(Card | undefined)[]} */
  const row = SLOTS.map((column) => cards.find(({ key }) => columns.get(key) === column));
  for (const card of cards) {
    if (row.includes(card)) continue;
    const free = row.indexOf(undefined);
    columns.set(card.key, free);
    row[free] = card;
  }
  return row;
}

/** A seat's six columns, or the ten cards it chooses from. @param {Table} table @param {number} seat */
export function board(table, seat) {
  const { view, words } = table;
  const own = seat === view.viewer;
  const zone = `up:${seat}`;
  const up = table.cards(zone);
  const name = own ? words.say("burn.board.you") : words.say("burn.board", { seat: words.name(seat) });
  if (up.length > SLOTS.length) {
    return h("div", { class: "board dealt", role: "group", "aria-label": words.say("burn.dealt", { seat: words.name(seat) }), "data-zone": zone },
      up.map((card) => faceUp(table, card, false)));
  }
  const row = inColumns(up);
  return h("div", { class: "board", role: "group", "aria-label": name, "data-zone": zone },
    SLOTS.map((column) => h("div", { key: `c${column}`, class: classes("column", row[column] && "covered") },
      slot(table, seat, column), row[column] && faceUp(table, row[column], own && table.holds.includes(zone)))));
}

/** @param {Table} table @param {Card} card @param {boolean} mayChoose */
function faceUp(table, card, mayChoose) {
  const faces = [picture(card.code), chip(card.code)];
  if (mayChoose) return held(table, card, ...faces);
  return h("span", { key: card.key, class: classes("card", card.moved && "glow"), "data-key": card.key, "data-code": card.code, role: "img",
    "aria-label": table.words.card(card.code) }, faces);
}

/** A face-down card; a button where it may be chosen. @param {Table} table @param {number} seat @param {number} at */
function slot(table, seat, at) {
  const { view, words } = table;
  const zone = downAt(seat, at);
  if (!view.down[seat][at]) return h("span", { key: "slot", class: "slot gone", "data-zone": zone });
  const sightings = view.seen.filter((/** @type {any[]} */ [, s, n]) => s === seat && n === at);
  const code = sightings.find((/** @type {any[]} */ each) => each.length > 3)?.[3];
  const [source, [goal]] = [table.canUse(zone), table.movesAt(zone)];
  const chosen = table.chosen.includes(zone);
  const seen = code ? words.say("burn.seen.you", { card: words.card(code) })
    : sightings.length ? words.say("burn.seen", { who: sightings.map((/** @type {any[]} */ [spy]) => words.name(spy)).join(", ") }) : "";
  const label = `${words.say(seat === view.viewer ? "burn.slot.you" : "burn.slot", { seat: words.name(seat), n: at + 1 })} ${seen}`.trim();
  const body = [faceDown("back"), sightings.length > 0 && h("span", { class: classes("sighting", code && "known") }, code && chip(code), sign("spy", ""))];
  const props = { key: "slot", class: classes("slot", (source || goal) && "lit", chosen && "chosen", touched(table, zone) && "glow"),
    "data-zone": zone, "data-seen": code, title: seen || undefined, "aria-label": label };
  if (!source && !goal) return h("span", { ...props, role: "img" }, body);
  if (goal) return h("button", { ...props, "data-move": JSON.stringify(goal), onclick: () => table.make(goal) }, body);
  return h("button", { ...props, "data-key": zone, "data-drag": true, "aria-pressed": String(chosen), onclick: () => table.choose(zone) }, body);
}

/** Whether the last move was made with the card in this slot. @param {Table} table @param {string} zone */
function touched({ update }, zone) {
  return update.events.some((/** @type {any} */ { event, seat, slot: own, their_seat: other, their_slot: at }) =>
    (event === "swapped" && [downAt(seat, own), downAt(other, at)].includes(zone)) || (event === "spied" && downAt(other, at) === zone));
}
