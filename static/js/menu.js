// The table's menu: a dialog with a section for each thing that is not the game itself.

import { h, patch } from "./render.js";

/** @typedef {import("./say.js").Words} Words */
/** A part of the menu, or nothing; it calls `changed` when it must be drawn anew. @typedef {(changed: () => void) => any} Section */

export class Menu {
  /** @param {Words} words @param {Section[]} sections */
  constructor(words, sections) {
    this.words = words;
    this.sections = sections;
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("menu"));
    const opener = /** @type {HTMLButtonElement} */ (document.getElementById("menu-open"));
    opener.hidden = false;
    opener.onclick = () => this.open();
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    armed = null;
    this.dialog.showModal();
    this.render();
  }

  render() {
    if (!this.dialog.open) return;
    const { words, dialog } = this;
    const changed = () => this.render();
    patch(dialog, [
      h("header", { key: "top" }, h("h2", {}, words.say("menu")), h("button", { class: "quiet close", onclick: () => dialog.close() }, words.say("close"))),
      ...this.sections.map((section) => section(changed)).filter(Boolean),
    ]);
  }
}

/**
 * A switch with its name, and a line below if there is a hint.
 * @param {Words} words
 * @param {{name: string, on: boolean, flip: () => void, disabled?: boolean, hint?: string}} about
 */
export function toggle(words, { name, on, flip, disabled = false, hint = "" }) {
  return h("div", { key: name, class: "setting" },
    h("button", { class: "switch", role: "switch", "aria-checked": String(on), disabled, "data-setting": name, onclick: flip },
      h("span", { class: "label" }, words.say(name)), h("span", { class: "on-off" }, words.say(on ? "on" : "off"))),
    hint && h("p", { class: "hint" }, hint));
}

/**
 * One of a few, as buttons of which one is pressed.
 * @param {string} name
 * @param {string} label
 * @param {{value: any, label: string}[]} values
 * @param {any} now
 * @param {(value: any) => void} choose
 * @param {string} [hint] a line below
 */
export function choice(name, label, values, now, choose, hint = "") {
  return h("div", { key: name, class: "setting", role: "group", "aria-label": label, "data-setting": name },
    h("p", { class: "label" }, label),
    h("div", { class: "choices" }, values.map((each) => h("button", { key: String(each.value), "aria-pressed": String(each.value === now),
      "data-value": String(each.value), onclick: () => choose(each.value) }, each.label))),
    hint && h("p", { class: "hint" }, hint));
}

/** The deed that is to be confirmed next. @type {string | null} */
let armed = null;

/**
 * A button for what cannot be undone: it wants a second press, and says so.
 * @param {string} name
 * @param {string} label
 * @param {string} sure
 * @param {() => void} act
 * @param {() => void} changed
 */
export function spare(name, label, sure, act, changed) {
  const isArmed = armed === name;
  return h("button", { key: name, class: isArmed ? "danger" : "", "data-deed": name, onclick: () => {
    armed = isArmed ? null : name;
    if (isArmed) act();
    changed();
  } }, isArmed ? sure : label);
}
