"use strict";
// Island: the map with all that stands on it, and beside it what is known of the table and the seats.

const MAP_WIDTH = 440, LARGEST_HEX = 44;
const SEAT_COLOURS = ["#c8312b", "#2a5fb0", "#e08a1e", "#f4f4f4", "#2e8b57", "#8b5a2b"];
const TERRAIN_COLOURS = {
  forest: "#4f8a4a", pasture: "#a8cf6f", fields: "#ecd060", hills: "#c9764a", mountains: "#a3a7ad",
  desert: "#e9dcb4", gold: "#d9a520", sea: "#9cc9e6", lake: "#5fb2c9", lake2: "#5fb2c9",
};
const CARD_COLOURS = {
  lumber: "#7fb574", wool: "#a8cf6f", grain: "#ecd060", brick: "#c9764a", ore: "#a3a7ad",
  paper: "#e8e4d0", cloth: "#d8a7c8", coin: "#e3c14f", "?": "#ffffff",
};
const TRACK_COLOURS = { trade: "#e3c14f", politics: "#6f9bd8", science: "#6fb56f" };
const LAKE_NUMBERS = { lake: "2 3 11 12", lake2: "4 10" };
const MARGIN = 34, PANEL = 318, RED_CHITS = [6, 8], LIGHT_SEAT = 4;

const rounded = (n) => Math.round(n * 10) / 10;
const pointsOf = (points) => points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(" ");
const middleOf = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
const towards = ([x, y], [u, v], share) => [x + (u - x) * share, y + (v - y) * share];
const lettersOn = (seat) => (seat === LIGHT_SEAT ? "#222" : "#fff");

// Where the hexes and corners of a board are, in pixels, and how far a corner is from the middle.
function geometryOf(board) {
  const left = Math.min(...board.cells.map(([x]) => x)), top = Math.min(...board.cells.map(([, y]) => y));
  const half = Math.min(LARGEST_HEX * Math.sqrt(3) / 2, MAP_WIDTH / (2 - 2 * left)), size = half * 2 / Math.sqrt(3);
  const hexes = board.cells.map(([x, y]) => [MARGIN + half * (x - left + 1), MARGIN + size * (1.5 * (y - top) + 1)]);
  const corners = [];
  board.corners.forEach((around, hex) => around.forEach((corner, side) => {
    const angle = Math.PI * (side / 3 - 0.5);
    corners[corner] = [hexes[hex][0] + size * Math.cos(angle), hexes[hex][1] + size * Math.sin(angle)];
  }));
  const width = Math.max(...corners.map(([x]) => x)) + MARGIN, height = Math.max(...corners.map(([, y]) => y)) + MARGIN;
  return { hexes, corners, size, width, height };
}

class IslandMap {
  constructor(position, board) {
    this.position = position;
    this.board = board;
    this.at = geometryOf(board);
    this.parts = [];
  }
  add(markup) { this.parts.push(markup); }
  text(x, y, text, more = "") {
    this.add(`<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="middle" ${more}>${escapeText(text)}</text>`);
  }
  shape(points, kind, fill, title, more = "") {
    this.add(`<polygon class="${kind}" points="${pointsOf(points)}" fill="${fill}" stroke="#222" ${more}><title>${escapeText(title)}</title></polygon>`);
  }
  hexesAt(...corners) {
    return this.board.corners.flatMap((around, hex) => (corners.every((corner) => around.includes(corner)) ? [hex] : []));
  }
  isLand(hex) { return this.position.hexes[hex][0] !== "sea"; }
  // A place off the shore from some corners: into the sea hex that they share, or off the board.
  offshore(corners, far) {
    const middle = middleOf(corners.map((corner) => this.at.corners[corner]));
    const shared = this.hexesAt(...corners).find((hex) => !this.isLand(hex));
    if (shared !== undefined) return towards(middle, this.at.hexes[shared], far / this.at.size);
    const land = this.hexesAt(...corners).filter((hex) => this.isLand(hex)).map((hex) => this.at.hexes[hex]);
    const inland = land.length ? middleOf(land) : [this.at.width / 2, this.at.height / 2];
    const away = Math.hypot(middle[0] - inland[0], middle[1] - inland[1]) || 1;
    return towards(middle, inland, -far / away);
  }
}

