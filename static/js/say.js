// Words: every sentence comes from the language file; events are told by name.

/** @typedef {Record<string, string>} Language */
/** @typedef {{seat: number, name: string, here: boolean}} Seated */

const SEATS = ["seat", "target", "by", "to", "attacker", "their_seat", "leader", "dealer"];
const CARDS = ["card", "removed", "goal"];

export class Words {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    this.game = "";
    /** @type {Seated[]} */
    this.seated = [];
    /** @type {number | null} */
    this.you = null;
  }

  /** @param {string} key */
  has(key) {
    return key in this.language;
  }

  /**
   * The words of `key` with its values put in; where `n` is 1, those of `key.one` if there are any.
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  say(key, values = {}) {
    const one = values.n === 1 && this.has(`${key}.one`) ? `${key}.one` : key;
    return (this.language[one] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  }

  /** A card's name: its own words, or those of its suit with its rank put in. @param {string} code */
  card(code) {
    const [own, before, behind] = [code, code[0], code.at(-1)].map((part) => `${this.game}.card.${part}`);
    if (this.has(own)) return this.say(own);
    if (this.has(before)) return this.say(before, { rank: code.slice(1) });
    const rank = code.slice(0, -1);
    return this.say(behind, { rank: this.has(`rank.${rank}`) ? this.say(`rank.${rank}`) : rank });
  }

  /** A seat's player, by name. @param {number} seat */
  name(seat) {
    return this.seated.find((each) => each.seat === seat)?.name ?? this.say("seat", { n: seat + 1 });
  }

  /**
   * An event as a sentence, or "" where there is nothing to tell. Words for why, or for what is so, go before those for
   * all, and words for `you` before those for everybody: `burn.burned.match.you`, `burn.burned.match`,
   * `burn.flipped.fits`, `wireburn.drew.you`, `wireburn.drew`.
   * @param {Record<string, any>} event
   */
  tell(event) {
    const stem = `${this.game}.${event.event}`;
    const so = Object.keys(event).filter((name) => event[name] === true);
    const kinds = [event.why, event.reason, event.source, ...so].filter(Boolean).map((kind) => `${stem}.${kind}`);
    const is = (/** @type {unknown} */ seat) => seat === this.you && this.you !== null;
    const persons = [is(event.seat) && ".you", (is(event.target) || is(event.their_seat)) && ".at-you", ""];
    const key = [...kinds, stem]
      .flatMap((each) => persons.map((person) => (person === false ? "" : each + person))).find((each) => this.has(each));
    return key ? this.say(key, this.named(event)) : "";
  }

  /** The values of an event or a move as words. @param {Record<string, any>} data */
  named(data) {
    /** @type {Record<string, any>} */
    const values = {};
    for (const [name, value] of Object.entries(data)) {
      if (SEATS.includes(name) && Number.isInteger(value)) values[name] = this.name(value);
      else if (CARDS.includes(name) && typeof value === "string") values[name] = this.card(value);
      else if ((name === "cards" || name === "goals") && Array.isArray(value)) {
        values.n = value.length;
        values[name] = value.map((code) => this.card(code)).join(", ");
      } else if (name === "cards" || name === "count") values.n = values[name] = value;
      else if (name === "winners" || name === "seats") values[name] = value.map((/** @type {number} */ seat) => this.name(seat)).join(", ");
      else if (name === "dock") values[name] = this.say(`${this.game}.dock.${value}`);
      else if (name === "slot" || name === "their_slot") values[name] = value + 1;
      else if (name === "cell") values[name] = this.say(`${this.game}.cell`, { row: value[0] + 1, column: value[1] + 1 });
      else if (name === "state") values[name] = this.say(`${this.game}.state.${value}`);
      else values[name] = Array.isArray(value) ? value.join(" : ") : value;
    }
    return values;
  }
}

/** The language file that the page names. @returns {Promise<Words>} */
export async function words() {
  const answer = await fetch(document.body.dataset.lang ?? "");
  return new Words(await answer.json());
}
