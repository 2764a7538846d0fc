// State → DOM: `h` describes, `patch` makes it so and reuses what is there, by key.

/** @typedef {{tag: string, props: Record<string, any>, children: Description[]}} Element_ */
/** @typedef {Element_ | string} Description */

const SVG = "http://www.w3.org/2000/svg";

/** What each element was last told to be. @type {WeakMap<Node, Element_>} */
const told = new WeakMap();

/**
 * Describe an element. Props are attributes; `on…` are handlers, `key` names it among its siblings, `vars` are custom
 * properties. Falsy children are left out. Text is only ever text.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {Element_}
 */
export function h(tag, props, ...children) {
  const shown = children.flat(Infinity).filter((child) => child || child === 0);
  return { tag, props: props ?? {}, children: shown.map((child) => (typeof child === "object" ? child : String(child))) };
}

/**
 * Make the children of `parent` what `wanted` describes.
 * @param {Element} parent
 * @param {Description[]} wanted
 */
export function patch(parent, wanted) {
  const keyed = new Map();
  /** @type {any[]} */
  const loose = [];
  for (const node of parent.childNodes) {
    const key = told.get(node)?.props.key;
    if (key === undefined) loose.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((want) => {
    const found = typeof want === "object" && want.props.key !== undefined
      ? keyed.get(want.props.key)
      : loose.find((node) => alike(node, want));
    if (found && loose.includes(found)) loose.splice(loose.indexOf(found), 1);
    const node = found && alike(found, want) ? found : made(want, parent);
    if (typeof want === "string") {
      if (node.data !== want) node.data = want;
    } else {
      dress(node, told.get(node)?.props ?? {}, want.props);
      told.set(node, want);
      patch(node, want.children);
    }
    return node;
  });
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  nodes.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

/** @param {Node} node @param {Description} want */
function alike(node, want) {
  if (typeof want === "string") return node.nodeType === Node.TEXT_NODE;
  return told.get(node)?.tag === want.tag;
}

/** @param {Description} want @param {Element} parent @returns {any} */
function made(want, parent) {
  if (typeof want === "string") return document.createTextNode(want);
  const inSvg = want.tag === "svg" || parent.namespaceURI === SVG;
  return inSvg ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
}

/** @param {any} node @param {Record<string, any>} before @param {Record<string, any>} after */
function dress(node, before, after) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name];
    if (name === "key" || (value === before[name] && name !== "vars")) continue;
    if (name === "vars") for (const [prop, set] of Object.entries(value ?? {})) node.style.setProperty(prop, set);
    else if (name.startsWith("on")) node[name] = value ?? null;
    else if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}
