import { crc32 } from 'node:zlib';

/** What an Exif block says that the picture needs. */
interface Exif {
  /** How the picture is to be turned, 1 to 8 (Exif 2.32, 4.6.4, tag 274); 1 if it is not. */
  orientation: number;
  /** Whether it says nothing else. */
  isBare: boolean;
}

const ORIENTATION = 0x0112;

/** Bytes of the header, the number of entries, and each entry of a TIFF directory. */
const [TIFF_HEADER, COUNT, ENTRY] = [8, 2, 12];

/** Reads the first directory of an Exif block, from its TIFF header on. What cannot be read says nothing. */
function readExif(tiff: Buffer): Exif {
  const unknown = { orientation: 1, isBare: false };
  const order = tiff.toString('latin1', 0, 2);
  if ((order !== 'II' && order !== 'MM') || tiff.length < TIFF_HEADER) return unknown;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + COUNT > tiff.length) return unknown;
  const entries = short(directory);
  const end = directory + COUNT + entries * ENTRY;
  if (end > tiff.length) return unknown;
  for (let at = directory + COUNT; at < end; at += ENTRY) {
    if (short(at) !== ORIENTATION) continue;
    const said = short(at + 8);
    const isBare = entries === 1 && directory === TIFF_HEADER && tiff.length === end + 4 && long(end) === 0;
    return { orientation: said >= 1 && said <= 8 ? said : 1, isBare };
  }
  return unknown;
}

/** An Exif block that says only how the picture is to be turned: little-endian, one entry, no further directory. */
function bareExif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

/** A part of a file. Parts that stay are views of the file's own bytes. */
type Part = Buffer;

/** Thrown if a picture does not have the structure of its type. */
class Malformed extends Error {}

/** A box of ISO/IEC 14496-12. */
interface Box {
  type: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** Where the bytes of an item are. */
interface Extent {
  from: number;
  to: number;
}

/**
 * An AVIF (ISO/IEC 23008-12) whose Exif and XMP items are emptied where they stand: everything else keeps its place. The turn of
 * the picture is a property of its own.
 */
function avifParts(bytes: Buffer): Part[] {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (!meta) return [bytes];
  const boxes = boxesIn(bytes, meta.from + 4, meta.to);
  const boxOf = (name: string) => boxes.find(({ type }) => type === name);
  const [items, places] = [boxOf('iinf'), boxOf('iloc')];
  const notes = items ? notesIn(bytes, items) : new Map<number, string>();
  if (!places || notes.size === 0) return [bytes];
  const made = Buffer.from(bytes);
  for (const [id, extents] of extentsOf(bytes, places, boxOf('idat'))) {
    const type = notes.get(id);
    if (type === undefined) continue;
    for (const { from, to } of extents) {
      made.fill(type === 'Exif' ? 0 : 0x20, from, to);
      // Four bytes that say where the TIFF header is, then one that says nothing.
      if (type === 'Exif') bareExif(1).copy(made, from + 4, 0, Math.max(0, to - from - 4));
    }
  }
  return [made];
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || to - at;
    if (size < head || at + size > to) throw new Malformed();
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

/** The items with notes of cameras and programs, by id, with their types. */
function notesIn(bytes: Buffer, { from, to }: Box): Map<number, string> {
  const notes = new Map<number, string>();
  const entries = boxesIn(bytes, from + (bytes[from] === 0 ? 6 : 8), to);
  for (const entry of entries) {
    const version = bytes[entry.from] as number;
    if (entry.type !== 'infe' || version < 2) continue;
    const long = version > 2;
    const id = long ? bytes.readUInt32BE(entry.from + 4) : bytes.readUInt16BE(entry.from + 4);
    const at = entry.from + (long ? 10 : 8);
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'Exif' || type === 'mime') notes.set(id, type);
  }
  return notes;
}

function extentsOf(bytes: Buffer, { from }: Box, data: Box | undefined): Map<number, Extent[]> {
  const version = bytes[from] as number;
  let at = from + 4;
  const take = (size: number) => {
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const sizes = take(2);
  const [ofOffset, ofLength, ofBase] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const ofIndex = version > 0 ? sizes & 15 : 0;
  const found = new Map<number, Extent[]>();
  for (let left = take(version < 2 ? 2 : 4); left > 0; left--) {
    const id = take(version < 2 ? 2 : 4);
    const isInside = version > 0 && (take(2) & 15) === 1;
    take(2);
    const base = take(ofBase) + (isInside ? (data?.from ?? 0) : 0);
    const extents: Extent[] = [];
    for (let more = take(2); more > 0; more--) {
      take(ofIndex);
      const start = base + take(ofOffset);
      extents.push({ from: start, to: start + take(ofLength) });
    }
    if (extents.some(({ to }) => to > bytes.length)) throw new Malformed();
    found.set(id, extents);
  }
  return found;
}

const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];

const [GIF_COMMENT, APPLICATION] = [0xfe, 0xff];

/** Extensions that browsers read: repetitions, and the colour profile. */
const GIF_EXTENSIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The parts of a GIF (GIF89a) without comments and what programs note. */
function gifParts(bytes: Buffer): Part[] {
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
      (label === GIF_COMMENT ||
        (label === APPLICATION && !GIF_EXTENSIONS.has(bytes.toString('latin1', at + 3, at + 14))));
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

const [SCAN, END, JPEG_COMMENT] = [0xda, 0xd9, 0xfe];

const [EXIF, ICC] = ['Exif\0\0', 'ICC_PROFILE\0'];

/** The marker of an application's segment: APP0 is JFIF, APP1 Exif or XMP, APP2 also colour profiles, APP13 IPTC, APP14 Adobe. */
const app = (number: number) => 0xe0 + number;

/**
 * The parts of a JPEG (ITU-T T.81, annex B) without what programs and cameras note. The colour profile, the turn, and what
 * decoders need (JFIF, Adobe) stay. What comes after the picture goes: phones put more pictures and films there.
 */
function jpegParts(bytes: Buffer): Part[] {
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
  const isNote = (marker > app(0) && marker <= app(15) && marker !== app(14)) || marker === JPEG_COMMENT;
  return isNote ? undefined : segment;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), bareExif(orientation)]);
  const head = Buffer.from([0xff, app(1), 0, content.length + 2]);
  return Buffer.concat([head, content]);
}

