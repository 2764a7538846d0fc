// Talk: players among themselves, watchers among themselves. What people say is only ever text.

import { keep, keepHere, recall, recallHere } from "./kept.js";
import { h, patch } from "./render.js";
import { hush, toast } from "./toast.js";
import { toggle } from "./menu.js";

/** @typedef {import("./life.js").Life} Life */
/** @typedef {{n: number, player: number | null, name: string, watcher: number | null, kind: string, text: string, at: number}} Said */

const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "oops", "your_turn", "one_moment", "ready", "again", "bye"];
const EMOTES = ["wave", "clap", "laugh", "think", "gasp", "sigh"];
const KEPT = 50;
const LONGEST = 200;

export class Talk {
  /** @param {Life} life */
  constructor(life) {
    this.life = life;
    /** @type {Said[]} */
    this.said = [];
    this.unread = 0;
    this.panel = /** @type {HTMLDialogElement} */ (document.getElementById("talk"));
    this.opener = /** @type {HTMLButtonElement} */ (document.getElementById("talk-open"));
    this.opener.hidden = false;
    this.opener.onclick = () => (this.panel.open ? this.close() : this.open());
    this.panel.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /** What a message from the server says. @param {any} message */
  hear(message) {
    if (message.type === "talk") this.said = message.said;
    else {
      this.said = [...this.said, message].slice(-KEPT);
      if (!this.panel.open && !this.isMuted(message) && this.isOn) {
        this.unread += 1;
        toast(`${this.who(message)}: ${this.words(message)}`, "talk");
      }
    }
    this.render();
  }

  get isOn() { return recall("talk.on", true); }

  open() {
    this.unread = 0;
    this.panel.show();
    this.render();
    const hasKeys = matchMedia("(pointer: fine)").matches; // elsewhere it would bring up a keyboard over half the screen
    /** @type {HTMLElement | null} */ (this.panel.querySelector(hasKeys ? "input" : ".close") ?? this.panel.querySelector(".close"))?.focus();
    hush();
  }

  close() {
    this.panel.close();
    this.render();
    this.opener.focus();
  }

  /** @param {Said} said */
  who({ name, watcher }) {
    return name || this.life.words.say("talk.watcher", { n: watcher });
  }

  /** @param {Said} said */
  words({ kind, text }) {
    return kind === "text" ? text : this.life.words.say(`talk.${kind}.${text}`);
  }

  /** Whom this browser does not want to hear. @returns {string[]} */
  get muted() {
    return recallHere("talk.muted", /** @type {string[]} */ ([]));
  }

  /** @param {Said} said */
  isMuted(said) {
    return this.muted.includes(personOf(said));
  }

  /** @param {string} person */
  mute(person) {
    keepHere("talk.muted", this.muted.includes(person) ? this.muted.filter((each) => each !== person) : [...this.muted, person]);
    this.render();
  }

  /** @param {string} kind @param {string} text */
  async send(kind, text) {
    return Boolean(text.trim()) && this.life.do("say", { kind, text });
  }

  render() {
    if (!this.life.update) return;
    const { life: { words, room, you }, opener, panel } = this;
    opener.textContent = words.say("talk") + (this.unread ? ` ${this.unread}` : "");
    opener.setAttribute("aria-expanded", String(panel.open));
    if (!panel.open) return;
    const may = you === null ? (room.house.watchers_talk ? "open" : "none") : room.house.talk;
    const reminder = `${words.game}.talk`;
    patch(panel, [
      h("header", { key: "top" }, h("h2", {}, words.say(you === null ? "talk.watchers" : "talk.players")),
        h("button", { class: "quiet close", onclick: () => this.close() }, words.say("close"))),
      you !== null && words.has(reminder) && h("p", { key: "reminder", class: "hint" }, words.say(reminder), " ",
        h("a", { href: `/rules/${words.game}#${words.say(`${reminder}.rule`)}` }, words.say(`${reminder}.rule`))),
      toggle(words, { name: "talk.on", on: this.isOn, flip: () => { keep("talk.on", !this.isOn); this.render(); } }),
      this.isOn && this.list(),
      may === "none" ? h("p", { key: "none", class: "hint" }, words.say("talk.none")) : this.ways(may),
    ].filter(Boolean));
    const list = panel.querySelector(".said");
    if (list) list.scrollTop = list.scrollHeight;
  }

  list() {
    const { words } = this.life;
    return h("ol", { key: "said", class: "said", role: "log", "aria-label": words.say("talk") }, this.said.map((said) => {
      const [person, mine] = [personOf(said), said.player !== null && said.player === this.life.seats.find(({ seat }) => seat === this.life.you)?.player];
      return h("li", { key: said.n, class: said.kind },
        h("b", {}, this.who(said)), " ", h("span", {}, this.isMuted(said) ? "…" : this.words(said)),
        !mine && h("button", { class: "quiet hush", "aria-pressed": String(this.isMuted(said)), onclick: () => this.mute(person),
          "aria-label": words.say("talk.mute.of", { who: this.who(said) }) }, words.say(this.isMuted(said) ? "talk.unmute" : "talk.mute")));
    }));
  }

  /** The ways to say something. @param {string} may */
  ways(may) {
    const { words } = this.life;
    /** @param {string} kind @param {string[]} names */
    const buttons = (kind, names) => h("div", { class: "presets", role: "group", "aria-label": words.say(`talk.${kind}s`) },
      names.map((name) => h("button", { key: name, onclick: () => this.send(kind, name) }, words.say(`talk.${kind}.${name}`))));
    return h("div", { key: "ways", class: "ways" },
      h("details", { open: may === "phrases" }, h("summary", {}, words.say("talk.presets")), buttons("emote", EMOTES), buttons("phrase", PHRASES)),
      may === "open" && h("form", { onsubmit: (/** @type {SubmitEvent} */ event) => this.submit(event) },
        h("div", { class: "with-button" },
          h("input", { name: "said", maxlength: LONGEST, autocomplete: "off", "aria-label": words.say("talk.say"), placeholder: words.say("talk.say") }),
          h("button", { class: "go" }, words.say("talk.send")))));
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("said"));
    const { value } = field;
    field.value = "";
    if (!await this.send("text", value)) field.value ||= value;
  }
}

/** @param {Said} said */
const personOf = ({ player, watcher }) => (player === null ? `watcher ${watcher}` : `player ${player}`);
