// The order of one's own cards, and a second thought before a move. Both are this browser's own business.

import { keep, keepHere, recall, recallHere } from "./kept.js";
import { choice, toggle } from "./menu.js";
import { animate, measure } from "./motion.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./motion.js").Zone} Zone */

const WAYS = ["suit", "rank", "own"];
const COURT = ["J", "Q", "K", "A"];
const SLOP = 8; // pixels, as for any drag
/** @returns {string} */
const way = () => recall("hand.order", "suit");

/** What comes first by number; cards without one come last. @param {string} code */
function rankOf(code) {
  const court = COURT.indexOf(code.slice(0, -1));
  return court >= 0 ? 11 + court : Number(code.match(/\d+/)?.[0] ?? Infinity);
}

/** A game's places with the hand in the player's order. @param {Zone[]} zones */
export function arranged(zones) {
  return zones.map((zone) => (zone.id === "hand" && zone.cards ? { ...zone, cards: sorted(zone.cards) } : zone));
}

/** @param {string[]} cards in the game's own order @returns {string[]} */
function sorted(cards) {
  if (way() === "rank") return [...cards].sort((a, b) => Math.sign(rankOf(a) - rankOf(b)) || 0);
  if (way() !== "own") return cards;
  const rest = [...cards];
  const known = recallHere("hand.own", /** @type {string[]} */ ([])).filter((code) => {
    const at = rest.indexOf(code);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return remembered([...known, ...rest]);
}

/** @param {string[]} codes */
function remembered(codes) {
  keepHere("hand.own", codes);
  return codes;
}

export class Hand {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {{key: string, x: number, y: number} | null} */
    this.held = null;
    table.root.addEventListener("pointerdown", (event) => {
      const card = /** @type {HTMLElement} */ (event.target).closest?.(".hand [data-drag]");
      if (card instanceof HTMLElement) this.held = { key: card.dataset.key ?? "", x: event.clientX, y: event.clientY };
    });
    addEventListener("pointerup", (event) => this.dropped(event));
    table.root.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {PointerEvent} event */
  dropped({ clientX: x, clientY: y }) {
    const { held, table } = this;
    this.held = null;
    const hand = document.elementFromPoint(x, y)?.closest(".hand");
    if (!held || !hand || Math.hypot(x - held.x, y - held.y) < SLOP) return;
    const slots = [...hand.querySelectorAll(".slot")].map((slot) => ({ slot, box: slot.getBoundingClientRect() }))
      .filter(({ slot }) => !slot.querySelector(`[data-key="${held.key}"]`));
    const row = Math.max(...slots.map(({ box }) => box.top).filter((top) => top <= y), slots[0]?.box.top);
    this.put(held.key, slots.filter(({ box }) => box.top < row || (box.top === row && box.left + box.width / 2 < x)).length);
    table.choose(null);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const card = /** @type {HTMLElement} */ (event.target).closest?.(".hand [data-key]");
    if (!step || !event.shiftKey || !(card instanceof HTMLElement)) return;
    event.preventDefault();
    const key = card.dataset.key ?? "";
    this.put(key, this.table.cards("hand").findIndex((each) => each.key === key) + step);
    /** @type {HTMLElement | null} */ (this.table.root.querySelector(`.hand [data-key="${key}"]`))?.focus();
  }

  /** Put a card at this place among the others. @param {string} key @param {number} at */
  put(key, at) {
    const all = this.table.cards("hand");
    const card = all.find((each) => each.key === key);
    if (!card || at < 0) return;
    const cards = all.filter((each) => each !== card);
    cards.splice(at, 0, card);
    keep("hand.order", "own");
    remembered(cards.map(({ code }) => code));
    this.show(cards);
  }

  /** @param {string} order */
  sort(order) {
    keep("hand.order", order);
    const { table } = this;
    const zone = table.update?.view && table.game.zones(table.update.view, []).find(({ id }) => id === "hand");
    if (!zone?.cards) return;
    const cards = [...table.cards("hand")];
    this.show(zone.cards.flatMap((code) => cards.splice(cards.findIndex((card) => card.code === code), 1)));
  }

  /** @param {import("./motion.js").Card[]} cards */
  show(cards) {
    const { table } = this;
    const spots = measure(table.root);
    table.placing?.cards.set("hand", cards);
    table.render();
    if (table.placing) animate(table.root, spots, { ...table.placing, flights: [] });
  }

  /** @param {() => void} changed */
  section(changed) {
    const { words } = this.table;
    return h("section", { key: "hand" }, h("h3", {}, words.say("hand.mine")),
      choice("hand.order", words.say("hand.order"), WAYS.map((value) => ({ value, label: words.say(`hand.order.${value}`) })), way(),
        (order) => { this.sort(order); changed(); }),
      h("p", { class: "hint" }, words.say("hand.order.hint")),
      toggle(words, { name: "hand.sure", on: recall("hand.sure", false), hint: words.say("hand.sure.hint"),
        flip: () => { keep("hand.sure", !recall("hand.sure", false)); changed(); } }));
  }
}
