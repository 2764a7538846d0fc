// The tables where this browser has a seat: code, name and game, no secret.

import { keep, recall } from "./kept.js";

/** @typedef {{code: string, name: string, game: string}} Known */

const MOST = 20;

/** Newest first. @returns {Known[]} */
export const tables = () => recall("tables", []);

/** @param {Known} table */
export function remember(table) {
  keep("tables", [table, ...tables().filter(({ code }) => code !== table.code)].slice(0, MOST));
}

/** @param {string} code */
export function forget(code) {
  keep("tables", tables().filter((table) => table.code !== code));
}
