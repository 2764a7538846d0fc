// Movement, derived from where cards were and where they are, so that it can never disagree with the truth.

import { loneBack } from "./cards.js";

/** @typedef {{key: string, code: string, moved?: boolean, from?: string}} Card */
/**
 * A place on the table: its cards in order, or only how many. An `echo` shows once more what has gone elsewhere.
 * @typedef {{id: string, cards?: string[], count?: number, echo?: boolean}} Zone
 */
/** So many cards (one, if left out) went from one place to another. @typedef {{from: string, to: string, n?: number}} Flight */
/** @typedef {{zones: Zone[], cards: Map<string, Card[]>, flights: Flight[]}} Placing */
/** An element, the place it was in, and where that was. @typedef {{node: Element, zone: string, spot: DOMRect}} Spot */

const DURATION = 260;
const EASING = "cubic-bezier(.2,.7,.2,1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let last = 0;

/**
 * Give every visible card a key of its own that it keeps from place to place. Cards of one code are alike, so which of
 * two goes is this browser's guess; the wire never tells. `known` flights go before those that the counts suggest.
 * @param {Placing | null} before
 * @param {Zone[]} zones
 * @param {Flight[]} known
 * @returns {Placing}
 */
export function place(before, zones, known = []) {
  const echoes = new Set(before?.zones.filter(({ echo }) => echo).map(({ id }) => id));
  const rest = new Map([...(before?.cards ?? [])].filter(([id]) => !echoes.has(id)).map(([id, cards]) => [id, [...cards]]));
  /** @type {Map<string, Card[]>} */
  const cards = new Map();
  for (const { id, cards: codes } of zones) {
    if (codes) cards.set(id, codes.map((code) => taken(rest.get(id), code) ?? { key: "", code, moved: true }));
  }
  const gone = [...rest.values()].flat();
  const arrivals = [...cards.values()].flat().filter((card) => !card.key);
  for (const card of arrivals) card.key = taken(gone, card.code)?.key ?? "";

  const fewer = new Map(zones.map((zone) => [zone.id, lost(before, zone)]));
  for (const [id, there] of cards) {
    for (const card of there) {
      if (card.key) continue;
      card.key = `c${++last}`;
      card.from = known.find(({ to }) => to === id)?.from ?? source(fewer, id === "hand");
    }
  }
  const flights = [...(before ? known : [])];
  for (const zone of zones) {
    if (known.some(({ to }) => to === zone.id)) continue;
    for (let n = lost(before, zone); n < 0 && zone.id !== "draw"; n++) {
      const from = source(fewer, true);
      if (from) flights.push({ from, to: zone.id });
    }
  }
  if (!before) for (const card of [...cards.values()].flat()) card.moved = false;
  return { zones, cards, flights };
}

/** @param {Card[] | undefined} cards @param {string} code @returns {Card | undefined} */
function taken(cards, code) {
  const at = cards?.findIndex((card) => card.code === code) ?? -1;
  if (!cards || at < 0) return undefined;
  const [{ key }] = cards.splice(at, 1);
  return { key, code };
}

/** How many fewer a counted place holds now. @param {Placing | null} before @param {Zone} zone */
function lost(before, zone) {
  const then = before?.zones.find(({ id }) => id === zone.id);
  return then?.count === undefined || zone.count === undefined ? 0 : then.count - zone.count;
}

/** @param {Map<string, number>} fewer @param {boolean} dealt whether it comes from the pile rather than a hand */
function source(fewer, dealt) {
  const able = [...fewer].filter(([, n]) => n > 0).map(([id]) => id);
  const id = able.find((each) => (each === "draw") === dealt) ?? (dealt ? undefined : able[0]);
  if (id) fewer.set(id, (fewer.get(id) ?? 0) - 1);
  return id;
}

/** Where everything is now, by the names of cards and places. @param {Element} root */
export function measure(root) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const node of root.querySelectorAll("[data-key], [data-zone]")) {
    const { key, zone } = /** @type {HTMLElement} */ (node).dataset;
    const within = node.closest("[data-zone]")?.getAttribute("data-zone") ?? "";
    spots.set(key ?? zone ?? "", { node, zone: within, spot: node.getBoundingClientRect() });
  }
  return spots;
}

