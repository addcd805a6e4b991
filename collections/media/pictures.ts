import { imageSize } from 'image-size';
import type { ImageSize, SharpDependency } from 'payload';
import type { Bilingual } from '../../src/payload/i18n/bilingual.ts';
import { NOT_WHOLE, TOO_MANY_PIXELS } from './messages.ts';

type Sharp = ReturnType<SharpDependency>;
export type Metadata = Pick<Awaited<ReturnType<Sharp['metadata']>>, 'width' | 'height'> &
  Partial<Awaited<ReturnType<Sharp['metadata']>>>;

/** Of a picture that is not animated, or of one frame: four bytes of memory each, and phones have 50 million. */
export const MOST_PIXELS = 100_000_000;
/** Of all frames of an animation, which are decoded one after the other. */
const MOST_ANIMATED = 10 * MOST_PIXELS;

/** Seconds that decoding may take. */
const TIMEOUT = 60;

const QUALITY = 80;

export interface FileType {
  mimeType: string;
  extension: string;
}

const WEBP: FileType = { mimeType: 'image/webp', extension: 'webp' };

/** What a picture is, as it is seen. */
export interface Picture {
  width: number;
  height: number;
  isAnimated: boolean;
}

/** The part of a picture that an editor keeps, as Payload's admin says it. */
export interface Crop {
  /** Where it begins, in percent. */
  x: number;
  y: number;
  /** In pixels. */
  width: number;
  height: number;
}

/** A smaller picture, with the name of its size. */
export interface SizedPicture extends FileType {
  size: string;
  bytes: Buffer;
  width: number;
  height: number;
}

function opened(sharp: SharpDependency, bytes: Buffer, isAnimated: boolean): Sharp {
  const limitInputPixels = isAnimated ? MOST_ANIMATED : MOST_PIXELS;
  // What is whole and has faults that browsers pass over is let through. The turn is applied.
  const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels, animated: isAnimated });
  return (isWebp(bytes) ? picture : picture.rotate()).timeout({ seconds: TIMEOUT });
}

/** Browsers do not turn a WebP, whatever it says. */
const isWebp = (bytes: Buffer) => bytes.toString('latin1', 8, 12) === 'WEBP';

/** What the head of a picture says, with its turn as browsers see it. @param sharp undefined if the config has none: then that is little */
export async function headOf(sharp: SharpDependency | undefined, bytes: Buffer): Promise<Metadata> {
  const head = sharp ? await sharp(bytes, { limitInputPixels: false }).metadata() : imageSize(bytes);
  return { ...(head as Metadata), ...(isWebp(bytes) && { orientation: 1 }) };
}

/**
 * What a picture is, after all of it has been decoded; or why it is not taken.
 * @param sharp undefined if the config has none: then nothing is decoded
 */
export async function examined(
  sharp: SharpDependency | undefined,
  bytes: Buffer,
): Promise<Picture | { refused: Bilingual }> {
  try {
    const { width, height, orientation = 1, pages = 1 } = await headOf(sharp, bytes);
    const isAnimated = pages > 1;
    if (width * height > MOST_PIXELS || width * height * pages > MOST_ANIMATED)
      return { refused: TOO_MANY_PIXELS };
    // Small, so that only decoding takes time and memory.
    if (sharp) await opened(sharp, bytes, isAnimated).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    const isTurned = orientation >= 5;
    return { width: isTurned ? height : width, height: isTurned ? width : height, isAnimated };
  } catch {
    return { refused: NOT_WHOLE };
  }
}

/** The part of a picture that an editor keeps. Its colour profile stays. */
export async function cropped(
  sharp: SharpDependency,
  bytes: Buffer,
  { width, height, isAnimated }: Picture,
  crop: Crop,
): Promise<Buffer> {
  const left = Math.min(Math.floor((crop.x / 100) * width), width - 1);
  const top = Math.min(Math.floor((crop.y / 100) * height), height - 1);
  const area = {
    left,
    top,
    width: Math.min(Math.round(crop.width), width - left),
    height: Math.min(Math.round(crop.height), height - top),
  };
  return opened(sharp, bytes, isAnimated).extract(area).keepIccProfile().toBuffer();
}

/** True if a picture is wider or higher than a size. */
export function isLarger(
  picture: Pick<Picture, 'width' | 'height'>,
  { width, height }: Pick<ImageSize, 'width' | 'height'>,
): boolean {
  return picture.width > (width ?? picture.width) || picture.height > (height ?? picture.height);
}

/**
 * A picture in the sizes of its collection, in the colours of the web. A size that would not be smaller than the picture is left
 * out; an animation has none.
 */
export async function sized(
  sharp: SharpDependency,
  bytes: Buffer,
  picture: Picture,
  type: FileType,
  sizes: readonly ImageSize[],
): Promise<SizedPicture[]> {
  if (picture.isAnimated) return [];
  const made: SizedPicture[] = [];
  for (const size of sizes.filter((each) => isLarger(picture, each))) {
    const { name, width, height, fit = 'inside' } = size;
    const resized = opened(sharp, bytes, false)
      .resize({ width: width ?? null, height: height ?? null, fit, withoutEnlargement: true } as object)
      .jpeg({ quality: QUALITY, force: false });
    // AVIF takes many seconds to write.
    const isAvif = type.mimeType === 'image/avif';
    const output = isAvif ? resized.webp({ quality: QUALITY }) : resized;
    const { data, info } = await output.toBuffer({ resolveWithObject: true });
    if (data.length >= bytes.length) continue;
    const { mimeType, extension } = isAvif ? WEBP : type;
    made.push({
      size: name,
      bytes: data,
      width: info.width,
      height: info.height,
      mimeType,
      extension,
    });
  }
  return made;
}
