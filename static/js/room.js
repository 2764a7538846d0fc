// A room's page: it connects, shows who sits there, and gives the table every update.

import { Alerts } from "./alerts.js";
import { bigScreen } from "./big.js";
import { Hand, arranged } from "./hand.js";
import { Menu } from "./menu.js";
import { h, patch } from "./render.js";
import { words as load } from "./say.js";
import { connect } from "./socket.js";
import * as sure from "./sure.js";
import { Table } from "./table.js";
import { remember, forget } from "./tables.js";

const room = /** @type {HTMLElement} */ (document.getElementById("room"));
const gathering = /** @type {HTMLElement} */ (document.getElementById("gathering"));
const board = /** @type {HTMLElement} */ (document.getElementById("table"));
const cut = /** @type {HTMLElement} */ (document.getElementById("cut"));
const gone = /** @type {HTMLElement} */ (document.getElementById("gone"));
const spoken = /** @type {HTMLElement} */ (document.getElementById("spoken"));

const words = await load();
words.game = document.body.dataset.game ?? "";
const game = await import(`./games/${words.game}.js`);
const laid = { ...game, zones: (/** @type {any[]} */ ...given) => arranged(game.zones(...given)) };
const table = new Table(board, laid, words, async (message) => {
  if (message.type === "move" && !await sure.meant(table, message.move)) return { type: "kept" };
  return socket.ask(message);
});
const alerts = new Alerts(words);
const hand = new Hand(table);
const seated = document.body.dataset.seated !== undefined;
const menu = new Menu(words, seated ? [(changed) => alerts.section(changed), (changed) => hand.section(changed)] : []);
if (!seated) bigScreen();

const socket = connect(room.dataset.socket ?? "", {
  onlink: (up) => { cut.hidden = up; },
  onend() {
    cut.hidden = true;
    gone.hidden = false;
    if (seated) forget(location.pathname.split("/")[2]);
  },
  onupdate(update) {
    if (table.update?.v !== update.v) sure.forget();
    words.seated = update.room.seats;
    words.you = update.room.you;
    if (words.you !== null) remember({ code: location.pathname.split("/")[2], name: words.name(words.you), game: words.game });
    gathering.hidden = Boolean(update.view);
    board.hidden = !update.view;
    document.body.classList.toggle("playing", Boolean(update.view));
    sit(update.room);
    if (update.view) table.show(update);
    board.dataset.shown = `${update.game}.${update.v}`;
    const told = update.events.map((/** @type {any} */ event) => words.tell(event)).filter(Boolean);
    if (told.length) spoken.textContent = told.join(" ");
    alerts.hear(update);
    menu.render();
  },
});

/** Who sits here, and the host's button. @param {any} now */
function sit(now) {
  const seats = document.getElementById("seats");
  const start = /** @type {HTMLButtonElement | null} */ (document.getElementById("start"));
  const note = document.getElementById("note");
  const [least, most] = now.capacity;
  const free = Math.max(0, most - now.seats.length);
  const watching = document.getElementById("watching");
  if (watching) {
    watching.textContent = words.say("watch.count", { n: now.watchers });
    watching.hidden = !now.watchers;
  }
  if (seats) {
    patch(seats, [
      ...now.seats.map((/** @type {any} */ { seat, name, here }) => h("li", { key: seat, class: here ? "here" : "away" },
        h("span", { class: "who" }, name),
        h("span", { class: "note" }, [seat === now.you && words.say("you"), seat === now.host && words.say("host"), !here && words.say("away")]
          .filter(Boolean).join(" · ")))),
      free > 0 && h("li", { key: "free", class: "free" }, words.say("room.free", { n: free })),
    ].filter(Boolean));
  }
  const enough = now.seats.length >= least;
  const host = now.you !== null && now.you === now.host;
  if (start) {
    start.hidden = !host;
    start.disabled = !enough;
    start.onclick = async () => {
      const answer = await socket.ask({ type: "start" });
      if (answer.type === "refused" && note) note.textContent = answer.message;
    };
  }
  if (note) {
    note.textContent = now.status === "closed" ? words.say("room.closed") : !enough ? words.say("room.few", { n: least - now.seats.length })
      : host ? words.say("room.ready") : words.say("room.wait", { host: words.name(now.host) });
  }
}

const leave = document.getElementById("leave");
if (leave) {
  leave.hidden = false;
  leave.onclick = async () => {
    const answer = await socket.ask({ type: "leave" });
    if (answer.type !== "done") return;
    forget(location.pathname.split("/")[2]);
    location.assign("/");
  };
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const copy = /** @type {HTMLButtonElement} */ (button);
  copy.hidden = false;
  copy.onclick = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(copy.dataset.copy ?? ""));
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy"); // a page on plain http has no other way
    copy.textContent = words.say("copied");
    setTimeout(() => { copy.textContent = words.say("copy"); }, 2000);
  };
}