function drawHexes(map) {
  map.add(`<rect x="2" y="2" width="${rounded(map.at.width - 4)}" height="${rounded(map.at.height - 4)}" rx="16" fill="#d9ecf7"/>`);
  map.position.hexes.forEach(([terrain, chit], hex) => {
    const [x, y] = map.at.hexes[hex], name = map.board.hexes[hex];
    const outline = map.board.corners[hex].map((corner) => map.at.corners[corner]);
    map.shape(outline, `hex ${terrain}`, TERRAIN_COLOURS[terrain], `${name} ${terrain}${chit ? " " + chit : ""}`, 'stroke-width="0.7"');
    map.text(x, y - 0.54 * map.at.size, name, 'font-size="8" fill="#111"');
    if (terrain in LAKE_NUMBERS) map.text(x, y + 4, LAKE_NUMBERS[terrain], 'font-size="9" class="chit"');
    if (!chit) return;
    map.add(`<circle cx="${rounded(x)}" cy="${rounded(y)}" r="11" fill="#fbf6e4" stroke="#777"/>`);
    map.text(x, y + 4.5, chit, `class="chit" font-size="13" font-weight="700" fill="${RED_CHITS.includes(chit) ? "#c00" : "#222"}"`);
  });
}

function drawHarbors(map) {
  for (const [first, second, sort] of map.position.harbors) {
    const [x, y] = map.offshore([first, second], 21);
    for (const corner of [first, second]) {
      const [u, v] = map.at.corners[corner];
      map.add(`<line x1="${rounded(x)}" y1="${rounded(y)}" x2="${rounded(u)}" y2="${rounded(v)}" stroke="#7a5a34" stroke-width="2.5" stroke-dasharray="3 2"/>`);
    }
    const title = `harbor ${map.board.corner_names[first]}-${map.board.corner_names[second]}: ${sort === "?" ? "face down" : sort}`;
    map.add(`<circle class="harbor ${sort === "?" ? "down" : sort}" cx="${rounded(x)}" cy="${rounded(y)}" r="12" fill="${CARD_COLOURS[sort] || "#fff"}" stroke="#7a5a34"><title>${title}</title></circle>`);
    const rate = { "?": "?", any: "3:1" }[sort];
    map.text(x, y + (rate ? 4 : -0.5), rate || "2:1", 'font-size="9"');
    if (!rate) map.text(x, y + 7.5, sort, 'font-size="7"');
  }
}

// A fishing ground is two edges of the coast; given are the corner between them and its number.
function drawGrounds(map) {
  for (const [middle, number] of map.position.grounds) {
    const ends = map.board.edges.filter((edge) => edge.includes(middle)).map(([a, b]) => (a === middle ? b : a))
      .filter((end) => {
        const sides = map.hexesAt(middle, end).map((hex) => map.isLand(hex));
        return sides.includes(true) && (sides.includes(false) || sides.length === 1);
      });
    const line = [ends[0], middle, ends[1]].map((corner) => map.at.corners[corner]);
    map.add(`<polyline points="${pointsOf(line)}" fill="none" stroke="#1f6f9c" stroke-width="9" stroke-linejoin="round" opacity="0.45"/>`);
    const [x, y] = map.offshore([middle], 13);
    map.add(`<ellipse class="ground" cx="${rounded(x)}" cy="${rounded(y)}" rx="10" ry="7.5" fill="#d5eef9" stroke="#1f6f9c"><title>fishing ground ${number} at ${map.board.corner_names[middle]}</title></ellipse>`);
    map.text(x, y + 3.5, number, 'font-size="10" font-weight="700" fill="#14506f"');
  }
}

function drawRoutes(map) {
  for (const [edge, seat] of Object.entries(map.position.roads)) {
    const [one, other] = map.board.edges[edge].map((corner) => map.at.corners[corner]);
    const ends = [towards(one, other, 0.17), towards(other, one, 0.17)];
    const title = `road of p${seat} at ${map.board.edge_names[edge]}`;
    map.add(`<polyline points="${pointsOf(ends)}" stroke="#222" stroke-width="7"/>` +
      `<polyline class="road p${seat}" points="${pointsOf(ends)}" stroke="${SEAT_COLOURS[seat - 1]}" stroke-width="5"><title>${title}</title></polyline>`);
  }
  for (const [edge, seat] of Object.entries(map.position.ships)) {
    const [one, other] = map.board.edges[edge].map((corner) => map.at.corners[corner]);
    const [x, y] = towards(one, other, 0.5);
    map.add(`<polyline points="${pointsOf([towards(one, other, 0.17), towards(other, one, 0.17)])}" stroke="${SEAT_COLOURS[seat - 1]}" stroke-width="3" stroke-dasharray="3 2"/>`);
    map.shape([[x - 10, y + 2], [x - 2, y + 2], [x - 2, y - 9], [x + 7, y + 2], [x + 10, y + 2], [x + 6, y + 8], [x - 6, y + 8]],
      `ship p${seat}`, SEAT_COLOURS[seat - 1], `ship of p${seat} at ${map.board.edge_names[edge]}`);
  }
}

