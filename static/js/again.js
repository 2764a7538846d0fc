// The next game: with other rules, with the seats turned, or not at all.

import { choice, spare, toggle } from "./menu.js";
import { h } from "./render.js";

/** @typedef {import("./life.js").Life} Life */

/** The games as the server tells them, once they are asked for. @type {any[] | null} */
let games = null;
/** What is chosen for the next game so far. @type {Record<string, unknown>} */
let wanted = {};
let turn = false;

/** @param {Life} life @param {() => void} changed */
export function nextSection(life, changed) {
  const { words, room } = life;
  if (!life.isHost) return null;
  const title = h("h3", {}, words.say("next"));
  if (room.status === "playing") {
    return h("section", { key: "next" }, title, spare("end", words.say("host.end"), words.say("host.end.sure"), () => life.do("end"), changed));
  }
  if (room.status === "closed") return null;
  if (!games) load().then(changed);
  const options = games?.find(({ name }) => name === words.game)?.options ?? [];
  return h("section", { key: "next" }, title,
    options.map((/** @type {any} */ option) => rule(life, option, changed)),
    toggle(words, { name: "next.turn", on: turn, hint: words.say("next.turn.hint"), flip: () => { turn = !turn; changed(); } }),
    h("button", { class: "go", "data-deed": "start", onclick: () => begin(life) }, words.say(room.status === "over" ? "room.again" : "room.start")),
    room.status === "over" && h("button", { "data-deed": "gather", onclick: () => life.do("gather") }, words.say("host.gather")),
    room.status === "over" && h("p", { class: "hint" }, words.say("host.gather.hint")));
}

async function load() {
  games = (await (await fetch("/api/games")).json()).games;
}

/** @param {Life} life @param {any} option @param {() => void} changed */
function rule(life, { name, values, seat }, changed) {
  const { words, room } = life;
  const stem = `${words.game}.${name}`;
  const staying = life.seats.filter(({ vacant }) => !vacant);
  const seats = seat ? staying.map((_, n) => ({ value: n, label: staying[(n + Number(turn)) % staying.length].name })) : [];
  const all = [...values.map((/** @type {any} */ value) => ({ value, label: words.say(`${stem}.${value}`) })), ...seats];
  return choice(`next.${name}`, words.say(stem), all, wanted[name] ?? room.options[name], (value) => { wanted[name] = value; changed(); },
    words.has(`${stem}.hint`) ? words.say(`${stem}.hint`) : "");
}

/** What is wished for the next game, as `start` takes it. @param {Life} life */
export function wishes({ room }) {
  return { ...(Object.keys(wanted).length && { options: { ...room.options, ...wanted } }), ...(turn && { turn }) };
}

export function forgetWishes() {
  [wanted, turn] = [{}, false];
}

/** Start the next game as it is wished. @param {Life} life */
export async function begin(life) {
  const began = await life.do("start", wishes(life));
  if (began) /** @type {HTMLDialogElement} */ (document.getElementById("menu")).close();
}
