"use strict";
// Steps through recorded games and draws their positions. What is shown is written to the address,
// and read from it when it is changed by others: #game=NUMBER&move=NUMBER&view=all|p1|p2...

const DATA = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const show = { game: 0, move: 0, view: "all" };
const unpacked = new Map();
let timer = 0, writing = 0;

// Milliseconds for which nothing new is shown before it is written to the address: browsers refuse
// to change it often.
const QUIET = 250;

const SUIT_COLOURS = ["#e9c46a", "#a3b18a", "#d08c60", "#8ecae6", "#cdb4db", "#f4978e", "#bcb8b1", "#90be6d"];

function escapeText(text) {
  return String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}

// The lines of a game, the deal first: JSON texts of [events, changes], lists with a place for each viewer.
async function linesOf(game) {
  if (!unpacked.has(game)) {
    const bytes = Uint8Array.from(atob(DATA.games[game].packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    unpacked.set(game, (await new Response(stream).text()).split("\n"));
  }
  return unpacked.get(game);
}

// A position after changes: [path, value], or [path] of what is gone. It may be changed itself.
function patched(position, changes) {
  for (const [path, ...value] of changes) {
    if (!path.length) { position = value[0]; continue; }
    let at = position;
    for (const key of path.slice(0, -1)) at = at[key];
    if (value.length) at[path[path.length - 1]] = value[0];
    else delete at[path[path.length - 1]];
  }
  return position;
}

// What a viewer has of one of these lists: 0 stands for the same as in the truth.
function ownOf(parts, game, view) { return parts[DATA.games[game].viewers.indexOf(view)] || parts[0]; }

let reached = { game: -1, view: "", move: -1, position: null };

// The position after so many moves, as one viewer knows it: on from the last one, or from the deal.
function positionAt(lines, game, view, move) {
  if (reached.game !== game || reached.view !== view || reached.move > move) reached = { game, view, move: -1, position: null };
  while (reached.move < move) {
    reached.position = patched(reached.position, ownOf(JSON.parse(lines[++reached.move])[1], game, view));
  }
  return reached.position;
}

// Village: one SVG, drawn from top to bottom.

class Canvas {
  constructor(width) { this.width = width; this.parts = []; this.height = 0; }
  text(x, y, text, more = "") { this.parts.push(`<text x="${x}" y="${y}" ${more}>${escapeText(text)}</text>`); }
  box(x, y, width, height, fill, more = "") {
    this.parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="${fill}" stroke="#555" ${more}/>`);
  }
  svg() {
    return `<svg viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" xmlns="http://www.w3.org/2000/svg" ` +
      `font-family="system-ui, sans-serif" font-size="12">${this.parts.join("")}</svg>`;
  }
}

// A card is an id, "?suit" where only its back is known, or "?".
function suitOf(card, tables) {
  return card.startsWith("?") ? card.slice(1) : (tables.cards[card.split("/")[0]] || { suit: "" }).suit;
}

function colourOf(card, tables) {
  const index = tables.suits.indexOf(suitOf(card, tables));
  return index < 0 ? "#eeeeee" : SUIT_COLOURS[index % SUIT_COLOURS.length];
}

function nameOf(card, tables) {
  if (card.startsWith("?")) return card === "?" ? "?" : `? ${card.slice(1)}`;
  return (tables.cards[card] || { name: card }).name;
}

function drawCard(canvas, x, y, card, tables, kind, under = "") {
  const hidden = card.startsWith("?");
  canvas.box(x, y, 96, 40, colourOf(card, tables), `class="card ${kind}" ${hidden ? 'stroke-dasharray="4 3"' : ""}`);
  canvas.text(x + 48, y + 17, nameOf(card, tables), 'text-anchor="middle"');
  canvas.text(x + 48, y + 33, under, 'text-anchor="middle" font-size="11" fill="#333"');
}

function drawRow(canvas, title, cards, tables, kind) {
  const perRow = Math.floor((canvas.width - 90) / 102);
  canvas.text(4, canvas.height + 24, title, 'font-weight="600"');
  cards.forEach(([card, under], index) => {
    const x = 90 + (index % perRow) * 102, y = canvas.height + Math.floor(index / perRow) * 46;
    if (card === null) canvas.box(x, y, 96, 40, "none", `class="card ${kind} empty" stroke-dasharray="2 4"`);
    else drawCard(canvas, x, y, card, tables, kind, under);
  });
  canvas.height += Math.max(1, Math.ceil(cards.length / perRow)) * 46 + 4;
}

function drawVillage(position, tables, game) {
  const canvas = new Canvas(812);
  canvas.text(4, 16, `round ${position.round}, ${position.phase}, turn ${position.turn}, first ${position.first}, ` +
    `markets held ${position.markets}`, 'font-weight="600" class="head"');
  canvas.height = 28;
  drawRow(canvas, "road", position.road.map((slot) => slot ? [slot.card, slot.ducats ? `+${slot.ducats}` : ""] : [null, ""]), tables, "road");
  const piles = [...position.stacks, position.reserve];
  drawRow(canvas, "stacks", piles.map((pile, index) => pile.length
    ? [pile[pile.length - 1], `${pile.length} in ${index < 6 ? "stack " + (index + 1) : "reserve"}`] : [null, ""]), tables, "stack");
  for (const seat of position.seats) {
    const place = Number(seat.seat.slice(1)) - 1;
    canvas.height += 8;
    const turn = seat.seat === position.turn && position.phase !== "over";
    canvas.box(0, canvas.height, canvas.width, 22, turn ? "#ffe8a3" : "#f3f3f3", 'class="seat"');
    canvas.text(6, canvas.height + 15, `${seat.seat} ${game.seats[place]}: ${seat.supply} ducats, founders on the ${seat.founders} side`, 'font-weight="600"');
    canvas.height += 27;
    drawRow(canvas, "hand", counted(seat.hand), tables, "hand");
    drawRow(canvas, "village", seat.village.map((settler) => [settler.card, settlerText(settler, tables)]), tables, "settler");
  }
  return canvas.svg();
}

function counted(hand) {
  return Object.entries(hand).map(([card, count]) => [card, count > 1 ? `x${count}` : ""]);
}

function settlerText(settler, tables) {
  const parts = [];
  if (settler.role !== settler.card) parts.push(`as ${nameOf(settler.role, tables)}`);
  if (settler.on) parts.push(`${settler.on} on it`);
  if (settler.ducats) parts.push(`+${settler.ducats}`);
  if (settler.count > 1) parts.push(`x${settler.count}`);
  return parts.join(", ");
}

const DRAWINGS = { village: drawVillage, island: drawIsland };

function drawn(position, game) {
  if (position.text !== undefined) return `<pre>${escapeText(position.text)}</pre>`;
  return DRAWINGS[DATA.game](position, DATA.tables, game);
}

// The player

function describe(game) {
  const results = game.seats.map((label, seat) => `p${seat + 1} ${label}` +
    (game.returns.length ? `: ${game.returns[seat].toFixed(2)}, score ${game.scores[seat]}` : ""));
  const lines = [`Game ${game.name}. ${results.join(" | ")}`, ...game.faults.map((fault) => `Fault: ${fault}`)];
  if (game.void) lines.push(`Void: ${game.void.trim().split("\n").pop()}`);
  return lines.join("\n");
}

function fillLists() {
  part("game").innerHTML = DATA.games.map((game, index) => `<option value="${index}">game ${game.name}: ` +
    `${escapeText(game.seats.join(", "))}${game.faults.length ? " (fault)" : ""}${game.void ? " (void)" : ""}</option>`).join("");
}

// Shows a move of a game, or the nearest that there is.
function showThat(number, move, view) {
  show.game = Math.min(Math.max(Math.trunc(number) || 0, 0), DATA.games.length - 1);
  const game = DATA.games[show.game];
  show.view = game && game.viewers.includes(view) ? view : "all";
  show.move = Math.min(Math.max(Math.trunc(move) || 0, 0), game ? game.length : 0);
  render();
}

function readAddress() {
  clearTimeout(writing);
  const given = new URLSearchParams(location.hash.slice(1));
  showThat(Number(given.get("game")), Number(given.get("move")), given.get("view"));
}

function writeAddress() {
  try {
    history.replaceState(null, "", `#game=${show.game}&move=${show.move}&view=${show.view}`);
  } catch { /* refused, as for a page within another: the address is of no use there */ }
}

let listed = { game: -1, view: "" };

async function render() {
  const { game: number, view, move } = show;
  const game = DATA.games[number];
  if (!game) { part("about").textContent = "No games."; return; }
  const lines = await linesOf(number);
  if (number !== show.game || view !== show.view || move !== show.move) return;
  if (listed.game !== number) {
    part("game").value = number;
    part("view").innerHTML = game.viewers.map((viewer) =>
      `<option value="${viewer}">${viewer === "all" ? "the truth" : "as " + viewer + " saw it"}</option>`).join("");
    part("slider").max = game.length;
    part("about").textContent = describe(game);
  }
  if (listed.game !== number || listed.view !== view) {
    listed = { game: number, view };
    part("moves").innerHTML = lines.slice(1).map((line) => `<li>${escapeText(ownOf(JSON.parse(line)[0], number, view))}</li>`).join("");
  }
  part("view").value = view;
  part("slider").value = move;
  part("counter").textContent = `${move} of ${game.length}`;
  const now = part("moves").querySelector(".now");
  if (now) now.className = "";
  const item = part("moves").children[move - 1];
  if (item) { item.className = "now"; part("moves").scrollTop = item.offsetTop - part("moves").offsetTop - 120; }
  part("board").innerHTML = drawn(positionAt(lines, number, view, move), game);
}

function go(change) {
  const next = { ...show, ...change };
  showThat(next.game, next.move, next.view);
  clearTimeout(writing);
  writing = setTimeout(writeAddress, QUIET);
}

function stopRunning() { clearInterval(timer); timer = 0; part("run").textContent = "play"; }

function run() {
  if (timer) { stopRunning(); return; }
  part("run").textContent = "stop";
  timer = setInterval(() => {
    if (show.move >= DATA.games[show.game].length) stopRunning();
    else go({ move: show.move + 1 });
  }, 500);
}

fillLists();
part("game").onchange = (event) => go({ game: Number(event.target.value), move: 0, view: "all" });
part("view").onchange = (event) => go({ view: event.target.value });
part("slider").oninput = (event) => go({ move: Number(event.target.value) });
part("first").onclick = () => go({ move: 0 });
part("back").onclick = () => go({ move: Math.max(show.move - 1, 0) });
part("next").onclick = () => go({ move: show.move + 1 });
part("last").onclick = () => go({ move: DATA.games[show.game].length });
part("run").onclick = run;
part("moves").onclick = (event) => go({ move: [...part("moves").children].indexOf(event.target.closest("li")) + 1 });
window.onhashchange = readAddress;
readAddress();
