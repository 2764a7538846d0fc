// What the parts around the game share: the latest update, the words, and how to have something done.

import { toast } from "./toast.js";

/** @typedef {import("./say.js").Words} Words */

export class Life {
  /** @param {Words} words @param {(message: Record<string, unknown>) => Promise<any>} ask */
  constructor(words, ask) {
    this.words = words;
    this.ask = ask;
    /** @type {any} */
    this.update = null;
    /** What was asked for last, on this very page. */
    this.asked = "";
  }

  get room() { return this.update.room; }
  /** @returns {any[]} */
  get seats() { return this.room.seats; }
  /** @returns {number | null} */
  get you() { return this.room.you; }
  get isHost() { return this.you !== null && this.you === this.room.host; }

  /** Have the server do something; a refusal is shown. Whether it was done. @param {string} type @param {Record<string, unknown>} [fields] */
  async do(type, fields = {}) {
    this.asked = type;
    const answer = await this.ask({ type, ...fields });
    if (answer.type === "refused") toast(answer.message);
    return answer.type === "done";
  }
}
