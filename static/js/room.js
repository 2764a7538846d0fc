// A room's page: it connects, shows who sits there, and gives the table and all around it every update.

import { begin, forgetWishes, nextSection, wishes } from "./again.js";
import { Alerts } from "./alerts.js";
import { bigScreen } from "./big.js";
import { clockOf, setClock } from "./clock.js";
import { Hand, arranged } from "./hand.js";
import { houseSection } from "./house.js";
import { keepHere, recallHere } from "./kept.js";
import { Life } from "./life.js";
import { Menu } from "./menu.js";
import { notices, undo } from "./notices.js";
import { peopleSection } from "./people.js";
import { seats as seatList } from "./presence.js";
import { h, patch } from "./render.js";
import { words as load } from "./say.js";
import { connect } from "./socket.js";
import * as sure from "./sure.js";
import { Table } from "./table.js";
import { forget, remember } from "./tables.js";
import { toast } from "./toast.js";
import { Talk } from "./talk.js";
import { placeSection } from "./place.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const code = location.pathname.split("/")[2];
const LEFT = 1000; // the server's code for: this seat was given up
const isSeated = document.body.dataset.seated !== undefined;

const words = await load();
words.game = document.body.dataset.game ?? "";
const game = await import(`./games/${words.game}.js`);
const laid = { ...game, zones: (/** @type {any[]} */ ...given) => arranged(game.zones(...given)) };
const table = new Table(element("table"), laid, words, async (message) => {
  if (message.type === "move" && !await sure.meant(table, message.move)) return { type: "kept" };
  return socket.ask(message.type === "start" ? { ...message, ...wishes(life) } : message);
});

const life = new Life(words, (message) => socket.ask(message));
const talk = new Talk(life);
const alerts = new Alerts(words);
const hand = new Hand(table);
const menu = new Menu(words, [
  (changed) => peopleSection(life, changed),
  (changed) => nextSection(life, changed),
  (changed) => isSeated && hand.section(changed),
  (changed) => isSeated && alerts.section(changed),
  () => houseSection(life),
  (changed) => placeSection(life, changed),
]);
if (!isSeated) bigScreen();

/** The last move that this page saw made; it outlives a reload. @type {{game: number, v: number, made: any}} */
let last = recallHere("last", { game: 0, v: 0, made: null });

const socket = connect(element("room").dataset.socket ?? "", {
  onlink: (up) => { element("cut").hidden = up; },
  ontalk: (message) => talk.hear(message),
  onend(why) {
    if (isSeated) forget(code);
    if (why === LEFT && life.asked === "leave") location.assign("/");
    const gone = element("gone");
    if (words.has(`gone.${why}`)) /** @type {Text} */ (gone.firstChild).data = `${words.say(`gone.${why}`)} `;
    element("cut").hidden = true;
    gone.hidden = false;
  },
  onupdate(update) {
    if (life.update?.game !== update.game) forgetWishes();
    if (life.update?.game !== update.game || life.update?.v !== update.v) sure.forget();
    const { game, v, made } = update;
    if (made || last.game !== game || last.v !== v) {
      last = { game, v, made };
      keepHere("last", last);
    }
    const asked = life.update?.v === v && life.update.room.asking;
    life.update = update;
    if (asked && asked.seat === life.you && !life.room.asking) toast(words.say("undo.refused"));
    words.seated = update.room.seats;
    words.you = update.room.you;
    if (words.you !== null) remember({ code, name: words.name(words.you), game: words.game });
    setClock(update);
    element("gathering").hidden = Boolean(update.view);
    table.root.hidden = !update.view;
    document.body.classList.toggle("playing", Boolean(update.view));
    sit(update.room);
    if (update.view) table.show(update);
    table.root.dataset.shown = `${update.game}.${update.v}`;
    patch(element("my-clock"), [clockOf(words.you, words)].filter((each) => each !== null));
    const told = update.events.map((/** @type {any} */ event) => words.tell(event)).filter(Boolean);
    if (told.length) element("spoken").textContent = told.join(" ");
    notices(life, socket.tell, () => menu.open());
    undo(life, last.made);
    alerts.hear(update);
    talk.render();
    menu.render();
  },
});

/** Who sits here, and the host's button. @param {any} now */
function sit(now) {
  const [least, most] = now.capacity;
  const free = Math.max(0, most - now.seats.length);
  patch(element("seats"), [
    ...seatList(now, words),
    free > 0 && h("li", { key: "free", class: "free" }, words.say("room.free", { n: free })),
  ].filter(Boolean));
  element("watching").textContent = words.say("watch.count", { n: now.watchers });
  element("watching").hidden = !now.watchers;
  if (!isSeated) return;
  const enough = now.seats.length >= least;
  const start = /** @type {HTMLButtonElement} */ (element("start"));
  start.hidden = !life.isHost;
  start.disabled = !enough;
  start.onclick = () => begin(life);
  element("note").textContent = now.status === "closed" ? words.say("room.closed") : !enough ? words.say("room.few", { n: least - now.seats.length })
    : life.isHost ? words.say("room.ready") : words.say("room.wait", { host: words.name(now.host) });
}

const leave = document.getElementById("leave");
if (leave) {
  leave.hidden = false;
  leave.onclick = () => life.do("leave");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const copy = /** @type {HTMLButtonElement} */ (button);
  copy.hidden = false;
  copy.onclick = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(copy.dataset.copy ?? ""));
    field.select();
    const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
    if (!copied) document.execCommand("copy"); // a page on plain http has no other way
    copy.textContent = words.say("copied");
    setTimeout(() => { copy.textContent = words.say("copy"); }, 2000);
  };
}
