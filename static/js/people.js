// Who sits here, and what the host may do about it.

import { spare } from "./menu.js";
import { instead } from "./notices.js";
import { notes, presence } from "./presence.js";
import { h } from "./render.js";

/** @typedef {import("./life.js").Life} Life */

/** @param {Life} life @param {() => void} changed */
export function peopleSection(life, changed) {
  const { words, room, seats } = life;
  const free = life.isHost && room.status === "gathering";
  return h("section", { key: "people" }, h("h3", {}, words.say("room.seats")),
    h("ul", { class: "people" }, seats.map((seat, at) => person(life, seat, free ? at : -1, changed))),
    free && seats.length > 1 && h("button", { "data-deed": "shuffle", onclick: () => life.do("arrange") }, words.say("host.shuffle")),
    room.watchers > 0 && h("p", { class: "hint" }, words.say("watch.count", { n: room.watchers })));
}

/** @param {Life} life @param {any} seat @param {number} at its place in the order, if it can be moved @param {() => void} changed */
function person(life, seat, at, changed) {
  const { words, room, seats } = life;
  const { player, name } = seat;
  /** @param {number} to */
  const move = (to) => {
    const order = seats.map((each) => each.player).filter((each) => each !== player);
    order.splice(to, 0, player);
    life.do("arrange", { players: order });
  };
  /** @param {string} deed @param {() => void} act @param {Record<string, unknown>} [more] */
  const button = (deed, act, more = {}) => h("button", { key: deed, "data-deed": deed, "aria-label": words.say(`host.${deed}.of`, { who: name }),
    onclick: act, ...more }, words.say(`host.${deed}`));
  const other = life.isHost && seat.seat !== life.you && !seat.vacant;
  return h("li", { key: player },
    h("p", {}, h("b", {}, name), " ", presence(seat, words), notes(room, seat, words).map((note) => ` · ${note}`)),
    h("div", { class: "deeds" },
      instead(life, seat),
      at > 0 && button("up", () => move(at - 1)),
      at >= 0 && at < seats.length - 1 && button("down", () => move(at + 1)),
      other && button(seat.muted ? "unmute" : "mute", () => life.do("mute", { player, muted: !seat.muted })),
      other && seat.presence !== "gone" && button("hand_over", () => life.do("hand_over", { player })),
      other && spare(`kick ${player}`, words.say("host.kick"), words.say("host.kick.sure", { who: name }), () => life.do("kick", { player }), changed)));
}
