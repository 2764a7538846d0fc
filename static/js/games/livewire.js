// Live Wire laid out: the grid and its Wires, the trick, one's own Goal, the hand. What may be done comes from the view alone.

import { picture, sign } from "../cards.js";
import { asking, classes, hand, held, latest, opponents, side } from "../parts.js";
import { h } from "../render.js";
import { roundName, summary } from "../rounds.js";
import * as tricks from "../tricks.js";
import { matchSheet, roundSheet, scoreTrack } from "./livewire/sheet.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Move} Move */

const RANKS = "A 2 3 4 5 6 7 8 9 10";
const LINES = [0, 1, 2, 3, 4];
/** @type {Record<string, string>} */
const STATES = { H: "hot", C: "cold" };

/** @param {number[]} cell */
const cellAt = ([row, column]) => `cell:${row}:${column}`;

/** @param {any} view */
export function zones(view) {
  return [
    ...tricks.zones(view, RANKS),
    { id: "goals", cards: view.offered ?? (view.goal ? [view.goal] : []) },
  ];
}

export const { flights } = tricks;
export const mood = () => "";
/** @param {any} view */
export const holds = ({ phase }) => [{ keep: "goals", wire: "trick" }[/** @type {string} */ (phase)] ?? "hand"];
/** @param {Move} move */
export const uses = ({ do: deed, card, goal }) => (deed === "overload" ? [] : [card ?? goal]);
/** @param {Move} move */
export const warns = ({ do: deed }) => deed === "overload";

/** @param {Move} move */
export const zoneOf = ({ do: deed, cell }) => (deed === "flip" ? cellAt(cell) : deed === "play" ? "trick" : null);

/** @param {string[]} things @param {string} zone @returns {Move | null} */
export const attempt = ([card], zone) => (zone === "trick" ? { do: "play", card } : null);

/** @param {Table} table */
export function layout(table) {
  const { view } = table;
  const mine = table.playing && view.acting.includes(view.viewer);
  return h("section", { key: "table", class: classes("table", mine && "mine", `phase-${view.phase}`), "data-opponents": view.seats - (table.playing ? 1 : 0),
    "data-playing": table.playing, "aria-busy": String(table.busy) },
    opponents(table, (seat) => aboutSeat(table, seat)),
    tally(table),
    h("div", { class: "middle" },
      board(table),
      ownGoal(table),
      view.phase !== "keep" && theTrick(table),
      h("div", { class: "news" },
        tricks.opener(table, "tricks", [h("b", {}, view.played.length), " ", table.words.say("tricks.played", { n: view.played.length })]),
        latest(table))),
    asking(table, () => prompt(table), ({ do: deed }) => deed === "flip"),
    table.playing && hand(table, ""),
    side(table),
    summary(table, (round) => roundSheet(table, round), matchSheet(table)));
}

/** @param {Table} table @param {string} name @returns {import("../drawer.js").Leaf | null} */
export function leaf(table, name) {
  const { view, words } = table;
  if (name === "sheet") return { title: words.say("livewire.sheet"), body: matchSheet(table) };
  if (name !== "tricks") return null;
  return { title: words.say("tricks"), body: view.played.length ? tricks.playedTricks(table, ([deed, card, cell]) =>
    words.say(`livewire.deed.${deed}`, words.named({ card, ...(cell && { cell }) }))) : h("p", {}, words.say("tricks.none")) };
}

/** @param {Table} table @param {number} seat */
function aboutSeat({ view, words }, seat) {
  const deals = seat === view.dealer && h("span", { class: "lead", title: words.say("livewire.deals") },
    sign("deal", "lead"), h("span", { class: "unseen" }, words.say("livewire.deals")));
  const keeps = view.acting.includes(seat) ? "livewire.choosing" : "livewire.chosen";
  return { mark: [tricks.seatSign(seat), deals], state: view.phase === "keep" ? words.say(keeps) : words.say("points", { n: view.scores[seat] }) };
}

/** The round and everybody's points: the way to the sheet. @param {Table} table */
function tally(table) {
  const { view, words } = table;
  return tricks.opener(table, "sheet", [h("span", { class: "round" }, roundName(table), " · ",
    words.say("livewire.dealer.now", { who: words.name(view.dealer) })), scoreTrack(table)]);
}

/** The Goal that is drawn on the grid: one's own, or the one that is looked at. @param {Table} table */
const drawnGoal = ({ view, things }) => view.progress[view.goal ?? things[0]];

/** The grid with its Wires at the edges. @param {Table} table */
function board(table) {
  const { view, words } = table;
  const [code] = view.phase === "wire" ? table.things : [];
  const offers = view.wires.filter((/** @type {any} */ { card }) => !code || card === code);
  /** @type {Map<number, any>} */
  const byWire = new Map(offers.map((/** @type {any} */ offer) => [offer.wire, offer]));
  const reached = new Set(offers.flatMap((/** @type {any} */ { cells }) => cells.map(cellAt)));
  const flips = new Map(table.legal.filter((move) => move.do === "flip" && (!code || move.card === code)).map((move) => [cellAt(move.cell), move]));
  const edge = (/** @type {number} */ wire) => edgeOf(table, wire, byWire.get(wire));
  return h("div", { class: "grid", role: "group", "aria-label": words.say("livewire.grid"), "data-zone": "grid" },
    h("span", { key: "corner", class: "corner" }), LINES.map((column) => edge(column + 6)),
    LINES.map((row) => [edge(row + 1), LINES.map((column) => token(table, [row, column], flips, reached))]));
}

