// The table of any game: what is chosen, what lights up, what is sent. The game's module lays it out.

import { draggable } from "./drag.js";
import { drawer } from "./drawer.js";
import { whole } from "./game.js";
import { animate, measure, place, skip } from "./motion.js";
import { patch } from "./render.js";
import { Story } from "./story.js";

/** @typedef {Record<string, any>} Move */
/** @typedef {import("./motion.js").Card} Card */
/** @typedef {import("./say.js").Words} Words */
/** @typedef {import("./game.js").Game} Game */

const SHOUT = 2600; // milliseconds

/** Whether all of `some` are among `all`, each as often. @param {string[]} all @param {string[]} some */
const covers = (all, some) => some.every((each) => count(all, each) >= count(some, each));
/** @param {string[]} things @param {string} thing */
const count = (things, thing) => things.filter((each) => each === thing).length;

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {Partial<Game>} game
   * @param {Words} words
   * @param {(message: Record<string, unknown>) => Promise<any>} send
   */
  constructor(root, game, words, send) {
    this.root = root;
    this.game = whole(game);
    this.words = words;
    this.send = send;
    /** @type {any} */
    this.update = null;
    /** @type {import("./motion.js").Placing | null} */
    this.placing = null;
    /** What is chosen: cards by their keys, places by their names. @type {string[]} */
    this.chosen = [];
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
        if (!zone || !this.chosen.includes(key)) return;
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
  /** What is chosen, cards by code and places by name. */
  get things() { return this.chosen.map((key) => this.held.find((card) => card.key === key)?.code ?? key); }
  /** The places that may be chosen from. */
  get holds() { return this.game.holds(this.view); }
  /** @returns {Card[]} */
  get held() { return this.holds.flatMap((zone) => this.cards(zone)); }
  /** @param {string} key */
  mayChoose(key) { return this.holds.includes(key) || this.held.some((card) => card.key === key); }
  /** The move that the view asks for without listing it, once enough is chosen. @returns {Move | null} */
  get answer() {
    const { ask } = this.view;
    return ask && this.chosen.length === ask.count ? { do: ask.do, cards: this.things } : null;
  }

  /** The cards at a place, each with its key. @param {string} zone @returns {Card[]} */
  cards(zone) { return this.placing?.cards.get(zone) ?? []; }

  /** What a move is made with. @param {Move} move @returns {string[]} */
  uses(move) { return this.game.uses(move, this.view); }

  /** The legal moves with all of these things, and maybe more of them. @param {string[]} things */
  movesWith(things) { return this.legal.filter((move) => covers(this.uses(move), things)); }

  /** Whether a card or a place can be used now. @param {string} thing */
  canUse(thing) { return this.view.ask ? this.view.ask.from.includes(thing) : this.movesWith([thing]).length > 0; }

  /** The legal moves that a tap on this place may mean. @param {string} zone */
  movesAt(zone) {
    const { things, view } = this;
    return this.movesWith(things).filter((move) => this.uses(move).length === things.length && this.game.zoneOf(move, view) === zone);
  }

  /** @param {any} update */
  show(update) {
    const sameGame = this.update?.game === update.game;
    const next = sameGame && this.update.v + 1 >= update.v;
    if (sameGame && update.v < this.update.v) return;
    if (!sameGame || !next) this.placing = null;
    if (!sameGame) [this.story, this.chosen] = [new Story(update.game), []];
    const moved = !sameGame || this.update.v !== update.v;
    const spots = measure(this.root);
    const lifted = this.dropped && spots.get(this.dropped.key);
    if (this.dropped && lifted) lifted.spot = this.dropped.spot;
    this.update = update;
    if (moved) {
      if (this.busy) this.chosen = []; // another card of the same code may have taken over the key
      this.busy = false;
      this.refusal = null;
      this.dropped = null;
      this.placing = place(this.placing, this.game.zones(update.view, update.events), this.flights(update));
      this.shout(update.events);
      this.story.add(update.events.map((/** @type {any} */ event) => this.words.tell(event)).filter(Boolean));
    }
    this.chosen = this.chosen.filter((key) => this.mayChoose(key));
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

  /** The flights that the game reads from the events. @param {any} update */
  flights({ events, view }) {
    return events.flatMap((/** @type {any} */ event) => this.game.flights(event, view));
  }

  /** Choose a thing or put it back; null puts all back. @param {string | null} key @param {boolean} [keep] never put it back */
  choose(key, keep = false) {
    if (!this.update?.view || (key !== null && !this.mayChoose(key))) return;
    const { ask } = this.view;
    this.refusal = null;
    const before = this.chosen;
    if (key === null) this.chosen = [];
    else if (before.includes(key)) this.chosen = keep ? before : before.filter((each) => each !== key);
    else this.chosen = ask ? [...before, key].slice(0, ask.count) : [...before, key];
    if (!ask && this.chosen.length > 1 && !this.game.together(this.things)) this.chosen = this.chosen.slice(-1);
    this.render();
  }

  /** Somebody tapped, or dropped the chosen card on, a place. @param {string} zone */
  at(zone) {
    const [move] = this.movesAt(zone);
    if (move) this.make(move);
    else if (this.chosen.length) this.make(this.game.attempt(this.things, zone)); // the server says why not
    else this.look(zone);
  }

  /** Open a drawer, or none. @param {string | null} name */
  look(name) {
    if (!name || drawer(this, name)) this.open = name;
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
    patch(this.root, [this.game.layout(this), this.open && drawer(this, this.open)].filter(Boolean));
    const dialog = this.root.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** A place's name, the game's own before the one that all games share. @param {string} zone */
  zoneName(zone) {
    const key = `${this.words.game}.zone.${zone}`;
    return this.words.say(this.words.has(key) ? key : `zone.${zone}`);
  }
}
