// How the room is run: switches for the host, words for everybody else.

import { spelled } from "./clock.js";
import { choice, toggle } from "./menu.js";
import { h } from "./render.js";

/** @typedef {import("./life.js").Life} Life */
/** @typedef {{kind: string, seconds: number, increment: number}} Clock */

/** @type {Clock[]} */
const CLOCKS = [
  { kind: "off", seconds: 60, increment: 0 },
  { kind: "per_move", seconds: 30, increment: 0 },
  { kind: "per_move", seconds: 60, increment: 0 },
  { kind: "per_move", seconds: 180, increment: 0 },
  { kind: "per_move", seconds: 86400, increment: 0 },
  { kind: "bank", seconds: 300, increment: 5 },
  { kind: "bank", seconds: 900, increment: 10 },
];
const CHOICES = { absent: ["stand_in", "default", "wait"], undo: ["ask", "free", "off"], talk: ["open", "phrases", "none"] };
const SWITCHES = ["newcomers", "watching", "watchers_talk"];

/** @param {Life} life */
export function houseSection(life) {
  const { words, room: { house } } = life;
  /** @param {Record<string, unknown>} changed */
  const set = (changed) => life.do("set", { house: changed });
  const title = h("h3", {}, words.say("house"));
  if (!life.isHost) {
    return h("section", { key: "house" }, title, h("ul", { class: "facts" },
      h("li", {}, words.say("house.clock.is", { what: clockWords(life, house.clock) })),
      Object.keys(CHOICES).map((name) => h("li", { key: name }, `${words.say(`house.${name}`)}: ${words.say(`house.${name}.${house[name]}`)}`)),
      SWITCHES.map((name) => h("li", { key: name }, `${words.say(`house.${name}`)}: ${words.say(house[name] ? "yes" : "no")}`))));
  }
  const clocks = CLOCKS.some((clock) => same(clock, house.clock)) ? CLOCKS : [...CLOCKS, house.clock];
  return h("section", { key: "house" }, title,
    choice("house.clock", words.say("house.clock"), clocks.map((clock) => ({ value: nameOf(clock), label: clockWords(life, clock) })),
      nameOf(house.clock), (name) => set({ clock: clocks.find((clock) => nameOf(clock) === name) })),
    Object.entries(CHOICES).map(([name, values]) => choice(`house.${name}`, words.say(`house.${name}`),
      values.map((value) => ({ value, label: words.say(`house.${name}.${value}`) })), house[name], (value) => set({ [name]: value }))),
    SWITCHES.map((name) => toggle(words, { name: `house.${name}`, on: house[name], flip: () => set({ [name]: !house[name] }) })));
}

/** @param {Clock} clock */
const nameOf = ({ kind, seconds, increment }) => (kind === "off" ? kind : `${kind} ${seconds} ${increment}`);
/** @param {Clock} a @param {Clock} b */
const same = (a, b) => nameOf(a) === nameOf(b);

/** @param {Life} life @param {Clock} clock */
function clockWords({ words }, { kind, seconds, increment }) {
  return words.say(`house.clock.${kind}`, { time: seconds === 86400 ? words.say("day") : spelled(seconds * 1000), n: increment });
}
