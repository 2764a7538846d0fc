// What a game's module tells the table, and what goes without saying.

/** @typedef {Record<string, any>} Move */
/**
 * @typedef {object} Game
 * @property {(table: import("./table.js").Table) => any} layout
 * @property {(view: any, events: any[]) => import("./motion.js").Zone[]} zones every place that holds cards
 * @property {(move: Move, view: any) => string | null} zoneOf the place that a move is made at
 * @property {(things: string[], zone: string) => Move | null} attempt the move that dropping what is chosen there would be
 * @property {(move: Move, view: any) => string[]} uses what a move is made with, cards by code and places by name
 * @property {(view: any) => string[]} holds the places that one chooses from, or that are chosen themselves
 * @property {(things: string[]) => boolean} together whether these may be chosen at once
 * @property {(event: any, view: any) => import("./motion.js").Flight[]} flights where cards went that counting does not tell
 * @property {(table: import("./table.js").Table, name: string) => import("./drawer.js").Leaf | null} leaf what the game's own drawers show
 * @property {(move: Move) => boolean} warns whether to ask first if this move is meant
 * @property {(view: any) => string} mood what the page's look follows
 * @property {Set<string>} loud the events that nobody may miss
 */

/** @type {Omit<Game, "layout" | "zones" | "zoneOf" | "attempt">} */
const USUAL = {
  uses: (move) => (move.card ? [move.card] : []),
  holds: () => ["hand"],
  together: () => false,
  flights: () => [],
  leaf: () => null,
  warns: () => false,
  mood: () => "",
  loud: new Set(),
};

/** @param {any} game @returns {Game} */
export const whole = (game) => ({ ...USUAL, ...game });
