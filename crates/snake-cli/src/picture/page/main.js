// Puts the page together: what is shown, what can be pressed, and what each does.

import { MAX_TURNS, formatAnswer } from './answer.js';
import { drawBoard } from './board.js';
import { Chart } from './chart.js';
import { isInstance, readAnswer, readFile, readInstance, source } from './files.js';
import { readTurn, writeTurn } from './fragment.js';
import { ATE, BIT, Game, MISTAKE } from './game.js';
import { Player } from './player.js';
import { Sequences } from './sequences.js';
import { InputError } from './text.js';
import { readTheme } from './theme.js';

/** Turns a second to choose from. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 120, 500];

/** Above this many turns a second, parts jump from cell to cell: sliding could not be seen. */
const FASTEST_SLIDE = 15;

/** Turns that a step with Shift takes. */
const LONG_STEP = 10;

/** Longer texts are read, but not put into the text fields, which are slow with long lines. */
const LONGEST_SHOWN_TEXT = 2 ** 20;

/** Room in the message line; names of files can be long. */
const LONGEST_MESSAGE = 300;

const DIRECTION_NAMES = { U: 'up', D: 'down', L: 'left', R: 'right' };

const element = (id) => document.getElementById(id);
const setText = (id, text) => {
  element(id).textContent = text;
};

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

let game;
let turn = 0;
/** `{letter, fraction}` while the parts slide to the next turn. */
let slide = null;
let theme;
let numbers = true;
let isByHand = false;
/** Moves made by hand, newest last: the turn each was made at, and the moves it replaced. */
let edits = [];

// Showing

const chart = new Chart(element('chart'), (to) => goTo(to));
const sequences = new Sequences(element('sequences'));
const player = new Player(advanceTo);

function describe() {
  if (turn === 0) return 'The start';
  const moved = `Turn ${turn}: ${DIRECTION_NAMES[game.letters[turn - 1]]}`;
  const { event } = game;
  if (event.kind === 'ate') {
    const isMistake = game.marks[turn] & MISTAKE;
    return `${moved}, ate ${event.colour}${isMistake ? ', a mistake' : ''}`;
  }
  if (event.kind === 'bit') {
    const count = event.cut.length;
    return `${moved}, bit itself at part ${event.part}: ${count} ${count === 1 ? 'part' : 'parts'} cut off`;
  }
  return game.state.isShared ? `${moved}, head and tail share a cell` : moved;
}

function showNext() {
  const next = game.instance.wanted[game.state.prefix];
  const chip = document.createElement('span');
  chip.className = `chip paint-${next}`;
  chip.textContent = next;
  element('next-text').replaceChildren(...(next ? ['next ', chip] : ['complete']));
}

function drawStage() {
  drawBoard(element('board'), theme, game.state, { numbers, slide });
}

function show() {
  game.seek(turn);
  const { state } = game;
  drawStage();
  chart.show(turn);
  sequences.show(state);
  setText('turn', turn);
  setText('length', state.length);
  setText('prefix', state.prefix);
  setText('clean', state.prefix === state.length ? 'clean' : 'dirty');
  setText('mismatches', state.mismatches);
  setText('score', state.score);
  setText('event', describe());
  showNext();
  element('slider').value = turn;
  writeTurn(turn);
}

/** Shows a game whose moves have changed. */
function showGame() {
  const { instance } = game;
  setText('turns', game.turns);
  setText('wanted-length', instance.wanted.length);
  element('slider').max = game.turns;
  element('undo').disabled = edits.length === 0;
  element('restore').disabled = edits.length === 0;
  chart.redraw(game, theme);
  show();
}

/** Reads the style sheet's colours anew and draws everything. */
function restyle() {
  theme = readTheme();
  chart.redraw(game, theme);
  show();
}

function tell(message) {
  const isLong = message.length > LONGEST_MESSAGE;
  setText('message-text', isLong ? `${message.slice(0, LONGEST_MESSAGE)}…` : message);
  element('message').hidden = false;
}

function tellNothing() {
  element('message').hidden = true;
}

// Replay

function pause() {
  player.pause();
  slide = null;
  const button = element('play');
  button.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-label', 'Play');
}

/** Goes to a turn, and stays there. */
function goTo(to) {
  pause();
  turn = Math.min(Math.max(to, 0), game.turns);
  show();
}

/** Shows where a playing game is; false at its end. */
function advanceTo(position) {
  const whole = Math.floor(position);
  if (whole >= game.turns) {
    goTo(game.turns);
    return false;
  }
  const isNew = whole !== turn;
  turn = whole;
  const slides = player.speed <= FASTEST_SLIDE && !reducedMotion.matches;
  slide = slides ? { letter: game.letters[whole], fraction: position - whole } : null;
  if (isNew) show();
  else if (slides) drawStage();
  return true;
}

