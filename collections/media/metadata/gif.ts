import { Malformed, type Part } from './parts.ts';

const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];

/** Extensions that browsers read: repetitions, and the colour profile. */
const OF_PICTURE = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The parts of a GIF (GIF89a) without comments and what programs note. */
export function gifParts(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  let at = 13 + colours(bytes[10]);
  parts.push(bytes.subarray(0, at));
  for (;;) {
    const kind = bytes[at];
    // Some writers forget the trailer.
    if (at === bytes.length) return parts;
    if (kind === TRAILER) {
      parts.push(bytes.subarray(at, at + 1));
      return parts;
    }
    if (kind !== IMAGE && kind !== EXTENSION) throw new Malformed();
    const blocks = kind === IMAGE ? at + 11 + colours(bytes[at + 9]) : at + 2;
    const end = endOfBlocks(bytes, blocks);
    const label = bytes[at + 1];
    const isNote =
      kind === EXTENSION &&
      (label === COMMENT ||
        (label === APPLICATION && !OF_PICTURE.has(bytes.toString('latin1', at + 3, at + 14))));
    if (!isNote) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

/** The bytes of the table of colours that flags announce. */
function colours(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const size = bytes[at];
    if (size === undefined) throw new Malformed();
    at += 1 + size;
    if (size === 0) return at;
  }
}
