// The turn in the URL's fragment, `#turn=120`, so that a link shows that turn.

/** Browsers refuse to change the URL much more often than twice a second for long. */
const WRITE_INTERVAL_MS = 600;

let timer = 0;
let pending = 0;

/** The turn a URL names, or null. */
export function readTurn(url = location.href) {
  const match = /^#turn=(\d{1,6})$/.exec(new URL(url).hash);
  return match && Number(match[1]);
}

function write() {
  timer = 0;
  // Replaced, not assigned: the history is for pages, not for turns.
  history.replaceState(null, '', `#turn=${pending}`);
}

/** Writes the turn into the URL, soon; of many turns in a short time, the last. */
export function writeTurn(turn) {
  pending = turn;
  if (timer === 0) timer = setTimeout(write, WRITE_INTERVAL_MS);
}
