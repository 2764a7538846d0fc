// Burn laid out: the pile and what it asks, everybody's six columns, the hand. What may be done comes from the view alone.

import { asking, classes, hand, latest, opponents, pile, shout, side } from "../parts.js";
import { h } from "../render.js";
import { board, downAt, SLOTS } from "./burn/columns.js";
import { asks, heap } from "./burn/heap.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Move} Move */
/** @typedef {import("../motion.js").Flight} Flight */

const ACTIONS = ["UNDER", "REVERSE", "SKIP", "SWAP", "SPY", "RESET", "BURN", "WILD"];
const WARN_FROM = 150; // BN-END-1

/** @param {string} code */
const order = (code) => (ACTIONS.includes(code) ? 100 + ACTIONS.indexOf(code) : Number(code));

/** @param {any} view @param {any[]} events */
export function zones(view, events) {
  const { viewer, dealt } = view;
  const seats = view.counts.map((/** @type {number} */ _, /** @type {number} */ seat) => seat);
  const misfits = events.filter(({ event, fits }) => event === "flipped" && !fits).map(({ card }) => card);
  return [
    { id: "pile", cards: view.pile },
    ...(view.hand ? [{ id: "hand", cards: [...(dealt?.[viewer] ?? view.hand)].sort((a, b) => order(a) - order(b)) }] : []),
    ...seats.map((/** @type {number} */ seat) => ({ id: `up:${seat}`, cards: (seat !== viewer && dealt?.[seat]) || view.up[seat] })),
    { id: "burned", cards: view.burned },
    { id: "misfit", cards: misfits, echo: true },
    ...seats.flatMap((/** @type {number} */ seat) => SLOTS.map((slot) => ({ id: downAt(seat, slot), count: view.down[seat][slot] ? 1 : 0 }))),
    ...seats.filter((/** @type {number} */ seat) => seat !== viewer)
      .map((/** @type {number} */ seat) => ({ id: `seat:${seat}`, count: view.counts[seat] })),
    { id: "draw", count: view.draw },
  ];
}

/** Where cards went. A hand that draws at once loses none to count. @param {any} event @param {any} view @returns {Flight[]} */
export function flights(event, view) {
  const { seat } = event;
  const hands = seat === view.viewer ? "hand" : `seat:${seat}`;
  switch (event.event) {
    case "played": return event.source === "hand" ? [{ from: hands, to: "pile" }] : [];
    case "drew": return [{ from: "draw", to: hands, n: event.count }];
    case "flipped": return [{ from: downAt(seat, event.slot), to: event.fits ? "pile" : "misfit" }];
    case "picked_up": return [{ from: "pile", to: hands }];
    case "swapped": {
      const [mine, theirs] = [downAt(seat, event.slot), downAt(event.their_seat, event.their_slot)];
      return [{ from: mine, to: theirs }, { from: theirs, to: mine }];
    }
    default: return [];
  }
}

export const loud = new Set(["burned"]);

/** @param {Move} move @param {any} view */
export function zoneOf(move, { viewer }) {
  switch (move.do) {
    case "play": return "pile";
    case "flip": return downAt(viewer, move.slot);
    case "spy": return downAt(move.seat, move.slot);
    case "swap": return downAt(move.seat, move.their_slot);
    default: return null;
  }
}

/** @param {Move} move @param {any} view */
export const uses = (move, { viewer }) => (move.do === "swap" ? [downAt(viewer, move.slot)] : move.cards ?? []);

/** @param {any} view */
export function holds({ viewer, pending, hand: cards, ask }) {
  if (viewer === null || pending?.ask === "spy") return [];
  if (pending) return SLOTS.map((slot) => downAt(viewer, slot));
  return [cards.length || ask ? "hand" : `up:${viewer}`];
}

/** @param {string[]} things */
export const together = ([first, ...others]) => !ACTIONS.includes(first) && others.every((other) => other === first);

/** @param {string[]} things @param {string} zone @returns {Move | null} */
export const attempt = (things, zone) => (zone === "pile" ? { do: "play", cards: things } : null);

/** @param {Record<string, number>} deck */
const total = (deck) => Object.values(deck).reduce((sum, copies) => sum + copies, 0);

/** @param {Table} table */
export function layout(table) {
  const { view, words } = table;
  const many = view.seats - (table.playing ? 1 : 0);
  const mine = table.playing && view.acting.includes(view.viewer);
  return h("section", { key: "table", class: classes("table", mine && "mine", mine && view.pending && "aiming", view.phase), "data-opponents": many, "aria-busy": String(table.busy) },
    opponents(table, (seat) => ({ board: board(table, seat),
      ...(view.phase === "arrange" && { state: words.say(view.acting.includes(seat) ? "burn.choosing" : "burn.chosen") }) })),
    h("div", { class: "middle" },
      h("div", { class: "stacks" }, pile(table, "draw", view.draw), pile(table, "burned", view.burned.length)),
      heap(table),
      asks(table),
      view.idle >= WARN_FROM && !view.result && h("p", { class: "warning", role: "status" }, words.say("burn.idle", { n: view.idle })),
      view.options.deck && h("p", { class: "house-deck" }, words.say("burn.deck", { n: total(view.options.deck) })),
      latest(table),
      shout(table)),
    asking(table, () => prompt(table), (move) => zoneOf(move, view) !== null && move.do !== "play"),
    table.playing && h("div", { class: "own" }, !view.ask && board(table, view.viewer), hand(table, view.result ? "" : words.say("burn.empty"))),
    side(table));
}

/** Whose turn it is and what the viewer may do. @param {Table} table */
function prompt(table) {
  const { view, words, chosen } = table;
  if (view.ask) return words.say("burn.arrange", { count: chosen.length });
  const who = view.acting.map((/** @type {number} */ seat) => words.name(seat)).join(", ");
  if (view.phase === "arrange") return words.say(table.playing ? "burn.waiting" : "burn.arrange.wait", { who });
  const mine = view.acting.includes(view.viewer);
  if (view.pending) return words.say(`burn.${view.pending.ask}${mine ? (chosen.length ? ".theirs" : ".you") : ""}`, { who });
  if (!mine) return words.say("turn.of", { who });
  const may = new Set(view.legal.map((/** @type {Move} */ move) => move.do));
  const play = may.has("flip") ? "burn.may.flip" : may.has("play") ? (view.hand.length ? "burn.may.play" : "burn.may.up") : null;
  const take = may.has("pickup") && words.say("burn.may.pickup", { n: view.pile.length });
  if (!play) return words.say("burn.must.pickup", { n: view.pile.length });
  return words.say("turn.yours", { may: take ? words.say("or", { some: words.say(play), last: take }) : words.say(play) });
}
