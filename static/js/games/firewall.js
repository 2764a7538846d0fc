// Firewall laid out: four Ports, the trick between partners who sit opposite, the hand. What may be done comes from the view alone.

import { lying, picture, sign } from "../cards.js";
import { asking, classes, hand, latest, opponents, side } from "../parts.js";
import { h } from "../render.js";
import { roundName, summary } from "../rounds.js";
import * as tricks from "../tricks.js";
import { matchSheet, PORTS, roleOf, roleSign, roundSheet, sides } from "./firewall/sheet.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Move} Move */

const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A";
const PEEK = 4;

/** @param {string} suit */
const portOf = (suit) => `port:${suit}`;
/** Where a seat's Boot card lies until all are shown. @param {number} seat */
const bootOf = (seat) => `boot:${seat}`;

/** @param {any} view */
export function zones(view) {
  return [
    ...Object.entries(view.stacks).map(([suit, cards]) => ({ id: portOf(suit), cards })),
    ...tricks.zones(view, RANKS),
    { id: "breached", cards: view.discard },
    { id: "boot", cards: view.phase === "boot" && view.boot[view.viewer] ? [view.boot[view.viewer]] : [] },
  ];
}

/** @param {any} event @param {any} view @returns {import("../motion.js").Flight[]} */
export function flights(event, view) {
  if (event.event === "chose" && event.seat !== view.viewer) return [{ from: `seat:${event.seat}`, to: bootOf(event.seat) }];
  if (event.event === "booted") return event.cards.map((/** @type {string} */ code, /** @type {number} */ seat) => ({ from: bootOf(seat), to: portOf(tricks.suitOf(code)) }));
  return tricks.flights(event, view);
}

export const mood = () => "";
/** @param {any} view */
export const holds = ({ phase }) => [phase === "act" ? "trick" : "hand"];

/** @param {Move} move */
export function zoneOf({ do: deed, card }) {
  if (deed === "decline") return null;
  return deed === "boot" || deed === "play" ? "trick" : portOf(tricks.suitOf(card));
}

/** @param {string[]} things @param {string} zone @returns {Move | null} */
export const attempt = ([card], zone) => (zone === "trick" ? { do: "play", card } : null);

/** @param {Table} table */
export function layout(table) {
  const { view } = table;
  const mine = table.playing && view.acting.includes(view.viewer);
  return h("section", { key: "table", class: classes("table", mine && "mine", `phase-${view.phase}`), "data-opponents": view.seats - (table.playing ? 1 : 0),
    "data-playing": table.playing, "aria-busy": String(table.busy) },
    opponents(table, (seat) => ({ kind: roleOf(view, seat % 2), ...aboutSeat(table, seat) })),
    tally(table),
    h("div", { class: "middle" },
      h("div", { class: "ports" }, PORTS.map((suit) => port(table, suit))),
      theTrick(table),
      tricks.opener(table, "tricks", [h("b", {}, view.played.length), " ", table.words.say("tricks.played", { n: view.played.length })]),
      latest(table)),
    asking(table, () => prompt(table)),
    table.playing && hand(table, "", (code) => handSigns(table, code)),
    side(table),
    summary(table, (round) => roundSheet(table, round), matchSheet(table)));
}

/** @param {Table} table @param {string} name @returns {import("../drawer.js").Leaf | null} */
export function leaf(table, name) {
  const { view, words } = table;
  if (name === "sheet") return { title: words.say("firewall.sheet"), body: [roundSheet(table), matchSheet(table)] };
  if (name !== "tricks") return null;
  return { title: words.say("tricks"), body: view.played.length ? tricks.playedTricks(table, ([deed, card]) =>
    words.say(`firewall.deed.${deed}`, { card: card && words.card(card) })) : h("p", {}, words.say("tricks.none")) };
}

/** @param {Table} table @param {number} seat */
function aboutSeat({ view, words }, seat) {
  const mark = [tricks.seatSign(seat), seat === view.leader && h("span", { class: "lead", title: words.say("firewall.leads") },
    sign("lead", "lead"), h("span", { class: "unseen" }, words.say("firewall.leads")))];
  const name = roleOf(view, seat % 2);
  return { mark, state: [roleSign(name), " ", words.say(`firewall.${name}`)] };
}

