// Cards as they are drawn: a symbol of the game's sprite.

import { h, patch } from "./render.js";

const sprite = document.body.dataset.sprite ?? "";

/** A card's face by its code, or `back`. @param {string} name */
export function picture(name) {
  return h("svg", { class: "face", viewBox: "0 0 100 140", "aria-hidden": "true" }, h("use", { href: `${sprite}#${name}` }));
}

/** A card's small face, for where there is little room. @param {string} code */
export function chip(code) {
  return h("svg", { class: "chip", viewBox: "0 0 100 100", "aria-hidden": "true" }, h("use", { href: `${sprite}#small-${code}` }));
}

/** A suit's or special card's small sign, in its own colour. @param {string} shape @param {string} suit */
export function sign(shape, suit) {
  return h("svg", { class: "sign", viewBox: "0 0 100 100", "data-suit": suit, "aria-hidden": "true" },
    h("use", { href: `${sprite}#shape-${shape}` }));
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

/** A back as an element by itself, for what moves between two renderings. */
export function loneBack() {
  const card = document.createElement("span");
  card.className = "card";
  patch(card, [picture("back")]);
  return card;
}

/** @param {string} key */
export function faceDown(key) {
  return h("span", { key, class: "card" }, picture("back"));
}