const HOUSE = [[-7, 7], [-7, -2], [0, -9], [7, -2], [7, 7]];
const CITY = [[-11, 8], [-11, -4], [-5, -11], [1, -4], [1, -1], [11, -1], [11, 8]];
const on = ([x, y], shape) => shape.map(([u, v]) => [x + u, y + v]);

function drawPieces(map) {
  for (const [corner, [seat, sort, level, active]] of Object.entries(map.position.pieces)) {
    const at = map.at.corners[corner], colour = SEAT_COLOURS[seat - 1], place = `of p${seat} at ${map.board.corner_names[corner]}`;
    if (sort === "knight") { drawKnight(map, at, seat, level, active, place); continue; }
    if (sort === "walled") map.shape(on(at, [[-14, 11], [-14, -3], [14, -3], [14, 11]]), `wall p${seat}`, "#8d8d8d", `wall ${place}`);
    if (sort === "settlement") map.shape(on(at, HOUSE), `settlement p${seat}`, colour, `settlement ${place}`);
    else if (sort === "sideways") map.shape(on(at, CITY.map(([u, v]) => [v, u])), `sideways p${seat}`, colour, `city on its side ${place}`);
    else map.shape(on(at, CITY), `city p${seat}`, colour, `city ${place}`);
  }
  map.position.metropolises.forEach((corner, track) => {
    if (corner === null) return;
    const [x, y] = map.at.corners[corner], name = Object.keys(TRACK_COLOURS)[track];
    map.shape(on([x, y], [[-4, -1], [-4, -17], [0, -13], [4, -19], [8, -13], [12, -17], [12, -1]]), `metropolis ${name}`,
      TRACK_COLOURS[name], `metropolis of ${name} at ${map.board.corner_names[corner]}`);
  });
}

function drawKnight(map, [x, y], seat, level, active, place) {
  const title = `${active ? "active" : "inactive"} knight of strength ${level} ${place}`;
  map.add(`<circle class="knight ${active ? "active" : "inactive"} p${seat}" cx="${rounded(x)}" cy="${rounded(y)}" r="9" fill="${active ? SEAT_COLOURS[seat - 1] : "#fff"}" ` +
    `stroke="${active ? "#222" : seat === LIGHT_SEAT ? "#999" : SEAT_COLOURS[seat - 1]}" stroke-width="${active ? 1.5 : 3}"><title>${title}</title></circle>`);
  map.text(x, y + 4, level, `font-size="11" font-weight="700" fill="${active ? lettersOn(seat) : "#222"}"`);
}

function drawGuests(map) {
  const { robber, pirate, merchant } = map.position;
  const put = (hex, shape, kind, fill, aside) => {
    if (hex === null) return;
    const [x, y] = map.at.hexes[hex];
    map.shape(on([x + aside, y + 8], shape), kind, fill, `${kind} on ${map.board.hexes[hex]}`);
  };
  put(robber, [[-6, 10], [-5, -3], [-3, -6], [-4, -11], [0, -14], [4, -11], [3, -6], [5, -3], [6, 10]], "robber", "#333", -17);
  put(pirate, [[-11, 4], [-2, 4], [-2, -12], [8, 3], [11, 4], [7, 11], [-7, 11]], "pirate", "#111", 0);
  put(merchant, [[-6, 8], [0, -12], [6, 8]], "merchant", "#ffd23e", 17);
}

// The panel beside the map