/** The round and both sides, with their points: the way to the sheets. @param {Table} table */
function tally(table) {
  const { view, words } = table;
  const both = sides(view).map((number) => {
    const name = roleOf(view, number);
    const own = table.playing && view.viewer % 2 === number;
    return h("span", { class: classes("team", name, own && "own") },
      h("span", { class: "role" }, roleSign(name), words.say(`firewall.${name}`), h("i", {}, [number, number + 2].map(tricks.seatSign))),
      h("b", { class: "points" }, view.points[number]),
      h("small", {}, words.say("firewall.tricks", { n: view.tricks[number] })));
  });
  return tricks.opener(table, "sheet", [both[0], h("span", { class: "round" }, roundName(table),
    h("small", {}, words.say("firewall.leader", { who: words.name(view.leader) }))), both[1]]);
}

/** @param {Table} table @param {string} suit */
function port(table, suit) {
  const { view, words } = table;
  const zone = portOf(suit);
  const cards = table.cards(zone);
  const { depth, cap, blocks, points } = view.standing[suit];
  const number = points[0] > points[1] ? 0 : 1;
  const name = roleOf(view, number);
  const lit = table.chosen.length > 0 && table.movesAt(zone).length > 0;
  const shut = !depth ? "firewall.open" : blocks.length ? "firewall.blocks" : "firewall.blocks.none";
  const ranks = blocks.length > 1 ? `${blocks[0]}–${blocks.at(-1)}` : blocks[0];
  const label = words.say(depth ? "firewall.port" : "firewall.port.open", { suit: words.say(`suit.${suit}`), n: depth, cap: cap && words.card(cap),
    blocks: words.say(shut, { ranks }), side: words.say(`firewall.${name}`), points: points[number] });
  return h("button", { key: zone, class: classes("port", lit && "lit", view.lead_suit === suit && "led", !depth && "open"), "data-zone": zone,
    "data-suit": suit, "aria-label": label, onclick: () => table.at(zone) },
    h("span", { class: "marker" }, tricks.suitSign(suit), words.say(`suit.${suit}`)),
    h("span", { class: "stack" },
      depth === 0 && h("span", { class: "socket" }, tricks.suitSign(suit)),
      cards.slice(-PEEK).map((card) => lying(card, words)),
      depth > 0 && h("span", { class: "depth" }, `×${depth}`)),
    h("span", { class: "blocks" }, blocks.length > 0 && sign("barred", "barred"), blocks.length ? ranks : words.say(shut)),
    h("span", { class: classes("worth", name) }, roleSign(name), words.say(`firewall.${name}`), " ", h("b", {}, points[number])));
}

/** @param {Table} table */
function theTrick(table) {
  const { view, words } = table;
  return tricks.trick(table, (code) => {
    const [move] = view.phase === "act" ? table.movesWith([code]) : [];
    const blocked = view.blocked.includes(code);
    return { kind: blocked && "blocked", signs: blocked && sign("barred", "barred"), note: blocked ? words.say("firewall.blocked") : "",
      lit: Boolean(move), move, label: move && words.say(`firewall.on.${move.do}`, { suit: words.say(`suit.${tricks.suitOf(code)}`) }),
      tap: move && (() => table.make(move)) };
  }, {
    waiting: (seat) => view.phase === "boot" && !view.acting.includes(seat)
      && tricks.ready(table, bootOf(seat), seat === view.viewer ? table.cards("boot")[0] : undefined, words.say(seat === view.viewer ? "firewall.ready.you" : "firewall.ready", { seat: words.name(seat) })),
    middle: view.dropped && h("p", { class: "drop", role: "status" }, h("b", {}, sign("barred", "barred"), words.say("firewall.drop")),
      words.say("firewall.drop.wins")),
  });
}

/** Whether the Cap would block this card now, on the card itself. @param {Table} table @param {string} code */
function handSigns({ view, words }, code) {
  const suit = tricks.suitOf(code);
  const matters = view.phase === "play" && (!view.lead_suit || view.lead_suit === suit);
  return matters && view.standing[suit].blocks.includes(code.slice(0, -1)) 
    ? [picture(code), h("span", { class: "barred-mark", title: words.say("firewall.blocked") }, sign("barred", "barred"))] : [];
}

/** @param {Table} table */
function prompt(table) {
  const { view, words, playing } = table;
  const who = view.acting.map((/** @type {number} */ seat) => words.name(seat)).join(", ");
  const mine = playing && view.acting.includes(view.viewer);
  if (view.phase === "boot") return words.say(mine ? "firewall.boot" : playing ? "firewall.booted.wait" : "firewall.boot.wait", { who });
  if (view.phase === "act") return words.say(`firewall.act.${roleOf(view, view.turn % 2)}${mine ? ".you" : ""}`, { who });
  return mine ? words.say("turn.yours", { may: tricks.playPrompt(table) }) : words.say("turn.of", { who });
}
