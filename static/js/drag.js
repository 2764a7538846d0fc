// Dragging a card to a place, by mouse, pen or finger. What that means is the table's business.

const SLOP = 8;

/**
 * @param {HTMLElement} root
 * @param {{lift: (key: string) => void, drop: (key: string, zone: string | null, spot: DOMRect) => void}} told
 */
export function draggable(root, { lift, drop }) {
  /** @type {{id: number, key: string, x: number, y: number, ghost: HTMLElement | null, over: Element | null} | null} */
  let held = null;
  let justDropped = false;

  root.addEventListener("pointerdown", (event) => {
    const card = /** @type {HTMLElement} */ (event.target).closest?.("[data-drag]");
    if (!(card instanceof HTMLElement) || event.button !== 0 || held) return;
    held = { id: event.pointerId, key: card.dataset.key ?? "", x: event.clientX, y: event.clientY, ghost: null, over: null };
  });

  addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < SLOP) return;
      lift(held.key);
      held.ghost = ghostOf(root, held.key);
    }
    if (!held.ghost) return;
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -65%) rotate(2deg)`;
    const over = zoneAt(event.clientX, event.clientY);
    if (over !== held.over) {
      held.over?.classList.remove("over");
      over?.classList.add("over");
      held.over = over;
    }
  });

  addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { ghost, key, over } = held;
    held = null;
    if (!ghost) return;
    const spot = ghost.getBoundingClientRect();
    ghost.remove();
    over?.classList.remove("over");
    justDropped = true; // the click that follows belongs to the drag
    setTimeout(() => { justDropped = false; });
    drop(key, /** @type {HTMLElement | null} */ (over)?.dataset.zone ?? null, spot);
  });

  addEventListener("pointercancel", () => {
    held?.ghost?.remove();
    held?.over?.classList.remove("over");
    held = null;
  });

  root.addEventListener("click", (event) => {
    if (justDropped) event.stopPropagation();
  }, true);
}

/** All that is chosen, at the size of the card that was taken hold of. @param {HTMLElement} root @param {string} key */
function ghostOf(root, key) {
  const card = root.querySelector(`[data-drag][data-key="${key}"]`);
  if (!card) return null;
  const ghost = document.createElement("span");
  ghost.className = "held";
  ghost.style.setProperty("--w", `${card.getBoundingClientRect().width}px`);
  for (const chosen of root.querySelectorAll('[data-drag][aria-pressed="true"]')) {
    const twin = document.createElement("span");
    twin.className = "card";
    twin.append(...[...chosen.children].map((child) => child.cloneNode(true)));
    ghost.append(twin);
  }
  document.body.append(ghost);
  return ghost;
}

/** @param {number} x @param {number} y */
function zoneAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-zone]") ?? null;
}