class Panel {
  constructor(x) { this.x = x; this.y = 6; this.parts = []; }
  text(text, more = "", step = 15) {
    this.y += step;
    this.parts.push(`<text x="${this.x}" y="${this.y}" ${more}>${escapeText(text)}</text>`);
  }
  // A row of cards with their numbers, after a word.
  cards(word, counts, kind, colour) {
    this.y += 5;
    this.parts.push(`<text x="${this.x}" y="${this.y + 12}" font-size="10" fill="#555">${word}</text>`);
    let x = this.x + 38;
    const entries = Object.entries(counts);
    if (!entries.length) this.parts.push(`<text x="${x}" y="${this.y + 12}" font-size="10" fill="#999">none</text>`);
    for (const [name, n] of entries) {
      const label = `${n > 1 ? n + " " : ""}${name.replace("_", " ")}`, width = 8 + 5.4 * label.length;
      if (x + width > this.x + PANEL - 12) { x = this.x + 38; this.y += 18; }
      const dashes = name.startsWith("?") ? 'stroke-dasharray="3 2"' : "";
      this.parts.push(`<rect class="card ${kind}" data-count="${n}" x="${rounded(x)}" y="${this.y}" width="${rounded(width)}" height="16" rx="3" fill="${colour(name)}" stroke="#777" ${dashes}/>` +
        `<text x="${rounded(x + width / 2)}" y="${this.y + 12}" font-size="10" text-anchor="middle">${escapeText(label)}</text>`);
      x += width + 4;
    }
    this.y += 16;
  }
}

const handColour = (name) => CARD_COLOURS[name];
const progressColour = (name) => TRACK_COLOURS[name.slice(1)] || "#f1efe6";

function drawTable(panel, position) {
  const rolled = position.dice ? `${position.dice[0]} + ${position.dice[1]} = ${position.dice[0] + position.dice[1]}${position.dice[2] ? ", " + position.dice[2] : ""}` : "not rolled";
  panel.text(`${position.turns ? "turn " + position.turns : "setup"} of ${position.turn}, ${position.phase}` +
    (position.phase === "over" ? "" : `: ${position.actor} decides`), 'font-weight="600" class="head"');
  panel.text(`dice: ${rolled}`, 'class="dice"');
  if ("barbarians" in position) {
    panel.text(`barbarians: step ${position.barbarians} of 7`, 'class="barbarians"');
    panel.cards("decks", position.decks, "deck", (name) => TRACK_COLOURS[name]);
  } else panel.text(`development cards: ${position.deck}`);
  panel.cards("bank", position.bank, "bank", handColour);
  if ("boot" in position) panel.text(`old boot: ${position.boot || "in the pool"}`);
}

function drawSeat(panel, seat, number, label, turn) {
  panel.y += 8;
  panel.parts.push(`<rect class="seat" x="${panel.x - 5}" y="${panel.y}" width="${PANEL - 6}" height="20" rx="4" fill="${turn ? "#ffe8a3" : "#f3f3f3"}" stroke="#bbb"/>` +
    `<rect x="${panel.x}" y="${panel.y + 4}" width="12" height="12" fill="${SEAT_COLOURS[number - 1]}" stroke="#222"/>`);
  panel.parts.push(`<text x="${panel.x + 18}" y="${panel.y + 14}" font-weight="600">${escapeText(`p${number} ${label}: ${seat.points} of ${seat.target} points`)}</text>`);
  panel.y += 20;
  panel.cards("hand", seat.hand, "hand", handColour);
  panel.cards("cards", seat.cards, "progress", progressColour);
  if (seat.fish) panel.cards("fish", Object.fromEntries(Object.entries(seat.fish).map(([value, n]) => [`${value}-fish`, n])), "fish", () => "#d5eef9");
  const more = [...seat.titles];
  if (seat.army) more.push(`${seat.army} knights played`);
  if (seat.defender) more.push(`${seat.defender} defender`);
  if (seat.improvements) more.unshift(Object.entries(seat.improvements).map(([track, level]) => `${track} ${level}`).join(", "));
  if (more.length) panel.text(more.join("; "), 'font-size="10.5" class="more"', 14);
}

function drawIsland(position, tables, game) {
  const map = new IslandMap(position, tables.boards[position.board]);
  drawHexes(map);
  drawHarbors(map);
  drawGrounds(map);
  drawGuests(map);
  drawRoutes(map);
  drawPieces(map);
  const panel = new Panel(map.at.width + 8);
  drawTable(panel, position);
  position.seats.forEach((seat, index) =>
    drawSeat(panel, seat, index + 1, game.seats[index], `p${index + 1}` === position.turn && position.phase !== "over"));
  const width = rounded(map.at.width + PANEL), height = rounded(Math.max(map.at.height, panel.y + 12));
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif" font-size="12">` +
    `${map.parts.join("")}${panel.parts.join("")}</svg>`;
}
