import { crc32 } from 'node:zlib';
import { bareExif, readExif } from './exif.ts';
import { Malformed, type Part } from './parts.ts';

/** Chunks that say how the picture looks; others that decoders need begin with a capital (PNG 3, 5.4). */
const OF_PICTURE = new Set([
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);

const SIGNATURE = 8;

/** The parts of a PNG without texts, times and what programs note. The colour profile and the turn stay. */
export function pngParts(bytes: Buffer): Part[] {
  const parts: Part[] = [bytes.subarray(0, SIGNATURE)];
  let at = SIGNATURE;
  for (;;) {
    if (at + 12 > bytes.length) throw new Malformed();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Malformed();
    const chunk = bytes.subarray(at, end);
    if (/^[A-Z]/.test(type) || OF_PICTURE.has(type)) parts.push(chunk);
    else if (type === 'eXIf') parts.push(...turn(chunk));
    if (type === 'IEND') return parts;
    at = end;
  }
}

function turn(chunk: Buffer): Buffer[] {
  const { orientation, isBare } = readExif(chunk.subarray(8, -4));
  if (isBare) return [chunk];
  if (orientation === 1) return [];
  const named = Buffer.concat([Buffer.from('eXIf'), bareExif(orientation)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return [Buffer.concat([length, named, check])];
}
