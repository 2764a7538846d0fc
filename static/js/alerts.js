// Tells a player that it is their turn: by sound, by notification, in the title, on the icon; each has its switch.

import { chime } from "./chime.js";
import { recall, keep } from "./kept.js";
import { h } from "./render.js";
import { toggle } from "./menu.js";

/** @typedef {import("./say.js").Words} Words */

const KINDS = /** @type {const} */ (["sound", "notification", "title", "icon"]);
/** @param {string} kind */
const isOn = (kind) => recall(`alert.${kind}`, kind !== "notification");
const canNotify = () => "Notification" in window && "serviceWorker" in navigator && window.isSecureContext;

export class Alerts {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.title = document.title;
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
    this.plain = this.icon.getAttribute("href") ?? "";
    /** Whether it is this player's turn; null until that is known. @type {boolean | null} */
    this.mine = null;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.unnotify());
  }

  /** @param {any} update */
  hear({ game, v, view }) {
    const before = this.mine;
    this.mine = Boolean(view && view.viewer !== null && view.acting.includes(view.viewer));
    this.mark();
    if (!this.mine) this.unnotify();
    else if (before === false && this.first(`${location.pathname} ${game}.${v}`)) this.call();
  }

  /** Whether no other tab has told of this yet. @param {string} turn */
  first(turn) {
    if (recall("called", "") === turn) return false;
    keep("called", turn);
    return true;
  }

  mark() {
    document.title = this.mine && isOn("title") ? this.words.say("alert.title.now", { title: this.title }) : this.title;
    this.icon.href = this.mine && isOn("icon") ? "/static/icon-turn.svg" : this.plain;
  }

  async call() {
    if (isOn("sound")) chime();
    if (!isOn("notification") || document.visibilityState === "visible" || !canNotify() || Notification.permission !== "granted") return;
    const worker = await registered();
    await worker.showNotification(this.words.say("alert.notification.now"), {
      body: this.title, tag: location.pathname, icon: this.plain, data: location.href,
    });
  }

  async unnotify() {
    if (!canNotify() || Notification.permission !== "granted") return;
    const worker = await navigator.serviceWorker.getRegistration("/static/js/");
    for (const shown of await worker?.getNotifications({ tag: location.pathname }) ?? []) shown.close();
  }

  /** @param {string} kind */
  async flip(kind) {
    const on = !isOn(kind);
    if (kind === "notification" && on && await Notification.requestPermission() !== "granted") return;
    keep(`alert.${kind}`, on);
    this.mark();
    if (kind === "sound" && on) chime();
  }

  /** The switches. @param {() => void} changed */
  section(changed) {
    const { words } = this;
    return h("section", { key: "alerts" }, h("h3", {}, words.say("alert")),
      KINDS.map((kind) => {
        const barred = kind === "notification" && (!canNotify() || Notification.permission === "denied");
        return toggle(words, { name: `alert.${kind}`, on: isOn(kind) && !barred, disabled: barred,
          flip: () => this.flip(kind).then(changed), hint: barred ? words.say("alert.notification.barred") : "" });
      }));
  }
}

/** The worker's registration, once it may show notifications. @returns {Promise<ServiceWorkerRegistration>} */
async function registered() {
  const registration = await navigator.serviceWorker.register("/static/js/notifier.js");
  const worker = registration.installing ?? registration.waiting;
  while (worker && !["activated", "redundant"].includes(worker.state)) {
    await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  }
  return registration;
}
