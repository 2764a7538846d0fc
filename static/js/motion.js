// Movement, derived from where cards were and where they are, so that it can never disagree with the truth.

/** @typedef {{key: string, code: string, moved?: boolean, from?: string}} Card */
/** A place on the table: its cards in order, or only how many. @typedef {{id: string, cards?: string[], count?: number}} Zone */
/** @typedef {{zones: Zone[], cards: Map<string, Card[]>, flights: {from: string, to: string}[]}} Placing */

const DURATION = 260;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let last = 0;

/**
 * Give every visible card a key of its own that it keeps from place to place. Cards of one code are alike, so which of
 * two goes is this browser's guess; the wire never tells.
 * @param {Placing | null} before
 * @param {Zone[]} zones
 * @returns {Placing}
 */
export function place(before, zones) {
  const rest = new Map([...(before?.cards ?? [])].map(([id, cards]) => [id, [...cards]]));
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
      card.from = source(fewer, id === "hand");
    }
  }
  const flights = [];
  for (const zone of zones) {
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

/** Where everything is now. @param {Element} root */
export function measure(root) {
  const spots = new Map();
  for (const node of root.querySelectorAll("[data-key], [data-zone]")) {
    const { key, zone } = /** @type {HTMLElement} */ (node).dataset;
    spots.set(key ?? zone, node.getBoundingClientRect());
  }
  return spots;
}

/**
 * Move what has moved, from the spots measured before the change.
 * @param {Element} root
 * @param {Map<string, DOMRect>} before
 * @param {Placing} placing
 */
export function animate(root, before, placing) {
  if (calm.matches || document.visibilityState === "hidden") return;
  const origins = new Map([...placing.cards.values()].flat().map((card) => [card.key, card.from]));
  for (const node of root.querySelectorAll("[data-key]")) {
    const key = /** @type {HTMLElement} */ (node).dataset.key ?? "";
    const was = before.get(key) ?? before.get(origins.get(key) ?? "");
    if (was) slide(node, was);
  }
  for (const { from, to } of placing.flights) fly(root, before.get(from), to);
}

/** @param {Element} node @param {DOMRect} was */
function slide(node, was) {
  const now = node.getBoundingClientRect();
  const [dx, dy] = [was.x + was.width / 2 - now.x - now.width / 2, was.y + was.height / 2 - now.y - now.height / 2];
  if (!now.width || Math.abs(dx) + Math.abs(dy) < 2) return;
  const scale = Math.min(1.5, Math.max(0.3, was.width / now.width));
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 9 }, { transform: "none", zIndex: 9 }],
    { duration: DURATION, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

/** A card that nobody here may see crosses the table face down. @param {Element} root @param {DOMRect | undefined} was @param {string} to */
function fly(root, was, to) {
  const goal = root.querySelector(`[data-zone="${to}"]`)?.getBoundingClientRect();
  const back = root.querySelector('[data-zone="draw"] .card');
  if (!was || !goal || !back) return;
  const ghost = /** @type {HTMLElement} */ (back.cloneNode(true));
  ghost.classList.add("ghost");
  ghost.style.left = `${goal.x + goal.width / 2}px`;
  ghost.style.top = `${goal.y + goal.height / 2}px`;
  root.append(ghost);
  const [dx, dy] = [was.x + was.width / 2 - goal.x - goal.width / 2, was.y + was.height / 2 - goal.y - goal.height / 2];
  const centred = "translate(-50%, -50%)";
  ghost.animate(
    [{ transform: `${centred} translate(${dx}px, ${dy}px)` }, { transform: `${centred} scale(.6)`, opacity: 0.9 }],
    { duration: DURATION + 40, easing: "cubic-bezier(.2,.7,.2,1)" },
  ).finished.finally(() => ghost.remove());
}

/** A tap anywhere ends all movement at once. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (!(animation instanceof CSSAnimation || animation instanceof CSSTransition)) animation.finish();
  }
}
