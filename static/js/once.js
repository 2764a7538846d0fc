// A form is sent once, however often it is pressed; coming back to the page makes it ready again.

/** @type {Set<HTMLFormElement>} */
const sent = new Set();

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
});

addEventListener("pageshow", () => sent.clear());
