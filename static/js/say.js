// Words: every sentence comes from the language file; events are told by name.

/** @typedef {Record<string, string>} Language */
/** @typedef {{seat: number, name: string, here: boolean}} Seated */

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

  /** @param {string} code */
  card(code) {
    const own = `${this.game}.card.${code}`;
    if (this.has(own)) return this.say(own);
    return this.say(`${this.game}.card.${code[0]}`, { rank: code.slice(1) });
  }

  /** A seat's player, by name. @param {number} seat */
  name(seat) {
    return this.seated.find((each) => each.seat === seat)?.name ?? this.say("seat", { n: seat + 1 });
  }

  /**
   * An event as a sentence, or "" where there is nothing to tell. Words for `you` go before those for everybody, and
   * words for a number before those for none: `wireburn.drew.you`, `wireburn.drew`.
   * @param {Record<string, any>} event
   */
  tell(event) {
    const stem = `${this.game}.${event.event}`;
    const toldOf = [
      event.seat === this.you && `${stem}.you`,
      event.target === this.you && this.you !== null && `${stem}.at-you`,
      event.reason && `${stem}.${event.reason}`,
      stem,
    ];
    const key = toldOf.find((each) => each && this.has(each));
    return key ? this.say(key, this.named(event)) : "";
  }

  /** The values of an event or a move as words. @param {Record<string, any>} data */
  named(data) {
    /** @type {Record<string, any>} */
    const values = {};
    for (const [name, value] of Object.entries(data)) {
      if (["seat", "target", "by", "to", "attacker"].includes(name) && Number.isInteger(value)) values[name] = this.name(value);
      else if (name === "card" && typeof value === "string") values[name] = this.card(value);
      else if (name === "cards") [values.n, values.cards] = Array.isArray(value) ? [value.length, value] : [value, value];
      else if (name === "winners" || name === "seats") values[name] = value.map((/** @type {number} */ seat) => this.name(seat)).join(", ");
      else if (name === "dock") values[name] = this.say(`${this.game}.dock.${value}`);
      else values[name] = value;
    }
    return values;
  }
}

/** The language file that the page names. @returns {Promise<Words>} */
export async function words() {
  const answer = await fetch(document.body.dataset.lang ?? "");
  return new Words(await answer.json());
}
