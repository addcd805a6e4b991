import { readFile } from 'node:fs/promises';
import type { SharpDependency } from 'payload';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from '../../../collections/media/metadata.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
type Format = (typeof FORMATS)[number];

const SECRETS = ['PhoneMaker', '2026:11:26', 'secret in XMP', 'secret comment', 'secret film'];

const plain = () =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** A picture with all that phones and programs note. @param orientation how it is turned, 1 to 8 */
function noted(format: Format, orientation = 1): Promise<Buffer> {
  return plain()
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret in XMP</x:xmpmeta>')
    .withExifMerge({
      IFD0: { Make: 'PhoneMaker', DateTime: '2026:11:26 12:00:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 58/1 0/1' },
    })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

const pixels = (bytes: Buffer, animated = false) =>
  sharp(bytes, { animated, failOn: 'warning' }).raw().toBuffer();

const decoder = sharp as unknown as SharpDependency;

const stripped = async (bytes: Buffer, format: Format) => {
  const made = await withoutMetadata(decoder, bytes, `image/${format}`);
  if (!made) throw new Error(`This ${format} could not be read.`);
  return made;
};

describe.each(FORMATS)('a picture of type %s', (format) => {
  it('loses place, device, time and texts, and keeps each pixel and its colour profile', async () => {
    const bytes = await noted(format);
    const made = await stripped(bytes, format);
    for (const secret of SECRETS) expect(made.includes(secret)).toBe(false);
    expect(await pixels(made)).toEqual(await pixels(bytes));
    const [before, after] = await Promise.all([sharp(bytes).metadata(), sharp(made).metadata()]);
    expect(after.icc).toEqual(before.icc);
    expect(after).toMatchObject({ format: before.format, width: 60, height: 40 });
  });

  it('without such notes stays byte for byte as it is', async () => {
    const bytes = await plain().toFormat(format).toBuffer();
    expect(await stripped(bytes, format)).toBe(bytes);
    const made = await stripped(await noted(format), format);
    expect(await stripped(made, format)).toBe(made);
  });

  it('that is cut off is none, wherever it is cut, or is found out when it is decoded', async () => {
    const bytes = await noted(format);
    for (let end = 12; end < bytes.length - 1; end += 7) {
      const piece = bytes.subarray(0, end);
      const made = await withoutMetadata(decoder, piece, `image/${format}`);
      if (made) await expect(sharp(made, { failOn: 'truncated' }).raw().toBuffer()).rejects.toThrow();
    }
  });
});

it.each(['jpeg', 'png', 'webp'] as const)(
  'a turned %s stays as browsers show it, who turn no WebP, and says nothing else',
  async (format) => {
    for (const orientation of [3, 6, 8]) {
      const bytes = await noted(format, orientation);
      const made = await stripped(bytes, format);
      expect(made.includes('PhoneMaker')).toBe(false);
      expect((await sharp(made).metadata()).orientation).toBe(format === 'webp' ? 1 : orientation);
      expect(await pixels(made)).toEqual(await pixels(bytes));
      expect(await stripped(made, format)).toBe(made);
    }
  },
);

it('a JPEG loses comments, IPTC, notes of makers, and what phones put after the picture', async () => {
  const bytes = await noted('jpeg', 6);
  const segment = (marker: number, content: string) => {
    const head = Buffer.from([0xff, marker, 0, content.length + 2]);
    return Buffer.concat([head, Buffer.from(content)]);
  };
  const notes = [
    segment(0xfe, 'secret comment'),
    segment(0xed, 'Photoshop 3.0 secret comment'),
    segment(0xe2, 'MPF secret comment'),
    segment(0xe5, 'secret comment'),
  ];
  const more = Buffer.concat([bytes.subarray(0, 2), ...notes, bytes.subarray(2), Buffer.from('secret film')]);
  expect(await stripped(more, 'jpeg')).toEqual(await stripped(bytes, 'jpeg'));
  const progressive = await plain().jpeg({ progressive: true }).toBuffer();
  expect(await stripped(Buffer.concat([progressive, bytes]), 'jpeg')).toEqual(progressive);
});

it('a PNG loses what was left behind its end when it was cropped', async () => {
  const bytes = await plain().png().toBuffer();
  expect(await stripped(Buffer.concat([bytes, Buffer.from('secret film')]), 'png')).toEqual(bytes);
});

it('an animated WebP loses its notes and keeps each frame, and a GIF stays as it is', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = () => sharp(frames, { join: { animated: true } }).withXmp('<x>secret in XMP</x>');
  const webp = await animation().webp({ loop: 3 }).toBuffer();
  const made = await stripped(webp, 'webp');
  expect([webp.includes('secret'), made.includes('secret')]).toEqual([true, false]);
  expect(await sharp(made, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3 });
  expect(await pixels(made, true)).toEqual(await pixels(webp, true));
  const gif = await animation().gif().toBuffer();
  expect(await withoutMetadata(decoder, gif, 'image/gif')).toBe(gif);
});

it('a photograph from a phone is read: its turn stays', async () => {
  const bytes = await readFile('test/fixtures/pictures/turned.jpg');
  const made = await stripped(bytes, 'jpeg');
  expect((await sharp(made).metadata()).orientation).toBe(6);
  expect(await pixels(made)).toEqual(await pixels(bytes));
  expect(
    await withoutMetadata(decoder, await readFile('test/fixtures/pictures/truncated.jpg'), 'image/jpeg'),
  ).toBeUndefined();
});
