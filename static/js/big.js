// The big screen for the living room: the whole screen, everything larger, and it does not go to sleep.

export function bigScreen() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("big"));
  button.hidden = false;
  button.onclick = () => (document.body.classList.contains("big") ? leave() : enter());
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && leave());
  document.addEventListener("visibilitychange", stayAwake);

  async function enter() {
    show(true);
    await document.documentElement.requestFullscreen?.().catch(() => {}); // a browser that has none still gets it large
    await stayAwake();
  }

  async function leave() {
    show(false);
    if (document.fullscreenElement) await document.exitFullscreen();
  }

  /** @param {boolean} on */
  function show(on) {
    document.body.classList.toggle("big", on);
    button.setAttribute("aria-pressed", String(on));
  }
}

/** Browsers end a wake lock whenever the page is out of sight. */
async function stayAwake() {
  if (!document.body.classList.contains("big") || document.visibilityState === "hidden") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}