function playOrPause() {
  if (player.isPlaying) {
    pause();
    show();
    return;
  }
  endHand();
  // At the end, from the start.
  if (turn === game.turns) goTo(0);
  const button = element('play');
  button.setAttribute('aria-pressed', 'true');
  button.setAttribute('aria-label', 'Pause');
  player.play(turn);
}

function jump(mark, step) {
  const to = game.find(mark, turn, step);
  if (to >= 0) goTo(to);
}

function setSpeed(index) {
  const slider = element('speed');
  slider.value = Math.min(Math.max(index, 0), SPEEDS.length - 1);
  player.speed = SPEEDS[slider.value];
  setText('speed-text', `${player.speed} / s`);
}

// Play by hand

function startHand() {
  pause();
  isByHand = true;
  showHand();
  show();
}

function endHand() {
  if (!isByHand) return;
  isByHand = false;
  showHand();
}

function showHand() {
  document.body.classList.toggle('playing-by-hand', isByHand);
  element('hand').setAttribute('aria-pressed', String(isByHand));
  element('pad').hidden = !isByHand;
  const hint = isByHand
    ? 'Arrow keys move the snake; U takes back, Esc ends.'
    : 'Arrow keys will move the snake; the moves after this turn are replaced.';
  setText('hand-text', hint);
}

function move(letter) {
  const at = turn;
  // Tried on a copy first: a move that cannot be made must not cost the moves that follow.
  game.seek(at);
  const tried = game.state.clone().advance(letter);
  const isTooLong = at === MAX_TURNS;
  if (tried.kind === 'illegal' || isTooLong) {
    tell(isTooLong ? 'Too long output' : tried.reason);
    return;
  }
  tellNothing();
  const { illegal } = game;
  const replaced = game.truncate(at);
  edits.push({ at, replaced, illegal });
  game.push(letter);
  turn = game.turns;
  showGame();
}

/** Takes back the newest move made by hand. */
function takeBack() {
  const { at, replaced, illegal } = edits.pop();
  game.truncate(at);
  for (const letter of replaced) game.push(letter);
  game.illegal = illegal;
  turn = at;
}

function undo() {
  if (edits.length === 0) return;
  pause();
  takeBack();
  showGame();
}

function restore() {
  pause();
  while (edits.length > 0) takeBack();
  endHand();
  showGame();
}

async function copyMoves() {
  const text = formatAnswer(game.letters);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed here: the moves are shown selected instead, ready to be copied.
    element('texts').open = true;
    element('output').value = text;
    element('output').select();
    return;
  }
  const button = element('copy');
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy moves';
  }, 1500);
}

function prepareSave() {
  const link = element('save');
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([formatAnswer(game.letters)], { type: 'text/plain' }));
}

// Games from texts

/** Replays an instance and the moves of an answer from a turn on. */
function replay(instance, letters, { name, answerName, from = 0 }) {
  pause();
  endHand();
  edits = [];
  game = new Game(instance, letters);
  setText('name', name);
  document.title = `${name} – snake`;
  tellNothing();
  if (game.illegal) {
    tell(`${answerName}: ${game.illegal.reason} (turn ${game.illegal.turn})`);
  }
  turn = Math.min(from, game.turns);
  sequences.reset(instance);
  showGame();
}

/** Does something that may find a text wrong, and tells what. */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    tell(error.message);
  }
}

const showText = (id, { text }) => {
  element(id).value = text.length <= LONGEST_SHOWN_TEXT ? text : '';
};

/** Replays texts that were dropped or pasted: an instance, an answer, or one of each. */
function replaySources(sources) {
  const input = sources.find(isInstance);
  const output = sources.find((text) => !isInstance(text));
  const instance = input ? readInstance(input) : game.instance;
  const letters = output ? readAnswer(output) : [];
  const name = (input ?? output).name;
  replay(instance, letters, { name, answerName: output?.name });
  if (input) showText('input', input);
  showText('output', output ?? source('', ''));
}

const replayFiles = (files) =>
  attempt(async () => replaySources(await Promise.all([...files].map(readFile))));

function replayTexts() {
  return attempt(() => {
    const instance = readInstance(source('Input', element('input').value));
    const letters = readAnswer(source('Output', element('output').value));
    replay(instance, letters, { name: 'Pasted game', answerName: 'Output' });
  });
}

function paste(clipboard) {
  if (clipboard.files.length > 0) {
    replayFiles(clipboard.files);
    return;
  }
  const text = clipboard.getData('text/plain');
  if (text) attempt(() => replaySources([source('Pasted text', text)]));
}

// Buttons, keys, files

function toggleNumbers() {
  numbers = !numbers;
  element('numbers').setAttribute('aria-pressed', String(numbers));
  document.body.classList.toggle('no-numbers', !numbers);
  drawStage();
}

