// A line that comes up over the table and goes by itself.

const STAYS = 5000; // milliseconds

let timer = 0;
const line = /** @type {HTMLElement} */ (document.getElementById("toast"));

/** @param {string} text @param {"alert" | "talk"} kind */
export function toast(text, kind = "alert") {
  line.className = `toast ${kind}`;
  line.setAttribute("role", kind === "alert" ? "alert" : "status");
  line.textContent = text;
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hush, STAYS);
}

export function hush() {
  line.hidden = true;
}
