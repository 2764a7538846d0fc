// The rules beside a game: a panel over the same page, opened by any link to the game's rules.

import { finding } from "./rules.js";

const game = document.body.dataset.game ?? "";
const page = `/rules/${game}`;
const panel = /** @type {HTMLDialogElement} */ (document.getElementById("rules-panel"));
const content = /** @type {HTMLElement} */ (panel.querySelector("div"));
/** Where there is no mouse, a field to type in brings up keys that cover what one came to read. */
const hasKeys = matchMedia("(pointer: fine)");
/** Shows all rules again after a search. @type {(() => void) | undefined} */
let all;
/** Where the keyboard was. @type {HTMLElement | null} */
let from = null;

/** A part of a page, as the server makes it. @param {string} address */
async function part(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return [...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes];
}

/** Open the panel, at a rule if one is named. @param {string} [rule] */
async function open(rule) {
  from = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!content.childElementCount) {
    content.replaceChildren(...await part(`${page}/panel`));
    all = finding(content);
  }
  panel.show();
  if (rule) show(rule);
  else /** @type {HTMLElement | null} */ (content.querySelector(hasKeys.matches ? "#find" : ".close"))?.focus();
}

/** @param {string} rule */
function show(rule) {
  all?.();
  const there = document.getElementById(rule);
  for (const marked of content.querySelectorAll(".shown")) marked.classList.remove("shown");
  there?.classList.add("shown");
  there?.scrollIntoView();
  /** @type {HTMLElement | null | undefined} */ (there?.querySelector("h3 a"))?.focus();
}

function close() {
  panel.close();
  from?.focus();
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.ctrlKey || event.metaKey || link.matches(".apart")) return;
  const { pathname, hash } = new URL(link.href, location.href);
  const inside = panel.contains(link) && link.getAttribute("href")?.startsWith("#");
  if (pathname !== page && !inside) return;
  event.preventDefault();
  if (inside) show(hash.slice(1));
  else if (!hash && panel.open) close();
  else open(hash.slice(1)).catch(() => window.open(link.href));
});

panel.addEventListener("toggle", async (event) => {
  const fold = /** @type {HTMLDetailsElement} */ (event.target);
  const into = fold.querySelector("div");
  if (!fold.open || !fold.dataset.examples || !into || into.childElementCount) return;
  into.replaceChildren(...await part(fold.dataset.examples));
}, true);

panel.addEventListener("keydown", (event) => event.key === "Escape" && close());
panel.addEventListener("click", (event) => /** @type {Element} */ (event.target).matches(".close") && close());
