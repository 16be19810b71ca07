"use strict";

// What the file knows: see `Data` in html.rs. Texts reach the page as text nodes only.
const data = JSON.parse(document.getElementById("data").textContent);

const pairs = data.pairs.map(([seed, n, m, a, b]) => ({
  seed, n, m, a, b,
  density: n === null ? null : m / (n * n),
  ratio: a / b,
  outcome: a < b ? "won" : a > b ? "lost" : "tied",
}));

function element(parent, name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

// ---- texts and plain tables ----

function showTable(section, head, rows) {
  const table = document.querySelector(`#${section} table`);
  if (rows.length === 0) {
    document.getElementById(section).hidden = true;
    return;
  }
  if (head.length > 0) {
    const line = element(element(table, "thead"), "tr");
    for (const name of head) element(line, "th", name, { scope: "col" });
  }
  const body = element(table, "tbody");
  for (const row of rows) {
    const line = element(body, "tr");
    row.forEach((value, i) => {
      if (i === 0) element(line, "th", value, { scope: "row" });
      else element(line, "td", value);
    });
  }
}

// ---- charts ----

const WIDTH = 420;
const HEIGHT = 320;
const MARGIN = { left: 52, right: 12, top: 8, bottom: 40 };
const SVG = "http://www.w3.org/2000/svg";

function shape(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

// A scale takes a value to a place; `ticks` are values worth a mark.
function scale(low, high, from, to, transform, ticks) {
  const [start, end] = [transform(low), transform(high)];
  const place = (value) => from + ((transform(value) - start) / (end - start)) * (to - from);
  return { place, ticks: ticks.filter((tick) => tick >= low && tick <= high) };
}

// Values 1, 2, 5 times powers of ten.
function logTicks(low, high) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const digit of [1, 2, 5]) ticks.push(digit * 10 ** power);
  }
  return ticks;
}

// Some six multiples of a round step.
function linearTicks(low, high) {
  const rough = (high - low) / 6;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= rough);
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) ticks.push(Number((i * step).toPrecision(10)));
  return ticks;
}

function range(values, pad) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? [low - pad, high + pad] : [low - (high - low) * 0.03, high + (high - low) * 0.03];
}

