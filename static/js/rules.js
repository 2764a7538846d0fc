// The rules as they are read: find as one types, see a card large. Without this the page still has all of it.

/**
 * Show the rules that have what is typed, as the server would.
 * @param {HTMLElement} root what holds the search and the rules
 */
export function finding(root) {
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector("#find"));
  const hits = /** @type {HTMLElement | null} */ (root.querySelector("#hits"));
  const text = root.querySelector("#rules");
  if (!field || !hits || !text || new URLSearchParams(location.search).get("q")) return;
  const rules = [.../** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("[data-find]"))];
  const chapters = [.../** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll(".chapter"))];
  const apart = () => [...text.children, ...chapters.flatMap((chapter) => [...chapter.children])]
    .filter((part) => !part.matches(".chapter, .rule, .chapter > h2"));

  const find = () => {
    const asked = field.value.toLowerCase().replace(/[^\p{L}\p{N}_+-]+/gu, " ").trim().split(" ").filter(Boolean);
    for (const rule of rules) rule.hidden = !asked.every((word) => ` ${rule.dataset.find}`.includes(` ${word}`));
    const left = rules.filter(({ hidden }) => !hidden).length;
    for (const chapter of chapters) chapter.hidden = asked.length > 0 && !chapter.querySelector(".rule:not([hidden])");
    for (const part of apart()) /** @type {HTMLElement} */ (part).hidden = asked.length > 0;
    const { some = "", one = "", none = "" } = hits.dataset;
    hits.textContent = !asked.length ? "" : left === 1 ? one : left ? some.replace("{n}", String(left)) : none;
  };
  field.addEventListener("input", find);
  field.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = rules.find(({ hidden }) => !hidden);
    first?.scrollIntoView();
    /** @type {HTMLElement | null | undefined} */ (first?.querySelector("h3 a"))?.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    event.stopPropagation();
    field.value = "";
    find();
  });
  find();
  /** All rules again, for a link that leads to one of them. */
  return () => {
    field.value = "";
    find();
  };
}

/** The card that a picture shows, by its address. @param {HTMLImageElement} picture */
const codeOf = (picture) => decodeURIComponent(picture.src.match(/\/([^/]+)\.svg/)?.[1] ?? "");

/** Show a card large, with what the deck's list says of it. @param {string} code */
function enlarge(code) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("enlarged"));
  const entry = document.querySelector(`[data-card="${CSS.escape(code)}"] .enlarged`);
  if (!entry) return;
  dialog.lastElementChild?.replaceChildren(entry.cloneNode(true));
  dialog.showModal();
}

function whole() {
  const again = finding(document.body);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("enlarged"));
    const summary = target.closest(".card-entry > summary");
    const picture = /** @type {HTMLImageElement | null} */ (target.closest(".played img"));
    if (summary || picture) {
      event.preventDefault();
      enlarge(picture ? codeOf(picture) : /** @type {HTMLElement} */ (summary?.parentElement).dataset.card ?? "");
    } else if (target === dialog || target.closest("#enlarged a")) dialog.close();
    if (target.closest('a[href^="#"]') && again) again();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).matches("input")) return;
    event.preventDefault();
    document.getElementById("find")?.focus();
  });
  const contents = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".contents details"));
  if (contents) contents.open = matchMedia("(min-width: 60rem)").matches;
}

if (document.querySelector(".book")) whole();
