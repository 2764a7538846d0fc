// A track of lessons: which step is open, what of it is done, and how far somebody has come, kept in this browser.

import { connect } from "./lesson_socket.js";
import { words as load } from "./say.js";
import * as sure from "./sure.js";
import { Table } from "./table.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const lesson = at("lesson");
const coach = at("coach");
const board = at("table");
const steps = /** @type {HTMLElement[]} */ ([...coach.querySelectorAll("article")]);
const END = steps.length - 1; // the article after the last step

const words = await load();
words.game = document.body.dataset.game ?? "";
const game = await import(`./games/${words.game}.js`);
const table = new Table(board, game, words, async (message) => {
  if (!await sure.meant(table, message.move)) return { type: "kept" };
  return socket?.ask(message) ?? { type: "left" };
});
/** @type {ReturnType<typeof connect> | undefined} */
let socket;
let open = recalled();

/** The step that somebody was at. Whoever was on another track begins this one. */
function recalled() {
  try {
    const kept = JSON.parse(localStorage.getItem(`lessons.${words.game}`) ?? "null");
    const step = steps.findIndex(({ dataset }) => dataset.step === kept.step);
    return kept.track !== lesson.dataset.track ? 0 : kept.step === "" ? END : Math.max(0, step);
  } catch {
    return 0; // nothing kept, or a browser that keeps nothing
  }
}

function keep() {
  const kept = { track: lesson.dataset.track, step: steps[open].dataset.step ?? "" };
  try {
    localStorage.setItem(`lessons.${words.game}`, JSON.stringify(kept));
  } catch { /* a browser that keeps nothing */ }
}

/** @param {number} n */
function enter(n) {
  open = Math.min(END, Math.max(0, n));
  keep();
  socket?.close();
  socket = undefined;
  steps.forEach((step, k) => { step.hidden = k !== open; });
  coach.dataset.phase = open === END ? "end" : "look";
  board.hidden = open === END;
  document.body.classList.toggle("playing", open < END);
  /** @type {HTMLProgressElement} */ (at("progress")).value = open;
  astray("");
  progress(0);
  if (open === END) return;
  socket = connect(`${lesson.dataset.moves}/${steps[open].dataset.step}`, {
    onlink: (up) => { at("cut").hidden = up; },
    onastray: astray,
    ontask: progress,
    onupdate(update) {
      words.seated = update.room.seats;
      words.you = update.room.you;
      sure.forget();
      table.show(update);
      board.dataset.shown = `${steps[open].dataset.step}.${update.v}`;
      const told = update.events.map((/** @type {any} */ event) => words.tell(event)).filter(Boolean);
      if (told.length) at("spoken").textContent = told.join(" ");
    },
  });
}

/** Why a legal move was not the one, or nothing. @param {string} message */
function astray(message) {
  const note = /** @type {HTMLElement | null} */ (steps[open].querySelector(".astray"));
  if (!note) return;
  note.hidden = !message;
  note.textContent = message;
  if (message) coach.dataset.phase = "do";
}

/** So many tasks of the step are behind. @param {number} done */
function progress(done) {
  const tasks = [...steps[open].querySelectorAll(".tasks li")];
  tasks.forEach((task, n) => {
    task.classList.toggle("done", n < done);
    task.classList.toggle("now", n === done);
  });
  const finished = open < END && done === tasks.length;
  if (done) astray("");
  if (finished) coach.dataset.phase = "why";
  else if (done) coach.dataset.phase = "do";
  const why = /** @type {HTMLElement | null} */ (steps[open].querySelector(".why"));
  if (why) why.hidden = !finished;
  if (finished) coach.scrollIntoView({ block: "nearest" });
  at("next").textContent = words.say(finished ? "learn.next" : "learn.skip");
  at("next").className = finished ? "go" : "quiet";
  at("next").hidden = open === END;
  at("back").hidden = open === 0;
  at("again").hidden = open === END;
}

/** Go to a step by one's own wish. @param {number} n */
function go(n) {
  enter(n);
  /** @type {HTMLElement | null} */ (steps[open].querySelector("h2"))?.focus();
  scrollTo(0, 0);
}

at("next").onclick = () => go(open + 1);
at("back").onclick = () => go(open - 1);
at("again").onclick = () => go(open);
at("over").onclick = () => go(0);
at("try").onclick = () => { coach.dataset.phase = "do"; };
document.body.classList.add("learning");
coach.hidden = false;
enter(open);