function frame(id, label, x, xName, y, yName) {
  const bottom = HEIGHT - MARGIN.bottom;
  const right = WIDTH - MARGIN.right;
  const svg = shape(document.getElementById(id), "svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label,
  });
  const line = (x1, y1, x2, y2) => shape(svg, "line", { class: "axis", x1, y1, x2, y2 });
  for (const tick of x.ticks) {
    line(x.place(tick), MARGIN.top, x.place(tick), bottom);
    shape(svg, "text", { x: x.place(tick), y: bottom + 15, "text-anchor": "middle" }, String(tick));
  }
  for (const tick of y.ticks) {
    line(MARGIN.left, y.place(tick), right, y.place(tick));
    shape(svg, "text", { x: MARGIN.left - 6, y: y.place(tick) + 4, "text-anchor": "end" }, String(tick));
  }
  const middle = (MARGIN.top + bottom) / 2;
  shape(svg, "text", { x: (MARGIN.left + right) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, xName);
  shape(svg, "text", {
    x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})`,
  }, yName);
  return svg;
}

const horizontal = (low, high, transform, ticks) =>
  scale(low, high, MARGIN.left, WIDTH - MARGIN.right, transform, ticks(low, high));
const vertical = (low, high, transform, ticks) =>
  scale(low, high, HEIGHT - MARGIN.bottom, MARGIN.top, transform, ticks(low, high));
const same = (value) => value;

const tip = document.getElementById("tip");
const dots = new Map(pairs.map((pair) => [pair, []]));

function describe(pair) {
  const size = pair.n === null ? "" : `\nN ${pair.n}, M ${pair.m}, M/N² ${pair.density.toFixed(3)}`;
  return `seed ${pair.seed}${size}\nA ${pair.a}, B ${pair.b}, A / B ${pair.ratio.toFixed(3)}`;
}

// Draws a dot a pair. Whatever is nearest to the pointer, within reach, is told and shown in all charts.
function scatterDots(svg, shown, x, y) {
  const REACH = 14;
  const RADIUS = shown.length > 500 ? 2.5 : 3.5;
  const places = shown.map((pair) => {
    const [cx, cy] = [x(pair), y(pair)];
    dots.get(pair).push(shape(svg, "circle", { class: pair.outcome, cx, cy, r: RADIUS, "data-seed": pair.seed }));
    return { pair, cx, cy };
  });
  const nearest = (event) => {
    const { x: px, y: py } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = null;
    let reach = REACH;
    for (const place of places) {
      const distance = Math.hypot(place.cx - px, place.cy - py);
      if (distance < reach) [best, reach] = [place.pair, distance];
    }
    return best;
  };
  svg.addEventListener("pointermove", (event) => hover(nearest(event), event));
  svg.addEventListener("pointerleave", () => hover(null));
  svg.addEventListener("click", (event) => {
    const pair = nearest(event);
    if (pair) mark(pair);
  });
}

let hovered = null;

function hover(pair, event) {
  if (hovered !== pair) {
    for (const dot of dots.get(hovered) ?? []) dot.classList.remove("hovered");
    for (const dot of dots.get(pair) ?? []) dot.classList.add("hovered");
    hovered = pair;
  }
  tip.hidden = pair === null;
  if (pair === null) return;
  tip.textContent = describe(pair);
  const GAP = 14;
  const left = Math.min(event.clientX + GAP, window.innerWidth - tip.offsetWidth - GAP);
  const below = event.clientY + GAP;
  const fits = below + tip.offsetHeight < window.innerHeight;
  tip.style.left = `${Math.max(left, 0)}px`;
  tip.style.top = `${fits ? below : event.clientY - GAP - tip.offsetHeight}px`;
}

function drawScatter() {
  const logs = pairs.flatMap((pair) => [Math.log(pair.a), Math.log(pair.b)]);
  const [low, high] = range(logs, 0.1).map(Math.exp);
  const x = horizontal(low, high, Math.log, logTicks);
  const y = vertical(low, high, Math.log, logTicks);
  const svg = frame("scatter", "Turns of A against turns of B", x, "turns of B", y, "turns of A");
  shape(svg, "line", {
    class: "reference", x1: x.place(low), y1: y.place(low), x2: x.place(high), y2: y.place(high),
  });
  scatterDots(svg, pairs, (pair) => x.place(pair.b), (pair) => y.place(pair.a));
}

function drawDensity() {
  const shown = pairs.filter((pair) => pair.density !== null);
  if (shown.length === 0) {
    document.getElementById("density").hidden = true;
    return;
  }
  const [left, right] = range(shown.map((pair) => pair.density), 0.05);
  const logs = shown.map((pair) => Math.log(pair.ratio));
  const [low, high] = range([...logs, 0], 0.05).map(Math.exp);
  const x = horizontal(left, right, same, linearTicks);
  const y = vertical(low, high, Math.log, linearTicks);
  const svg = frame("density", "Ratio by density", x, "density M/N²", y, "A / B");
  shape(svg, "line", { class: "reference", x1: x.place(left), y1: y.place(1), x2: x.place(right), y2: y.place(1) });
  scatterDots(svg, shown, (pair) => x.place(pair.density), (pair) => y.place(pair.ratio));
  const points = data.smooth.map(([density, ratio]) => `${x.place(density)},${y.place(ratio)}`);
  shape(svg, "polyline", { class: "smooth", points: points.join(" ") });
}

function drawDistribution() {
  const logs = pairs.map((pair) => Math.log(pair.ratio));
  // Bins of a round width, so that one of them begins at 0; some 25 over the whole range.
  const BINS = 25;
  const extent = Math.max(...logs, 0) - Math.min(...logs, 0) || 0.1;
  const unit = 10 ** Math.floor(Math.log10(extent / BINS));
  const width = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= extent / BINS);
  const bins = new Map();
  for (const pair of pairs) {
    const log = Math.log(pair.ratio);
    // Ties have a bar of their own at 0, between the two sides.
    const key = pair.outcome === "tied" ? "tied" : Math.floor(log / width);
    bins.set(key, (bins.get(key) ?? 0) + 1);
  }
  const indices = [...bins.keys()].filter((key) => key !== "tied");
  const low = (Math.min(0, ...indices) - 1) * width;
  const high = (Math.max(0, ...indices) + 2) * width;
  const x = horizontal(low, high, same, linearTicks);
  const y = vertical(0, Math.max(...bins.values()) * 1.05, same, (from, to) =>
    linearTicks(from, to).filter(Number.isInteger));
  const svg = frame("distribution", "Distribution of the log ratio", x, "ln(A / B)", y, "seeds");
  const bar = (from, to, outcome, count, label) => {
    const attributes = {
      class: outcome, x: x.place(from), y: y.place(count),
      width: Math.max(x.place(to) - x.place(from) - 1, 1), height: y.place(0) - y.place(count),
    };
    shape(shape(svg, "rect", attributes), "title", {}, `${label}: ${count} seeds`);
  };
  for (const index of indices) {
    const [from, to] = [index * width, (index + 1) * width].map((end) => Number(end.toPrecision(10)));
    bar(from, to, index < 0 ? "won" : "lost", bins.get(index), `${from} to ${to}`);
  }
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  if (bins.has("tied")) bar(-width / 6, width / 6, "tied", bins.get("tied"), "as many turns");
  shape(svg, "line", { class: "mean", x1: x.place(mean), y1: MARGIN.top, x2: x.place(mean), y2: HEIGHT - MARGIN.bottom });
}

// ---- the table of seeds ----

const COLUMNS = [
  { name: "seed", value: (pair) => pair.seed },
  { name: "N", value: (pair) => pair.n },
  { name: "M", value: (pair) => pair.m },
  { name: "M/N²", value: (pair) => pair.density, digits: 3 },
  { name: "A", value: (pair) => pair.a },
  { name: "B", value: (pair) => pair.b },
  { name: "A / B", value: (pair) => pair.ratio, digits: 4 },
];

const rows = new Map();

function drawSeeds() {
  const table = document.querySelector("#seeds table");
  const head = element(element(table, "thead"), "tr");
  const body = element(table, "tbody");
  for (const pair of pairs) {
    const row = document.createElement("tr");
    for (const { value, digits } of COLUMNS) {
      const content = value(pair);
      const text = content === null ? "–" : digits ? content.toFixed(digits) : String(content);
      element(row, "td", text, digits === 4 ? { class: pair.outcome } : {});
    }
    rows.set(pair, row);
    body.append(row);
  }
  const headers = COLUMNS.map(({ name, value }) => {
    const header = element(head, "th", undefined, { scope: "col" });
    element(header, "button", name, { type: "button" }).addEventListener("click", () => {
      const ascending = header.getAttribute("aria-sort") !== "ascending";
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      const sign = ascending ? 1 : -1;
      const sorted = [...pairs].sort((left, right) => sign * (value(left) - value(right)) || left.seed - right.seed);
      body.append(...sorted.map((pair) => rows.get(pair)));
    });
    return header;
  });
  headers[0].setAttribute("aria-sort", "ascending");
}

function mark(pair) {
  for (const row of rows.values()) row.classList.remove("marked");
  const row = rows.get(pair);
  row.classList.add("marked");
  row.scrollIntoView({ block: "center" });
}

document.getElementById("verdict").textContent = data.verdict;
showTable("figures", [], data.figures);
showTable("failures", ["seed", "who", "how"], data.failures);
const GROUP_HEAD = ["seeds", "won", "tied", "lost", "mean A", "mean B", "A / B", "95 % interval"];
const groupRow = ([name, count, won, tied, lost, a, b, ratio, low, high]) => [
  name, count, won, tied, lost, a.toFixed(1), b.toFixed(1), ratio.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`,
];
showTable("by-side", ["N", ...GROUP_HEAD], data.bySide.map(groupRow));
showTable("by-density", ["M/N²", ...GROUP_HEAD], data.byDensity.map(groupRow));
if (pairs.length > 0) {
  drawScatter();
  drawDensity();
  drawDistribution();
  drawSeeds();
} else {
  for (const id of ["charts", "legend", "seeds"]) document.getElementById(id).hidden = true;
}
