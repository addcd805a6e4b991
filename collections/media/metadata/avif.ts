import { bareExif } from './exif.ts';
import { Malformed, type Part } from './parts.ts';

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
export function avifParts(bytes: Buffer): Part[] {
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