/** Chunks that say how the picture looks; others that decoders need begin with a capital (PNG 3, 5.4). */
const PNG_CHUNKS = new Set([
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);

const SIGNATURE = 8;

/** The parts of a PNG without texts, times and what programs note. The colour profile and the turn stay. */
function pngParts(bytes: Buffer): Part[] {
  const parts: Part[] = [bytes.subarray(0, SIGNATURE)];
  let at = SIGNATURE;
  for (;;) {
    if (at + 12 > bytes.length) throw new Malformed();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Malformed();
    const chunk = bytes.subarray(at, end);
    if (/^[A-Z]/.test(type) || PNG_CHUNKS.has(type)) parts.push(chunk);
    else if (type === 'eXIf') parts.push(...turnOfPng(chunk));
    if (type === 'IEND') return parts;
    at = end;
  }
}

function turnOfPng(chunk: Buffer): Buffer[] {
  const { orientation, isBare } = readExif(chunk.subarray(8, -4));
  if (isBare) return [chunk];
  if (orientation === 1) return [];
  const named = Buffer.concat([Buffer.from('eXIf'), bareExif(orientation)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return [Buffer.concat([length, named, check])];
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Bits of the first byte of `VP8X` that announce chunks. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

const RIFF_HEADER = 12;

/** The parts of a WebP (RFC 9649) without Exif and XMP, the turn of the picture aside. */
function webpParts(bytes: Buffer): Part[] {
  const end = 8 + bytes.readUInt32LE(4);
  // Some writers forget the padding of the last chunk.
  if (end > bytes.length + 1) throw new Malformed();
  const chunks: Part[] = [];
  let hasExif = false;
  for (let at = RIFF_HEADER; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw new Malformed();
    const kept = WEBP_CHUNKS.has(type)
      ? bytes.subarray(at, next)
      : type === 'EXIF'
        ? turnOfWebp(bytes.subarray(at, next), size)
        : undefined;
    if (kept) chunks.push(kept);
    hasExif ||= type === 'EXIF' && kept !== undefined;
    at = next;
  }
  return withHeader(bytes, chunks, hasExif);
}

function turnOfWebp(chunk: Buffer, size: number): Buffer | undefined {
  const content = chunk.subarray(8, 8 + size);
  const prefix = content.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const { orientation, isBare } = readExif(content.subarray(prefix));
  if (isBare) return chunk;
  if (orientation === 1) return undefined;
  const exif = bareExif(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif]);
}

function withHeader(bytes: Buffer, chunks: Part[], hasExif: boolean): Part[] {
  const size = chunks.reduce((sum, { length }) => sum + length, RIFF_HEADER);
  if (size === bytes.length) return [bytes];
  const [first, ...others] = chunks;
  const header = Buffer.from(bytes.subarray(0, RIFF_HEADER));
  header.writeUInt32LE(size - 8, 4);
  if (first?.toString('latin1', 0, 4) !== 'VP8X') return [header, ...chunks];
  const extended = Buffer.from(first);
  const others0 = (extended[8] as number) & ~(HAS_EXIF | HAS_XMP);
  extended[8] = others0 | (hasExif ? HAS_EXIF : 0);
  return [header, extended, ...others];
}

const PARTS: Record<string, (bytes: Buffer) => Part[]> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
  'image/avif': avifParts,
};

/**
 * An image without what cameras and programs note beside the picture: place, device, time, texts, small copies. The picture itself,
 * its turn and its colour profile stay byte for byte; an image without such notes stays as it is.
 * @returns undefined if it does not have the structure of its type
 */
export function withoutMetadata(bytes: Buffer, mimeType: string): Buffer | undefined {
  try {
    const parts = PARTS[mimeType]?.(bytes) ?? [bytes];
    const made = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    return made.equals(bytes) ? bytes : made;
  } catch {
    // Also a read beyond the end.
    return undefined;
  }
}
