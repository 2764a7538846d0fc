// The seats' time, counted down from what the server said last.

import { h } from "./render.js";

/** @typedef {import("./say.js").Words} Words */

const TICK = 250;
const LOW = 10_000; // milliseconds

/** @type {{left: number[], runs: number[], at: number} | null} */
let known = null;

/** @param {any} update */
export function setClock({ clock }) {
  known = clock && { left: clock.left, runs: clock.runs, at: performance.now() };
}

/** The milliseconds that a seat has left. @param {number} seat */
function left(seat) {
  const rest = known?.left[seat] ?? 0;
  return known?.runs.includes(seat) ? Math.max(0, rest - (performance.now() - known.at)) : rest;
}

/** @param {number} milliseconds */
export function spelled(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days >= 2) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** A seat's clock, if there are any. @param {number | null} seat @param {Words} words */
export function clockOf(seat, words) {
  if (!known || seat === null || known.left[seat] === undefined) return null;
  return h("span", { key: "clock", class: look(seat), role: "timer", "aria-label": words.say("clock.left"), "data-clock": seat }, spelled(left(seat)));
}

/** @param {number} seat */
function look(seat) {
  const runs = known?.runs.includes(seat);
  return `time${runs ? " runs" : ""}${runs && left(seat) < LOW ? " low" : ""}`;
}

setInterval(() => {
  for (const shown of document.querySelectorAll("[data-clock]")) {
    const seat = Number(/** @type {HTMLElement} */ (shown).dataset.clock);
    if (!known?.runs.includes(seat)) continue;
    shown.textContent = spelled(left(seat));
    shown.className = look(seat);
  }
}, TICK);
