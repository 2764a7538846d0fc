// The rounds of a game: what each gave stands there until the player closes it, and is found again later.

import { dialog } from "./drawer.js";
import { outcome } from "./parts.js";
import { h } from "./render.js";

/** @typedef {import("./table.js").Table} Table */

const KEY = () => `${location.pathname}#rounds`;
/** How many rounds' summaries have been closed, of which game. */
let closed = { game: 0, rounds: 0 };

/** @param {{game: number, view: any}} update */
function closedIn({ game, view }) {
  if (closed.game === game) return closed.rounds;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY()) ?? "null");
    if (kept?.game === game) closed = kept;
  } catch { /* a browser that keeps nothing */ }
  if (closed.game !== game) {
    const hasBegun = view.trick.length > 0 || view.played.length > 0;
    closed = { game, rounds: Math.max(0, view.history.length - (hasBegun ? 0 : 1)) };
  }
  return closed.rounds;
}

/** The player has seen them all. @param {Table} table */
function close(table) {
  closed = { game: table.update.game, rounds: table.view.history.length };
  try {
    sessionStorage.setItem(KEY(), JSON.stringify(closed));
  } catch { /* a browser that keeps nothing */ }
  table.render();
}

/**
 * What the finished rounds gave that the player has not closed yet; the game goes on meanwhile.
 * @param {Table} table @param {(round: any) => any} sheet @param {any} match
 */
export function summary(table, sheet, match) {
  const { view, words, playing } = table;
  const rounds = playing ? view.history.slice(closedIn(table.update)) : [];
  if (!rounds.length) return null;
  const [first, last] = [rounds[0].round, rounds.at(-1).round];
  const title = view.result ? outcome(table) : first === last ? words.say("round.over", { round: first }) : words.say("rounds.over", { first, last });
  const body = [
    h("div", { class: "sheets" }, rounds.map((/** @type {any} */ round) => h("section", { key: round.round }, sheet(round)))),
    match,
  ];
  return dialog(table, "summary", { title, body }, () => close(table), true);
}

/** Which round it is. @param {Table} table */
export const roundName = ({ view, words }) => words.say("round", { round: view.round, of: (view.leaders ?? view.dealers).length });
