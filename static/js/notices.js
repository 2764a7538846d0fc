// What everybody at the table should know beside the game: who is waited for, who asks for something, how it stands.

import { isThere } from "./presence.js";
import { h, patch } from "./render.js";

/** @typedef {import("./life.js").Life} Life */

const WAYS = ["stand_in", "default", "wait"];

/** @param {Life} life @param {(message: Record<string, unknown>) => void} tell @param {() => void} openMenu */
export function notices(life, tell, openMenu) {
  const { seats, room, update: { view, clock } } = life;
  const lines = [
    ...seats.filter(({ meanwhile, seat }) => (seat === life.you ? meanwhile || clock?.left[seat] === 0 : meanwhile === "wait" && view.acting.includes(seat)))
      .map((seat) => absent(life, seat, tell)),
    room.asking && asking(life),
    room.status === "over" && over(life, openMenu),
  ].filter(Boolean);
  patch(/** @type {HTMLElement} */ (document.getElementById("notices")), lines);
}

/** @param {string} key @param {string} text @param {...any} deeds */
function line(key, text, ...deeds) {
  return h("div", { key, class: `notice ${key}` }, h("p", {}, text), h("div", { class: "deeds" }, deeds));
}

/** @param {Life} life @param {any} seat @param {(message: Record<string, unknown>) => void} tell */
function absent(life, seat, tell) {
  const { words } = life;
  const key = `absent.${seat.seat}`;
  if (seat.seat === life.you) {
    return line(key, words.say(seat.meanwhile === "wait" ? "absent.you.wait" : "absent.you"), h("button", { class: "go", onclick: () => tell({ type: "back" }) }, words.say("absent.back")));
  }
  const why = words.say(isThere(seat) ? "absent.late" : "absent.gone", { who: seat.name });
  return line(key, `${why} ${words.say("absent.wait")}`, instead(life, seat));
}

/** What else may be done for somebody who is waited for: the host decides, or while they are absent a vote. @param {Life} life @param {any} seat */
export function instead(life, seat) {
  if (life.you === null || !seat.meanwhile || seat.vacant) return [];
  const others = WAYS.filter((what) => what !== seat.meanwhile);
  if (life.isHost) {
    return others.map((what) => h("button", { key: what, "data-what": what,
      onclick: () => life.do("set", { house: { absent: what } }) }, life.words.say(`absent.do.${what}`)));
  }
  const host = life.seats[life.room.host];
  return host.meanwhile || host.presence === "gone" ? others.map((what) => vote(life, seat, what)) : [];
}

/** @param {Life} life @param {any} seat @param {string} what */
function vote(life, seat, what) {
  const by = life.room.ballots.find((/** @type {any} */ each) => each.seat === seat.seat && each.what === what)?.by ?? [];
  return h("button", { key: what, "data-what": what, "aria-pressed": String(by.includes(life.you)),
    onclick: () => life.do("vote", { seat: seat.seat, what }) },
    life.words.say("absent.vote", { what: life.words.say(`absent.do.${what}`), n: by.length, of: life.seats.filter(isThere).length }));
}

/** @param {Life} life */
function asking(life) {
  const { words, room: { asking: { seat, agreed } }, you } = life;
  if (seat === you) return line("asking", words.say("undo.asking", { n: agreed.length, of: life.seats.filter(isThere).length - 1 }));
  const text = words.say("undo.asks", { who: words.name(seat) });
  if (you === null || agreed.includes(you)) return line("asking", text);
  return line("asking", text,
    h("button", { key: "yes", class: "go", onclick: () => life.do("agree", { yes: true }) }, words.say("undo.yes")),
    h("button", { key: "no", onclick: () => life.do("agree", { yes: false }) }, words.say("undo.no")));
}

/** @param {Life} life @param {() => void} openMenu */
function over(life, openMenu) {
  const { words, room, seats } = life;
  const score = seats.map(({ name, wins }) => `${name} ${wins}`).join(" · ");
  return line("over", room.played > 0 ? words.say("score", { n: room.played, score }) : "",
    h("a", { key: "record", class: "button", href: `${location.pathname}/record`, target: "_blank" }, words.say("record")),
    life.isHost && h("button", { key: "other", onclick: openMenu }, words.say("again.other")));
}

/** The button that takes one's own last move back, while it may be one. @param {Life} life @param {{seat: number, by: string} | null} made the last move */
export function undo(life, made) {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("undo"));
  if (!button) return;
  const { room, you } = life;
  button.hidden = !(room.status === "playing" && room.house?.undo !== "off" && !room.asking && made?.by === "player" && made.seat === you);
  button.onclick = () => life.do("undo");
}