/**
 * Move what has moved, from the spots measured before the change.
 * @param {Element} root
 * @param {Map<string, Spot>} before
 * @param {Placing} placing
 */
export function animate(root, before, placing) {
  if (calm.matches || document.visibilityState === "hidden") return;
  const all = [...placing.cards].flatMap(([zone, cards]) => cards.map((card) => ({ ...card, zone })));
  const origins = new Map(all.map(({ key, from }) => [key, from]));
  const places = new Map(all.map(({ key, zone }) => [key, zone]));
  const shown = new Set();
  for (const node of root.querySelectorAll("[data-key]")) {
    const key = /** @type {HTMLElement} */ (node).dataset.key ?? "";
    const [was, origin] = [before.get(key), before.get(origins.get(key) ?? "")];
    shown.add(key);
    if (was) slide(node, was.spot);
    else if (origin) turn(node, origin.spot);
  }
  const goals = new Map(placing.flights.map(({ from, to }) => [from, to]));
  for (const [key, { node, zone, spot }] of before) {
    const goal = places.get(key) ?? goals.get(zone);
    if (shown.has(key) || !node.hasAttribute("data-key") || !goal || goal === zone) continue;
    fly(root, /** @type {HTMLElement} */ (node.cloneNode(true)), spot, goal);
  }
  for (const { from, to, n = 1 } of placing.flights) {
    const was = before.get(from);
    const hidden = !placing.cards.has(from) && !placing.cards.has(to);
    for (let k = 0; was && hidden && k < n; k++) fly(root, loneBack(), was.spot, to, k);
  }
}

/** @param {Element} node @param {DOMRect} was */
function slide(node, was) {
  const now = node.getBoundingClientRect();
  const { x, y } = apart(was, now);
  if (!now.width || Math.abs(x) + Math.abs(y) < 2) return;
  node.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale(was, now)})`, zIndex: 9 }, { transform: "none", zIndex: 9 }],
    { duration: DURATION, easing: EASING },
  );
}

/** A card that lay hidden turns its face up as it comes. @param {Element} node @param {DOMRect} was */
function turn(node, was) {
  const now = node.getBoundingClientRect();
  const { x, y } = apart(was, now);
  if (!now.width) return;
  const back = loneBack();
  back.className = "turning";
  node.append(back);
  const deep = "perspective(40rem)";
  node.animate(
    [{ transform: `translate(${x}px, ${y}px) ${deep} scale(${scale(was, now)}) rotateY(180deg)`, zIndex: 9 },
      { transform: `${deep} rotateY(0deg)`, zIndex: 9 }],
    { duration: DURATION + 40, easing: EASING },
  ).finished.finally(() => back.remove());
}

/** From the middle of one to that of the other. @param {DOMRect} was @param {DOMRect} now */
function apart(was, now) {
  return { x: was.x + was.width / 2 - now.x - now.width / 2, y: was.y + was.height / 2 - now.y - now.height / 2 };
}

/** @param {DOMRect} was @param {DOMRect} now */
const scale = (was, now) => Math.min(1.5, Math.max(0.3, was.width / (now.width || 1)));

/**
 * A card crosses the table that lies nowhere to be seen afterwards; the k-th of several comes a little later.
 * @param {Element} root @param {HTMLElement} ghost @param {DOMRect} was @param {string} to @param {number} [k]
 */
function fly(root, ghost, was, to, k = 0) {
  const goal = root.querySelector(`[data-zone="${to}"]`)?.getBoundingClientRect();
  if (!goal) return;
  ghost.classList.add("ghost");
  ghost.dataset.to = to;
  for (const name of ["key", "zone", "drag"]) delete ghost.dataset[name];
  ghost.style.left = `${goal.x + goal.width / 2}px`;
  ghost.style.top = `${goal.y + goal.height / 2}px`;
  root.append(ghost);
  const { x, y } = apart(was, goal);
  const centred = "translate(-50%, -50%)";
  ghost.animate(
    [{ transform: `${centred} translate(${x}px, ${y}px)` }, { transform: `${centred} scale(.6)`, opacity: 0.9 }],
    { duration: DURATION + 40, delay: k * 60, fill: "backwards", easing: EASING },
  ).finished.finally(() => ghost.remove());
}

/** A tap anywhere ends all movement at once. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (!(animation instanceof CSSAnimation || animation instanceof CSSTransition)) animation.finish();
  }
}
