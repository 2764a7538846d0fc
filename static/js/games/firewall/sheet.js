// Firewall's sheets: what the Ports of a round gave, and the match round by round.

import { sign } from "../../cards.js";
import { classes } from "../../parts.js";
import { h } from "../../render.js";
import { player, suitSign } from "../../tricks.js";

/** @typedef {import("../../table.js").Table} Table */

export const PORTS = ["S", "H", "C", "D"];
const ROUNDS = [0, 1, 2, 3];

/** The partnerships, one's own first. @param {any} view */
export const sides = ({ viewer }) => (viewer === null ? [0, 1] : [viewer % 2, 1 - (viewer % 2)]);
/** @param {any} view @param {number} number @param {number} [blue] */
export const roleOf = (view, number, blue = view.blue) => (number === blue ? "blue" : "red");
/** @param {string} role */
export const roleSign = (role) => sign(role === "blue" ? "shield" : "breach", role);

/** A role by its sign and its name. @param {Table} table @param {string} role */
const named = ({ words }, role) => [roleSign(role), " ", words.say(`firewall.${role}`)];

/** A partnership by its signs and names. @param {Table} table @param {number} number */
const pair = (table, number) => h("span", { class: "pair" }, [number, number + 2].map((seat) => player(table, seat)));

/** What each Port gave, or gives as it lies. @param {Table} table @param {any} [done] a finished round; the present one if left out */
export function roundSheet(table, done) {
  const { view, words } = table;
  const blue = done?.blue ?? view.blue;
  const title = words.say(done ? "firewall.sheet.round" : "firewall.sheet.now", { round: done?.round ?? view.round });
  const total = { blue: 0, red: 0 };
  const rows = PORTS.map((suit) => {
    const depth = done?.depth[suit] ?? view.standing[suit].depth;
    const [role, points] = view.scale[Math.min(depth, view.scale.length - 1)];
    total[/** @type {"blue" | "red"} */ (role)] += points;
    return h("tr", {}, h("th", { scope: "row" }, suitSign(suit), " ", words.say(`suit.${suit}`)),
      h("td", {}, words.say("cards", { n: depth })), h("td", { class: role }, named(table, role), " ", h("b", {}, points)));
  });
  const number = blue === 0 ? [0, 1] : [1, 0];
  return h("table", { class: "sheet ports-sheet" }, h("caption", {}, title), h("tbody", {}, rows),
    h("tfoot", {}, ["blue", "red"].map((role, n) => h("tr", {}, h("th", { scope: "row", colspan: 2 }, pair(table, number[n])),
      h("td", { class: role }, named(table, role), " ", h("b", {}, total[/** @type {"blue" | "red"} */ (role)]))))));
}

/** The match so far, and whose role and lead is still to come. @param {Table} table */
export function matchSheet(table) {
  const { view, words } = table;
  const order = sides(view);
  return h("table", { class: "sheet match-sheet" }, h("caption", {}, words.say("firewall.sheet.match")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.say("firewall.sheet.leads")),
      order.map((number) => h("th", { scope: "col" }, pair(table, number))))),
    h("tbody", {}, ROUNDS.map((at) => h("tr", { class: classes(!view.result && at + 1 === view.round && "now") },
      h("th", { scope: "row" }, at + 1, " ", player(table, view.leaders[at])),
      order.map((number) => part(table, at, number))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, words.say("firewall.sheet.total")),
      order.map((number) => h("td", {}, sums(table, view.points[number], view.ports[number], view.tricks[number]))))));
}

/** What a round gave a partnership, and as what it played. @param {Table} table @param {number} at @param {number} number */
function part(table, at, number) {
  const { view } = table;
  const role = roleOf(view, number, view.blues[at]);
  const done = view.history[at];
  return h("td", { class: role }, h("span", { class: "role" }, named(table, role)),
    done && sums(table, done.points[number], done.ports[number], done.tricks[number]));
}

/** @param {Table} table @param {number} points @param {number} ports @param {number} tricks */
function sums({ words }, points, ports, tricks) {
  return [h("b", { class: "points" }, words.say("points", { n: points })),
    h("small", {}, words.say("firewall.ports", { n: ports }), " · ", words.say("firewall.tricks", { n: tricks }))];
}
