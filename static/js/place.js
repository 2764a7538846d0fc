// This room: its code, its links, how long it stays, and the way out.

import { spare } from "./menu.js";
import { h } from "./render.js";

/** @typedef {import("./life.js").Life} Life */

/** @param {Life} life @param {() => void} changed */
export function placeSection(life, changed) {
  const { words, room } = life;
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value;
  const links = [["room.share.link", value("link"), room.house.newcomers && room.status === "gathering"], ["room.watch", value("watch"), room.house.watching]];
  return h("section", { key: "place" },
    life.you !== null && h("p", {}, words.say("room.code"), " ", h("b", { class: "code" }, location.pathname.split("/")[2])),
    links.map(([key, link, open]) => link && open && h("label", { key, class: "field" }, h("span", {}, words.say(String(key))), h("input", { readonly: true, value: link,
      onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }))),
    room.status === "over" && h("p", {}, h("a", { href: `${location.pathname}/record`, target: "_blank" }, words.say("record"))),
    room.deleted_on && h("p", { class: "hint" }, words.say("room.deleted", { day: dayOf(room.deleted_on) })),
    life.you !== null && h("form", { method: "post", action: `${location.pathname}/move` }, h("button", { "data-deed": "move" }, words.say("room.move"))),
    life.you !== null && spare("leave", words.say("room.leave"), words.say("room.leave.sure"), () => life.do("leave"), changed));
}

/** @param {string} date as in 2026-12-31 */
const dayOf = (date) => new Date(`${date}T12:00`).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
