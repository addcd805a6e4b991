import { bareExif, readExif } from './exif.ts';
import { Malformed, type Part } from './parts.ts';

const OF_PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Bits of the first byte of `VP8X` that announce chunks. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

const HEADER = 12;

/** The parts of a WebP (RFC 9649) without Exif and XMP, the turn of the picture aside. */
export function webpParts(bytes: Buffer): Part[] {
  const end = 8 + bytes.readUInt32LE(4);
  // Some writers forget the padding of the last chunk.
  if (end > bytes.length + 1) throw new Malformed();
  const chunks: Part[] = [];
  let hasExif = false;
  for (let at = HEADER; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw new Malformed();
    const kept = OF_PICTURE.has(type)
      ? bytes.subarray(at, next)
      : type === 'EXIF'
        ? turn(bytes.subarray(at, next), size)
        : undefined;
    if (kept) chunks.push(kept);
    hasExif ||= type === 'EXIF' && kept !== undefined;
    at = next;
  }
  return withHeader(bytes, chunks, hasExif);
}

function turn(chunk: Buffer, size: number): Buffer | undefined {
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
  const size = chunks.reduce((sum, { length }) => sum + length, HEADER);
  if (size === bytes.length) return [bytes];
  const [first, ...others] = chunks;
  const header = Buffer.from(bytes.subarray(0, HEADER));
  header.writeUInt32LE(size - 8, 4);
  if (first?.toString('latin1', 0, 4) !== 'VP8X') return [header, ...chunks];
  const extended = Buffer.from(first);
  const others0 = (extended[8] as number) & ~(HAS_EXIF | HAS_XMP);
  extended[8] = others0 | (hasExif ? HAS_EXIF : 0);
  return [header, extended, ...others];
}
