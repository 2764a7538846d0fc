// Live Wire's sheets: the Goals of a round and what they gave, the match round by round, and everybody on the score track.

import { picture, sign } from "../../cards.js";
import { classes } from "../../parts.js";
import { h } from "../../render.js";
import { player, seatSign } from "../../tricks.js";

/** @typedef {import("../../table.js").Table} Table */

const LAST = 28; // four rounds of seven
const TICKS = [0, 7, 14, 21, 28];

/** @param {any} view */
const seats = ({ scores }) => scores.map((/** @type {number} */ _, /** @type {number} */ seat) => seat);

/** @param {Table} table */
export function scoreTrack(table) {
  const { view, words } = table;
  const ahead = (/** @type {number} */ seat) => view.scores.slice(0, seat).filter((/** @type {number} */ points) => points === view.scores[seat]).length;
  return h("span", { class: "track", role: "list", "aria-label": words.say("livewire.track") },
    TICKS.map((points) => h("span", { class: "tick", role: "presentation", vars: { "--at": points / LAST } }, points)),
    seats(view).map((/** @type {number} */ seat) => h("span", { key: `disc${seat}`, class: "disc", role: "listitem",
      vars: { "--at": Math.min(1, view.scores[seat] / LAST), "--up": ahead(seat) }, "aria-label": `${words.name(seat)}: ${words.say("points", { n: view.scores[seat] })}` },
      seatSign(seat))));
}

/** The Goals that were shown, what they gave, and the grid as it lay. @param {Table} table @param {any} done a finished round */
export function roundSheet(table, done) {
  const { view, words } = table;
  const overload = done.overload === null ? null : words.say("livewire.sheet.overload", { seat: words.name(done.overload) });
  return h("div", { class: "round-sheet" },
    h("h3", {}, words.say("livewire.sheet.round", { round: done.round })),
    overload && h("p", { class: "overload" }, sign("bolt", "warn"), overload),
    h("div", { class: "shown" },
      h("ol", { class: "goals-shown" }, seats(view).map((/** @type {number} */ seat) => h("li", { class: classes(done.points[seat] > 0 && "scored") },
        h("span", { class: "card", role: "img", "aria-label": words.card(done.goals[seat]) }, picture(done.goals[seat])),
        player(table, seat), h("b", { class: "points" }, `+${done.points[seat]}`)))),
      h("div", { class: "grid-small", role: "img", "aria-label": words.say("livewire.sheet.grid") },
        [...done.grid].map((state) => sign(state === "H" ? "hot" : "cold", state === "H" ? "hot" : "cold")))));
}

/** The match so far. @param {Table} table */
export function matchSheet(table) {
  const { view, words } = table;
  return h("table", { class: "sheet match-sheet" }, h("caption", {}, words.say("livewire.sheet.match")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.say("livewire.sheet.deals")),
      seats(view).map((/** @type {number} */ seat) => h("th", { scope: "col" }, player(table, seat))))),
    h("tbody", {}, view.dealers.map((/** @type {number} */ dealer, /** @type {number} */ at) =>
      h("tr", { class: classes(!view.result && at + 1 === view.round && "now") },
        h("th", { scope: "row" }, at + 1, " ", player(table, dealer)),
        seats(view).map((/** @type {number} */ seat) => h("td", {}, view.history[at] && h("b", {}, view.history[at].points[seat])))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, words.say("livewire.sheet.total")),
      seats(view).map((/** @type {number} */ seat) => h("td", {}, h("b", { class: "points" }, view.scores[seat]))))));
}
