// Who is there: a shape and a word.

import { h } from "./render.js";

/** @typedef {import("./say.js").Words} Words */

/** @param {any} seat as in the room */
const stateOf = ({ vacant, presence, here }) => (vacant ? "left" : presence ?? (here ? "here" : "gone"));

/** @param {any} seat */
export const isThere = (seat) => stateOf(seat) === "here";

/** @param {any} seat @param {Words} words */
export function presence(seat, words) {
  const state = stateOf(seat);
  return h("span", { key: "presence", class: `presence ${state}` }, words.say(`presence.${state}`));
}

/** What is done for somebody who is waited for, in short; "" where nothing is. @param {any} seat @param {Words} words */
export const meanwhile = (seat, words) => (seat?.meanwhile ? words.say(`meanwhile.${seat.meanwhile}`) : "");

/** Who sits here, with all that is to be known of them. @param {any} room @param {Words} words */
export function seats(room, words) {
  return room.seats.map((/** @type {any} */ seat) => h("li", { key: seat.player ?? seat.seat, class: isThere(seat) ? "here" : "away" },
    h("span", { class: "who" }, seat.name),
    h("span", { class: "note" }, presence(seat, words), notes(room, seat, words).map((note) => ` · ${note}`))));
}

/** What else there is to know of who sits at a seat. @param {any} room @param {any} seat @param {Words} words @returns {string[]} */
export function notes(room, seat, words) {
  return [
    seat.seat === room.you && words.say("you"),
    seat.seat === room.host && words.say("host"),
    seat.muted && words.say("muted"),
    meanwhile(seat, words),
    room.played > 0 && words.say("score.wins", { n: seat.wins }),
  ].filter(Boolean);
}
