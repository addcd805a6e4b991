import { crc32 } from 'node:zlib';
import type { SharpDependency } from 'payload';
import { headOf, type Metadata } from './pictures.ts';

/** Thrown if a picture does not have the structure of its type. */
class Malformed extends Error {}

/** An Exif block that says only how a picture is to be turned, 1 to 8 (Exif 2.32, 4.6.4, tag 274). */
function bareExif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

const [SCAN, END, JPEG_COMMENT] = [0xda, 0xd9, 0xfe];

const [EXIF, ICC] = ['Exif\0\0', 'ICC_PROFILE\0'];

/** The marker of an application's segment: APP0 is JFIF, APP1 Exif or XMP, APP2 also colour profiles, APP13 IPTC, APP14 Adobe. */
const app = (number: number) => 0xe0 + number;

/**
 * The parts of a JPEG (ITU-T T.81, annex B) without what programs and cameras note. The colour profile, the turn, and what
 * decoders need (JFIF, Adobe) stay. What comes after the picture goes: phones put more pictures and films there.
 */
function jpegParts(bytes: Buffer, orientation: number): Buffer[] {
  const parts = [bytes.subarray(0, 2)];
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
    const kept = keptOf(marker, bytes.subarray(at, end), orientation);
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

function keptOf(marker: number, segment: Buffer, orientation: number): Buffer | undefined {
  const begins = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  if (marker === app(1) && begins(EXIF)) return orientation === 1 ? undefined : exifSegment(orientation);
  if (marker === app(2)) return begins(ICC) ? segment : undefined;
  const isNote = (marker > app(0) && marker <= app(15) && marker !== app(14)) || marker === JPEG_COMMENT;
  return isNote ? undefined : segment;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), bareExif(orientation)]);
  return Buffer.concat([Buffer.from([0xff, app(1), 0, content.length + 2]), content]);
}

/** Chunks that say how the picture looks; others that decoders need begin with a capital (PNG 3, 5.4). */
const PNG_CHUNKS = new Set([
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);

const SIGNATURE = 8;

/** The parts of a PNG without texts, times and what programs note. The colour profile and the turn stay. */
function pngParts(bytes: Buffer, orientation: number): Buffer[] {
  const parts = [bytes.subarray(0, SIGNATURE)];
  let at = SIGNATURE;
  for (;;) {
    if (at + 12 > bytes.length) throw new Malformed();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Malformed();
    const chunk = bytes.subarray(at, end);
    if (/^[A-Z]/.test(type) || PNG_CHUNKS.has(type)) parts.push(chunk);
    else if (type === 'eXIf' && orientation !== 1) parts.push(exifChunk(orientation));
    if (type === 'IEND') return parts;
    at = end;
  }
}

function exifChunk(orientation: number): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf'), bareExif(orientation)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/**
 * A WebP or AVIF whose Exif and XMP, as sharp has found them, are emptied where they stand: everything else keeps its place. What turns an
 * AVIF is a property of its own.
 */
function emptied(bytes: Buffer, orientation: number, { exif, xmp }: Metadata): Buffer {
  const made = Buffer.from(bytes);
  const tiff = exif?.subarray(exif.indexOf(EXIF) === 0 ? EXIF.length : 0);
  for (const note of [tiff, xmp]) {
    const at = note ? made.indexOf(note) : -1;
    if (!note || at < 0) continue;
    made.fill(note === xmp ? 0x20 : 0, at, at + note.length);
    if (note === tiff) bareExif(orientation).copy(made, at, 0, note.length);
  }
  return made;
}

/**
 * An image without what cameras and programs note beside the picture: place, device, time, texts, small copies. The picture itself,
 * its turn and its colour profile stay byte for byte; an image without such notes stays as it is, and so do GIFs, which no camera
 * makes. Without sharp, WebP and AVIF stay too.
 * @returns undefined if a JPEG or PNG does not have the structure of its type
 */
export async function withoutMetadata(
  sharp: SharpDependency | undefined,
  bytes: Buffer,
  mimeType: string,
): Promise<Buffer | undefined> {
  try {
    const head = await headOf(sharp, bytes);
    const { orientation = 1 } = head;
    let made = bytes;
    if (mimeType === 'image/jpeg') made = Buffer.concat(jpegParts(bytes, orientation));
    else if (mimeType === 'image/png') made = Buffer.concat(pngParts(bytes, orientation));
    else if (mimeType !== 'image/gif') made = emptied(bytes, orientation, head);
    return made.equals(bytes) ? bytes : made;
  } catch {
    // Also a read beyond the end.
    return undefined;
  }
}