/** A Wire's number, lit where the trick offers it. @param {Table} table @param {number} wire @param {any} offer */
function edgeOf({ words }, wire, offer) {
  const text = words.say(offer?.overloads ? "livewire.wire.overloads" : offer ? "livewire.wire.offered" : "livewire.wire", { wire });
  return h("span", { key: `wire${wire}`, class: classes("edge", offer && "offered", offer?.overloads && "overloads"), role: "img",
    "aria-label": text, title: text, "data-suit": offer && tricks.suitOf(offer.card) }, offer?.overloads ? sign("bolt", "warn") : "", wire);
}

/** @param {Table} table @param {number[]} cell @param {Map<string, Move>} flips @param {Set<string>} reached */
function token(table, cell, flips, reached) {
  const { view, words, update } = table;
  const [zone, state] = [cellAt(cell), STATES[view.grid[5 * cell[0] + cell[1]]]];
  const move = flips.get(zone);
  const goal = drawnGoal(table);
  const wanted = goal?.cells.some((/** @type {number[]} */ each) => cellAt(each) === zone);
  const matches = wanted && STATES[goal.state] === state;
  const turned = update.events.some((/** @type {any} */ { event, cell: at }) => event === "flipped" && cellAt(at) === zone);
  const does = move && words.say("livewire.turns", words.named(move));
  const label = [words.say("livewire.cell", { row: cell[0] + 1, column: cell[1] + 1 }), words.say(`livewire.${state}`), wanted && words.say("livewire.wanted"),
    does].filter(Boolean).join(", ");
  const props = { key: zone, class: classes("token", state, wanted && "wanted", matches && "matches", reached.has(zone) && "reached", move && "lit", turned && "turned"),
    "data-zone": zone, "aria-label": label, "data-move": move && JSON.stringify(move) };
  const body = h("span", { key: state, class: "chip-of" }, sign(state, state));
  return move ? h("button", { ...props, onclick: () => table.make(move) }, body) : h("span", { ...props, role: "img" }, body);
}

/** One's own Goal and how far it has come, or the three to choose from. @param {Table} table */
function ownGoal(table) {
  const { view, words } = table;
  if (!table.playing) return view.phase === "keep" && h("p", { class: "goals waiting" }, words.say("livewire.secret"));
  const cards = table.cards("goals");
  if (view.offered) {
    return h("div", { class: "goals offered", role: "group", "aria-label": words.say("livewire.offered") }, cards.map((card) => held(table, card)));
  }
  return h("div", { class: "goals", role: "group", "aria-label": words.say("livewire.goal") },
    cards.map(({ key, code }) => h("span", { key, class: "card", "data-key": key, "data-code": code, role: "img", "aria-label": words.card(code) }, picture(code))),
    h("p", { class: "progress" }, progress(table)));
}

/** @param {Table} table */
function progress({ view, words }) {
  const own = view.progress[view.goal];
  if (!own) return "";
  if (!own.cells.length) return words.say("livewire.progress.overload");
  return [h("b", {}, words.say("livewire.progress", { n: own.matching, state: words.say(`livewire.${STATES[own.state]}`) })),
    h("small", {}, words.say("livewire.progress.points", { n: own.points }))];
}

/** @param {Table} table */
function theTrick(table) {
  const { view, words } = table;
  const choosing = table.playing && view.phase === "wire" && view.acting.includes(view.viewer);
  return tricks.trick(table, (code) => {
    const offer = view.wires.find((/** @type {any} */ { card }) => card === code);
    const note = offer && words.say(offer.overloads ? "livewire.wire.overloads" : "livewire.wire.offered", { wire: offer.wire });
    const key = table.cards("trick").find((card) => card.code === code)?.key ?? null;
    const overload = choosing && table.legal.find((move) => move.do === "overload" && move.card === code);
    return { kind: !offer && view.trick.length > 0 && "off", signs: offer?.overloads && sign("bolt", "warn"), note, lit: choosing && Boolean(offer), move: overload || undefined,
      tap: choosing && offer && (() => (overload ? table.make(overload) : table.choose(key))) };
  });
}

/** @param {Table} table */
function prompt(table) {
  const { view, words, playing } = table;
  const who = view.acting.map((/** @type {number} */ seat) => words.name(seat)).join(", ");
  const mine = playing && view.acting.includes(view.viewer);
  if (view.phase === "keep") return words.say(mine ? "livewire.keep" : playing ? "livewire.kept" : "livewire.keep.wait", { who, goal: view.goal && words.card(view.goal) });
  if (view.phase === "wire") return words.say(`livewire.turn.${view.lead_suit}${mine ? ".you" : ""}`, { who });
  return mine ? words.say("turn.yours", { may: tricks.playPrompt(table) }) : words.say("turn.of", { who });
}
