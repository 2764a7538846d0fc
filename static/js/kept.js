// What this browser keeps for whoever uses it. None of it is ever sent.

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`fusebox.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`fusebox.${name}`, JSON.stringify(value));
  } catch { /* a browser that keeps nothing */ }
}

const MOST_ROOMS = 20;

/** The same, for this room alone. @template T @param {string} name @param {T} otherwise @returns {T} */
export function recallHere(name, otherwise) {
  return recall(name, /** @type {Record<string, any>} */ ({}))[location.pathname] ?? otherwise;
}

/** @param {string} name @param {unknown} value */
export function keepHere(name, value) {
  const others = Object.entries(recall(name, {})).filter(([room]) => room !== location.pathname);
  keep(name, Object.fromEntries([...others, [location.pathname, value]].slice(-MOST_ROOMS)));
}
