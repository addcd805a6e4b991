import { avifParts } from './avif.ts';
import { gifParts } from './gif.ts';
import { jpegParts } from './jpeg.ts';
import type { Part } from './parts.ts';
import { pngParts } from './png.ts';
import { webpParts } from './webp.ts';

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
