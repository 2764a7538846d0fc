// The log of a game, a line for each move. It outlives a reload of the page, in this tab alone.

import { h } from "./render.js";

/** @typedef {{n: number, text: string}} Line */

const LONGEST = 300;

export class Story {
  /** @param {number} game the number of the game in its room */
  constructor(game) {
    this.game = game;
    /** @type {Line[]} */
    this.lines = recalled(game);
  }

  /** What a move led to, in sentences. @param {string[]} sentences */
  add(sentences) {
    if (!sentences.length) return;
    this.lines.push({ n: (this.lines.at(-1)?.n ?? 0) + 1, text: sentences.join(" ") });
    this.lines.splice(0, this.lines.length - LONGEST);
    try {
      sessionStorage.setItem(location.pathname, JSON.stringify({ game: this.game, lines: this.lines }));
    } catch { /* a browser that keeps nothing */ }
  }

  /** What the last change was. */
  get latest() {
    return this.lines.at(-1)?.text ?? "";
  }

  list() {
    return h("div", { class: "log" }, h("ol", {}, this.lines.map(({ n, text }) => h("li", { key: n }, text))));
  }
}

/** @param {number} game @returns {Line[]} */
function recalled(game) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(location.pathname) ?? "null");
    return kept?.game === game ? kept.lines : [];
  } catch {
    return [];
  }
}
