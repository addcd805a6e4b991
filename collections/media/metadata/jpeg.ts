import { bareExif, readExif } from './exif.ts';
import { Malformed, type Part } from './parts.ts';

const [SCAN, END, COMMENT] = [0xda, 0xd9, 0xfe];
const [EXIF, ICC] = ['Exif\0\0', 'ICC_PROFILE\0'];

/** The marker of an application's segment: APP0 is JFIF, APP1 Exif or XMP, APP2 also colour profiles, APP13 IPTC, APP14 Adobe. */
const app = (number: number) => 0xe0 + number;

/**
 * The parts of a JPEG (ITU-T T.81, annex B) without what programs and cameras note. The colour profile, the turn, and what
 * decoders need (JFIF, Adobe) stay. What comes after the picture goes: phones put more pictures and films there.
 */
export function jpegParts(bytes: Buffer): Part[] {
  const parts: Part[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    at = markerFrom(bytes, at);
    const marker = bytes[at + 1] as number;
    if (marker === END) {
      parts.push(bytes.subarray(at, at + 2));
      return parts;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new Malformed();
    const kept = keptOf(marker, bytes.subarray(at, end));
    if (kept) parts.push(kept);
    at = end;
    if (marker !== SCAN) continue;
    at = endOfScan(bytes, end);
    parts.push(bytes.subarray(end, at));
  }
}

/** Where the next marker is. Decoders pass over what is between segments. */
function markerFrom(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && (bytes[at + 1] === 0xff || bytes[at + 1] === 0)) at = bytes.indexOf(0xff, at + 1);
  if (at < 0 || at + 1 >= bytes.length) throw new Malformed();
  return at;
}

/** Within a scan, FF00 is a byte FF, and FFD0 to FFD7 are restarts. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  for (; at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new Malformed();
}

function keptOf(marker: number, segment: Buffer): Buffer | undefined {
  const begins = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  if (marker === app(1) && begins(EXIF)) {
    const { orientation, isBare } = readExif(segment.subarray(4 + EXIF.length));
    if (isBare) return segment;
    return orientation === 1 ? undefined : exifSegment(orientation);
  }
  if (marker === app(2)) return begins(ICC) ? segment : undefined;
  const isNote = (marker > app(0) && marker <= app(15) && marker !== app(14)) || marker === COMMENT;
  return isNote ? undefined : segment;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), bareExif(orientation)]);
  const head = Buffer.from([0xff, app(1), 0, content.length + 2]);
  return Buffer.concat([head, content]);
}
