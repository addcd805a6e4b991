import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Draws the pictures of the made-up portal into `pictures/`, with what each shows, for readers who do not see it. Run it with
 * `node sample/pictures.js` (Node 22 or later) after changing it, and commit both.
 */

const [WIDTH, HEIGHT] = [480, 270];

/** Colours by their place in the palette. */
const PALETTE = ['dbe9f4', 'ffffff', '0b4f8a', 'f2b134', '3c8d5a', 'c8553d', '2b2d42', '9fc3e0'];
const [SKY, WHITE, BLUE, SUN, GREEN, RED, DARK, LIGHT] = PALETTE.keys();

const shape = (x, y, width, height, colour, isInside) => (set) => {
  for (let row = y; row < y + height; row++)
    for (let at = x; at < x + width; at++) if (isInside(at, row)) set(at, row, colour);
};
const rect = (x, y, width, height, colour) => shape(x, y, width, height, colour, () => true);
const circle = (x, y, radius, colour) =>
  shape(
    ...[x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, colour],
    (at, row) => (at - x) ** 2 + (row - y) ** 2 <= radius ** 2,
  );
const lines = (x, y, width, count, colour) => (set) => {
  for (let line = 0; line < count; line++)
    rect(x, y + line * 24, width - (line === count - 1 ? width / 3 : 0), 8, colour)(set);
};
const person = (x, y, size, colour) => (set) => {
  circle(x, y, size, DARK)(set);
  rect(x - size, y + size + 4, size * 2, size * 3, colour)(set);
};
const ground = rect(0, 220, WIDTH, 50, GREEN);

/** By the name that the legacy system has for it: the file here, what it shows, and how. */
const PICTURES = {
  'πιστοποιητικό.png': [
    'certificate.png',
    'Ένα πιστοποιητικό με σφραγίδα',
    [rect(160, 30, 160, 210, WHITE), lines(180, 60, 120, 5, LIGHT), circle(290, 205, 22, RED)],
  ],
  'wallet.png': [
    'wallet.png',
    'Ένα κινητό τηλέφωνο με μια ψηφιακή ταυτότητα στην οθόνη',
    [
      rect(180, 20, 120, 230, DARK),
      rect(190, 40, 100, 190, WHITE),
      rect(200, 60, 80, 54, BLUE),
      circle(220, 86, 14, SUN),
      lines(200, 140, 80, 3, LIGHT),
    ],
  ],
  'vaccine.png': [
    'vaccine.png',
    'Μια σύριγγα και δύο φιαλίδια',
    [
      rect(110, 120, 180, 30, WHITE),
      rect(290, 130, 90, 6, DARK),
      rect(80, 105, 12, 60, BLUE),
      rect(92, 131, 20, 8, BLUE),
      rect(150, 120, 100, 30, LIGHT),
      rect(330, 170, 34, 60, RED),
      rect(380, 170, 34, 60, GREEN),
    ],
  ],
  'όχημα.png': [
    'vehicle.png',
    'Ένα κόκκινο αυτοκίνητο σε δρόμο',
    [
      ground,
      rect(0, 220, WIDTH, 30, DARK),
      rect(120, 150, 240, 60, RED),
      rect(170, 105, 130, 50, RED),
      rect(182, 115, 50, 36, LIGHT),
      rect(240, 115, 50, 36, LIGHT),
      circle(175, 215, 26, DARK),
      circle(305, 215, 26, DARK),
      circle(175, 215, 10, WHITE),
      circle(305, 215, 10, WHITE),
    ],
  ],
  'οικογένεια.png': [
    'family.png',
    'Δύο γονείς με τα δύο παιδιά τους',
    [
      ground,
      person(150, 100, 26, BLUE),
      person(330, 100, 26, RED),
      person(215, 150, 17, SUN),
      person(270, 150, 17, GREEN),
    ],
  ],
  'επιχειρώ.png': [
    'business.png',
    'Ένα κατάστημα με τέντα',
    [
      ground,
      rect(120, 90, 240, 130, WHITE),
      ...[0, 1, 2, 3, 4, 5].map((at) => rect(120 + at * 40, 70, 40, 40, at % 2 ? WHITE : RED)),
      rect(150, 130, 90, 60, LIGHT),
      rect(270, 130, 60, 90, BLUE),
    ],
  ],
  'υγεία.png': [
    'health.png',
    'Ένας λευκός σταυρός σε μπλε κύκλο',
    [circle(240, 135, 105, BLUE), rect(215, 65, 50, 140, WHITE), rect(170, 110, 140, 50, WHITE)],
  ],
  'guide.png': [
    'guide.png',
    'Ένα ανοιχτό βιβλίο',
    [
      rect(100, 70, 135, 150, WHITE),
      rect(245, 70, 135, 150, WHITE),
      rect(235, 65, 10, 160, BLUE),
      lines(118, 95, 100, 5, LIGHT),
      lines(263, 95, 100, 5, LIGHT),
    ],
  ],
  'μετακινήσεις.png': [
    'transport.png',
    'Ένα λεωφορείο σε στάση',
    [
      ground,
      rect(0, 220, WIDTH, 30, DARK),
      rect(90, 80, 250, 130, BLUE),
      ...[0, 1, 2, 3].map((at) => rect(108 + at * 58, 100, 46, 46, LIGHT)),
      circle(150, 215, 24, DARK),
      circle(280, 215, 24, DARK),
      rect(400, 90, 8, 130, DARK),
      circle(404, 84, 22, SUN),
    ],
  ],
  'εκλογές.png': [
    'elections.png',
    'Μια κάλπη και ένας φάκελος',
    [
      rect(140, 130, 200, 110, BLUE),
      rect(190, 140, 100, 10, DARK),
      rect(200, 50, 80, 92, WHITE),
      lines(212, 70, 56, 2, RED),
    ],
  ],
};

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function png(shapes) {
  const pixels = Buffer.alloc((WIDTH + 1) * HEIGHT, SKY);
  const set = (x, y, colour) => {
    if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) pixels[y * (WIDTH + 1) + 1 + x] = colour;
  };
  circle(420, 50, 28, SUN)(set);
  for (const draw of shapes) draw(set);
  // No filter before each row.
  for (let row = 0; row < HEIGHT; row++) pixels[row * (WIDTH + 1)] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.join(''), 'hex')),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const folder = path.join(import.meta.dirname, 'pictures');
for (const [file, , shapes] of Object.values(PICTURES)) writeFileSync(path.join(folder, file), png(shapes));
const known = Object.entries(PICTURES).map(([name, [file, alt]]) => [name, { file, alt }]);
writeFileSync(path.join(folder, 'pictures.json'), `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
