// The table of any game: what is chosen, what lights up, what is sent. The game's module lays it out.

import { draggable } from "./drag.js";
import { animate, measure, place, skip } from "./motion.js";
import { h, patch } from "./render.js";
import { Story } from "./story.js";
import { picture } from "./cards.js";

/** @typedef {Record<string, any>} Move */
/** @typedef {import("./motion.js").Card} Card */
/** @typedef {import("./say.js").Words} Words */
/**
 * A game's layout.
 * @typedef {object} Game
 * @property {(view: any) => import("./motion.js").Zone[]} zones every place that holds cards
 * @property {(view: any) => string} mood what the page's look follows
 * @property {(move: Move) => string | null} zoneOf the place that a move is made at
 * @property {(card: string, zone: string) => Move | null} attempt the move that dropping a card there would be
 * @property {Set<string>} loud the events that nobody may miss
 * @property {(table: Table) => any} layout
 */

const SHOUT = 2600; // milliseconds

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {Words} words
   * @param {(message: Record<string, unknown>) => Promise<any>} send
   */
  constructor(root, game, words, send) {
    this.root = root;
    this.game = game;
    this.words = words;
    this.send = send;
    /** @type {any} */
    this.update = null;
    /** @type {import("./motion.js").Placing | null} */
    this.placing = null;
    /** The chosen card's key. @type {string | null} */
    this.chosen = null;
    /** @type {{rule: string, message: string} | null} */
    this.refusal = null;
    /** The place that is looked through. @type {string | null} */
    this.open = null;
    this.busy = false;
    this.shouted = "";
    this.hush = 0;
    /** Where the dragged card was let go. @type {{key: string, spot: DOMRect} | null} */
    this.dropped = null;
    this.story = new Story(0);
    draggable(root, {
      lift: (key) => this.choose(key, true),
      drop: (key, zone, spot) => {
        if (!zone || this.chosen !== key) return;
        this.dropped = { key, spot };
        this.at(zone);
      },
    });
    addEventListener("pointerdown", skip, true);
    addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null));
  }

  get view() { return this.update.view; }
  get room() { return this.update.room; }
  get playing() { return this.view.viewer !== null; }
  /** @returns {Move[]} */
  get legal() { return this.view.legal; }
  /** @returns {Card | null} */
  get card() { return this.cards("hand").find(({ key }) => key === this.chosen) ?? null; }

  /** The cards at a place, each with its key. @param {string} zone @returns {Card[]} */
  cards(zone) { return this.placing?.cards.get(zone) ?? []; }

  /** The legal moves with this card. @param {string} code */
  movesWith(code) { return this.legal.filter((move) => move.card === code); }

  /** The legal moves that a tap on this place may mean. @param {string} zone */
  movesAt(zone) {
    const code = this.card?.code;
    return this.legal.filter((move) => move.card === code && this.game.zoneOf(move) === zone);
  }

  /** @param {any} update */
  show(update) {
    const sameGame = this.update?.game === update.game;
    const next = sameGame && this.update.v + 1 >= update.v;
    if (sameGame && update.v < this.update.v) return;
    if (!sameGame || !next) this.placing = null;
    if (!sameGame) this.story = new Story(update.game);
    const moved = !sameGame || this.update.v !== update.v;
    const spots = measure(this.root);
    if (this.dropped) spots.set(this.dropped.key, this.dropped.spot);
    this.update = update;
    if (moved) {
      this.busy = false;
      this.refusal = null;
      this.dropped = null;
      this.placing = place(this.placing, this.game.zones(update.view));
      this.shout(update.events);
      this.story.add(update.v, update.events.map((/** @type {any} */ event) => this.words.tell(event)).filter(Boolean));
    }
    if (!this.card) this.chosen = null;
    this.render();
    if (moved && this.placing) animate(this.root, spots, this.placing);
  }

  /** @param {any[]} events */
  shout(events) {
    const loud = events.filter(({ event }) => this.game.loud.has(event));
    this.shouted = loud.map((event) => this.words.tell(event)).join(" ");
    clearTimeout(this.hush);
    this.hush = setTimeout(() => { this.shouted = ""; this.render(); }, SHOUT);
  }

  /** @param {string | null} key @param {boolean} [keep] do not put a chosen card down again */
  choose(key, keep = false) {
    this.refusal = null;
    this.chosen = key === this.chosen && !keep ? null : key;
    this.render();
  }

  /** Somebody tapped, or dropped the chosen card on, a place. @param {string} zone */
  at(zone) {
    const [move] = this.movesAt(zone);
    if (move) this.make(move);
    else if (this.card) this.make(this.game.attempt(this.card.code, zone)); // the server says why not
    else this.look(zone);
  }

  /** @param {string | null} zone */
  look(zone) {
    if (zone && zone !== "log" && !this.cards(zone).length) return;
    this.open = zone;
    this.render();
  }

  /** @param {Move | null} move */
  async make(move) {
    if (!move || this.busy) return;
    const { game, v } = this.update;
    this.busy = true;
    this.refusal = null;
    this.render();
    const answer = await this.send({ type: "move", game, v, move });
    this.busy = false;
    if (answer.type === "refused") this.refusal = answer;
    this.render();
  }

  /** Another game with those who sit here. */
  async again() {
    const answer = await this.send({ type: "start" });
    if (answer.type === "refused") this.refusal = answer;
    this.render();
  }

  render() {
    if (!this.view) return;
    document.body.dataset.mood = this.game.mood(this.view);
    patch(this.root, [this.game.layout(this), this.open && this.drawer(this.open)].filter(Boolean));
    const dialog = this.root.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    for (const log of this.root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  }

  /** What lies in a place, one by one, or the log. @param {string} zone */
  drawer(zone) {
    const close = () => this.look(null);
    const title = zone === "log" ? this.words.say("log") : this.zoneName(zone);
    return h("dialog", { key: "drawer", class: "drawer", "aria-label": title, onclose: close,
      onclick: (/** @type {Event} */ event) => event.target === event.currentTarget && close() },
      h("header", {}, h("h2", {}, title), h("button", { class: "quiet", onclick: close }, this.words.say("close"))),
      zone === "log" ? this.story.list() : h("ol", { class: "spread" }, this.cards(zone).map(({ key, code }) =>
        h("li", { key }, h("span", { class: "card", role: "img", "aria-label": this.words.card(code) }, picture(code))))));
  }

  /** A place's name, the game's own before the one that all games share. @param {string} zone */
  zoneName(zone) {
    const key = `${this.words.game}.zone.${zone}`;
    return this.words.say(this.words.has(key) ? key : `zone.${zone}`);
  }

  /** A move as a button. @param {Move} move */
  button(move) {
    const { words } = this;
    const values = { ...words.named(move), zone: this.zoneName(this.game.zoneOf(move) ?? "") };
    return h("button", { key: JSON.stringify(move), class: `do ${move.do}`, "data-move": JSON.stringify(move),
      onclick: () => this.make(move) }, words.say(`${words.game}.do.${move.do}`, values));
  }
}
