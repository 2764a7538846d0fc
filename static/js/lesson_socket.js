// A step of a lesson as a table knows a room: updates come in, moves are asked for. The server remembers nothing of it.

const PAUSE = 1100; // milliseconds between the moves of others
const RETRY = 2000;

/** @param {number} time */
const wait = (time) => new Promise((done) => { setTimeout(done, time); });

/**
 * Begin the step at `path`. `ontask` is told how many tasks are behind, once the others have answered; `onastray` why
 * a legal move is not the one that is asked for.
 * @param {string} path
 * @param {{onupdate: (update: any) => void, onlink: (up: boolean) => void, ontask: (done: number) => void,
 *   onastray: (message: string) => void}} listener
 */
export function connect(path, { onupdate, onlink, ontask, onastray }) {
  const game = Date.now(); // no other attempt has it
  /** @type {any[]} */
  let moves = [];
  let open = true;

  /** @param {any[]} tried @returns {Promise<any>} */
  async function post(tried) {
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify({ moves: tried }) });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const told = await answer.json();
      onlink(true);
      return told;
    } catch {
      onlink(false);
      await wait(RETRY);
      return open ? post(tried) : { type: "left" };
    }
  }

  /** @param {{done: number, updates: any[]}} told */
  async function show({ done, updates }) {
    for (const [n, update] of updates.entries()) {
      if (n) await wait(PAUSE);
      if (!open) return;
      onupdate({ ...update, game });
    }
    ontask(done);
  }

  post([]).then((told) => told.updates && show(told));

  return {
    /** @param {Record<string, any>} message @returns {Promise<any>} */
    async ask({ move }) {
      const answer = await post([...moves, move]);
      if (answer.type === "told") {
        moves = [...moves, move];
        show(answer);
      } else if (answer.type === "astray") onastray(answer.message);
      return answer;
    },

    /** Nothing of this step is heard any more. */
    close() { open = false; },
  };
}
