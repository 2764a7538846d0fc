// Cards as they are drawn: a symbol of the game's sprite.

import { h } from "./render.js";

const sprite = document.body.dataset.sprite ?? "";

/**
 * A symbol of the sprite: a card's code, `back`, or `shape-NAME`.
 * @param {string} name
 * @param {string} [kind] class
 */
export function picture(name, kind = "face") {
  const box = name.startsWith("shape-") ? "0 0 100 100" : "0 0 100 140";
  return h("svg", { class: kind, viewBox: box, "aria-hidden": "true" }, h("use", { href: `${sprite}#${name}` }));
}

/**
 * A card that lies somewhere, to look at.
 * @param {{key: string, code: string, moved?: boolean}} card
 * @param {import("./say.js").Words} words
 */
export function lying(card, words) {
  const kind = card.moved ? "card glow" : "card";
  return h("span", { key: card.key, class: kind, "data-key": card.key, "data-code": card.code, role: "img",
    "aria-label": words.card(card.code) }, picture(card.code));
}

/** @param {string} key */
export function faceDown(key) {
  return h("span", { key, class: "card" }, picture("back"));
}
