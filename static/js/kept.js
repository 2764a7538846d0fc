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
