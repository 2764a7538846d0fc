// The one connection to the room: it comes back by itself, and a move is sent until it is answered.

const PING_EVERY = 15_000;
const PATIENCE = 5_000;
const PATIENCE_ON_RETURN = 3_000; // a phone that wakes up often holds a socket that is dead and does not know it
const LONGEST_WAIT = 8_000;
/** The codes by which the server closes a socket for good: left, sent away, moved to another device, watching closed. */
const FINAL = [1000, 4001, 4002, 4003];

/**
 * @typedef {{type: "done", id: string, v: number} |
 *   {type: "refused", id: string, rule: string, message: string, v: number}} Answer
 */

/**
 * Connect to `path` on this server. `onupdate` gets every update, `ontalk` what people say; `onlink` is told whether there
 * is a connection, `onend` that there will be none, since the server has no place for this browser any more.
 * @param {string} path
 * @param {{onupdate: (update: any) => void, ontalk: (message: any) => void, onlink: (up: boolean) => void, onend: (code: number) => void}} listener
 */
export function connect(path, { onupdate, ontalk, onlink, onend }) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");

  /** Frames that await their answer. @type {Map<string, {frame: string, answer: (a: Answer) => void}>} */
  const unanswered = new Map();
  /** @type {WebSocket} */
  let socket;
  let attempts = 0;
  let ended = false;
  let current = false; // whether this connection has brought its first update
  let timer = 0;
  let overdue = 0;

  function open() {
    clearTimeout(timer);
    if (socket) socket.onmessage = socket.onclose = null;
    current = false;
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      clearTimeout(overdue);
      hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => lost(code);
    overdue = setTimeout(drop, PATIENCE);
  }

  /** Give a silent socket up at once; its own goodbye would take too long. */
  function drop() {
    socket.onmessage = socket.onclose = null;
    socket.close();
    lost();
  }

  /** @param {number} [code] */
  async function lost(code = 0) {
    clearTimeout(overdue);
    clearTimeout(timer);
    onlink(false);
    const closed = socket;
    ended ||= FINAL.includes(code) || (!current && await refused());
    if (ended) onend(code);
    if (ended || socket !== closed) return; // nothing to come back to, or somebody is on the way already
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** attempts++);
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
  }

  /** Whether the server answers, and says that no socket of this browser may come in. */
  async function refused() {
    const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
    return answer?.status === 403;
  }

  /** @param {any} message */
  function hear(message) {
    if (message.type === "update") {
      if (!current) arrived();
      onupdate(message);
    } else if (message.type === "done" || message.type === "refused") {
      unanswered.get(message.id)?.answer(message);
      unanswered.delete(message.id);
    } else if (message.type === "said" || message.type === "talk") ontalk(message);
  }

  function arrived() {
    current = true;
    attempts = 0;
    onlink(true);
    if (document.visibilityState === "hidden") tell({ type: "away" });
    for (const { frame } of unanswered.values()) socket.send(frame);
    timer = setTimeout(ping, PING_EVERY);
  }

  function ping(patience = PATIENCE) {
    clearTimeout(timer);
    clearTimeout(overdue);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send('{"type":"ping"}');
    overdue = setTimeout(drop, patience);
    timer = setTimeout(ping, PING_EVERY);
  }

  /** Send what has no answer. @param {Record<string, unknown>} message */
  function tell(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function wake() {
    if (ended) return;
    if (document.visibilityState === "hidden") {
      tell({ type: "away" });
      return;
    }
    tell({ type: "back" });
    if (socket.readyState === WebSocket.OPEN) ping(PATIENCE_ON_RETURN);
    else if (socket.readyState !== WebSocket.CONNECTING) open();
  }
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    tell,
    /**
     * Send a message of this shape until it is answered; the same id is done once.
     * @param {Record<string, unknown>} message
     * @returns {Promise<Answer>}
     */
    ask(message) {
      const id = newId();
      const frame = JSON.stringify({ ...message, id });
      return new Promise((answer) => {
        unanswered.set(id, { frame, answer });
        if (current && socket.readyState === WebSocket.OPEN) socket.send(frame);
      });
    },
  };
}

/** An id nobody else makes; `crypto.randomUUID` is missing on plain http. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