function setTheme(isDark) {
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function toggleTheme() {
  setTheme(document.documentElement.dataset.theme === 'light');
  restyle();
}

const ACTIONS = {
  first: () => goTo(0),
  back: () => goTo(turn - 1),
  play: playOrPause,
  forward: () => goTo(turn + 1),
  last: () => goTo(game.turns),
  'previous-eating': () => jump(ATE, -1),
  'next-eating': () => jump(ATE, 1),
  'previous-bite': () => jump(BIT, -1),
  'next-bite': () => jump(BIT, 1),
  'previous-mistake': () => jump(MISTAKE, -1),
  'next-mistake': () => jump(MISTAKE, 1),
  numbers: toggleNumbers,
  theme: toggleTheme,
  hand: () => (isByHand ? endHand() : startHand()),
  undo,
  restore,
  copy: copyMoves,
  replay: replayTexts,
  'message-close': tellNothing,
  'move-U': () => move('U'),
  'move-D': () => move('D'),
  'move-L': () => move('L'),
  'move-R': () => move('R'),
};

const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };

const KEYS = {
  ' ': ACTIONS.play,
  Home: ACTIONS.first,
  End: ACTIONS.last,
  ArrowLeft: ({ shiftKey }) => goTo(turn - (shiftKey ? LONG_STEP : 1)),
  ArrowRight: ({ shiftKey }) => goTo(turn + (shiftKey ? LONG_STEP : 1)),
  ArrowUp: () => setSpeed(Number(element('speed').value) + 1),
  ArrowDown: () => setSpeed(Number(element('speed').value) - 1),
  e: ({ shiftKey }) => jump(ATE, shiftKey ? -1 : 1),
  b: ({ shiftKey }) => jump(BIT, shiftKey ? -1 : 1),
  m: ({ shiftKey }) => jump(MISTAKE, shiftKey ? -1 : 1),
  n: toggleNumbers,
  t: toggleTheme,
  h: ACTIONS.hand,
  u: undo,
  c: copyMoves,
  Escape: endHand,
};

/** Whether the keys are for what has the focus: text, the speed, or a button that space presses. */
function isTaken({ key, target }) {
  if (target.matches('textarea')) return true;
  if (target.id === 'speed') return key === 'ArrowLeft' || key === 'ArrowRight';
  return key === ' ' && target.matches('button, a, summary, input[type="file"]');
}

function onKey(pressed) {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || isTaken(pressed)) return;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const letter = isByHand && ARROWS[key];
  const action = letter ? () => move(letter) : Object.hasOwn(KEYS, key) && KEYS[key];
  if (!action) return;
  pressed.preventDefault();
  action(pressed);
}

function listen() {
  for (const [id, action] of Object.entries(ACTIONS)) {
    const button = element(id);
    button.addEventListener('click', action);
    // A click leaves the focus where it was, so that space goes on meaning play or pause.
    button.addEventListener('pointerdown', (pressed) => pressed.preventDefault());
    button.addEventListener('mousedown', (pressed) => pressed.preventDefault());
  }
  element('slider').addEventListener('input', () => goTo(Number(element('slider').value)));
  element('speed').addEventListener('input', () => setSpeed(Number(element('speed').value)));
  for (const kind of ['pointerdown', 'focus']) element('save').addEventListener(kind, prepareSave);
  document.addEventListener('keydown', onKey);
  // Not from the present URL: a turn that was waiting to be written may stand there by now.
  addEventListener('hashchange', ({ newURL }) => {
    const to = readTurn(newURL);
    if (to !== null && to !== turn) goTo(to);
  });

  element('files').addEventListener('change', ({ target }) => {
    // The list empties with the field, which must be empty so that the same file can be chosen again.
    const files = [...target.files];
    target.value = '';
    if (files.length > 0) replayFiles(files);
  });
  document.addEventListener('paste', (pasted) => {
    const isField = pasted.target.matches?.('textarea');
    const isLong = pasted.clipboardData.getData('text/plain').length > LONGEST_SHOWN_TEXT;
    // Into a text field as usual, unless that would hang it.
    if (isField && !isLong && pasted.clipboardData.files.length === 0) return;
    pasted.preventDefault();
    paste(pasted.clipboardData);
  });
  document.addEventListener('dragover', (dragged) => {
    dragged.preventDefault();
    element('drop').hidden = false;
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) element('drop').hidden = true;
  });
  document.addEventListener('drop', (dropped) => {
    dropped.preventDefault();
    element('drop').hidden = true;
    paste(dropped.dataTransfer);
  });

  darkScheme.addEventListener('change', () => {
    setTheme(darkScheme.matches);
    restyle();
  });
  const resized = new ResizeObserver(restyle);
  resized.observe(element('board'));
  resized.observe(element('chart'));
}

setTheme(darkScheme.matches);
theme = readTheme();
setSpeed(Number(element('speed').defaultValue));
// The values as the file has them: browsers like to put back what was typed before a reload.
element('input').value = element('input').defaultValue;
element('output').value = element('output').defaultValue;
attempt(() => {
  const name = element('name').textContent;
  const instance = readInstance(source(name, element('input').value));
  const letters = readAnswer(source(name, element('output').value));
  replay(instance, letters, { name, answerName: name, from: readTurn() ?? 0 });
}).then(listen);
