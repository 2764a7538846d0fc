// The log of a game, line by line. It outlives a reload of the page, in this tab alone.

import { h } from "./render.js";

/** @typedef {{n: number, v: number, text: string}} Line */

const LONGEST = 300;

export class Story {
  /** @param {number} game the number of the game in its room */
  constructor(game) {
    this.game = game;
    /** @type {Line[]} */
    this.lines = recalled(game);
  }

  /** What happened at version `v`, in sentences. @param {number} v @param {string[]} sentences */
  add(v, sentences) {
    if (!sentences.length) return;
    for (const text of sentences) this.lines.push({ n: (this.lines.at(-1)?.n ?? 0) + 1, v, text });
    this.lines.splice(0, this.lines.length - LONGEST);
    try {
      sessionStorage.setItem(location.pathname, JSON.stringify({ game: this.game, lines: this.lines }));
    } catch { /* a browser that keeps nothing */ }
  }

  /** What the last change was. */
  get latest() {
    return this.lines.filter(({ v }) => v === this.lines.at(-1)?.v).map(({ text }) => text).join(" ");
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
