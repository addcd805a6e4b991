import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from '../../../collections/media/metadata.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
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

const pixels = (bytes: Buffer) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer();

const stripped = (bytes: Buffer, format: Format) => {
  const made = withoutMetadata(bytes, `image/${format}`);
  if (!made) throw new Error(`This ${format} could not be read.`);
  return made;
};

describe.each(FORMATS)('a picture of type %s', (format) => {
  it('loses place, device, time and texts, and keeps each pixel and its colour profile', async () => {
    const bytes = await noted(format);
    const made = stripped(bytes, format);
    for (const secret of SECRETS) expect(made.includes(secret)).toBe(false);
    expect(await pixels(made)).toEqual(await pixels(bytes));
    const [before, after] = await Promise.all([sharp(bytes).metadata(), sharp(made).metadata()]);
    expect(after.icc).toEqual(before.icc);
    expect(after).toMatchObject({ format: before.format, width: 60, height: 40 });
  });

  it('without such notes stays byte for byte as it is', async () => {
    const bytes = await plain().toFormat(format).toBuffer();
    expect(stripped(bytes, format)).toBe(bytes);
    const made = stripped(await noted(format), format);
    expect(stripped(made, format)).toBe(made);
  });

  it('that is cut off is none, wherever it is cut, or is found out when it is decoded', async () => {
    const bytes = await noted(format);
    for (let end = 12; end < bytes.length - 1; end += 7) {
      const piece = bytes.subarray(0, end);
      const made = withoutMetadata(piece, `image/${format}`);
      if (made) await expect(sharp(made, { failOn: 'truncated' }).raw().toBuffer()).rejects.toThrow();
    }
  });
});

it.each(['jpeg', 'png', 'webp'] as const)(
  'a turned %s stays turned, and says nothing else',
  async (format) => {
    for (const orientation of [3, 6, 8]) {
      const bytes = await noted(format, orientation);
      const made = stripped(bytes, format);
      expect(made.includes('PhoneMaker')).toBe(false);
      expect((await sharp(made).metadata()).orientation).toBe(orientation);
      expect(await pixels(made)).toEqual(await pixels(bytes));
      expect(stripped(made, format)).toBe(made);
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
  expect(stripped(more, 'jpeg')).toEqual(stripped(bytes, 'jpeg'));
  const progressive = await plain().jpeg({ progressive: true }).toBuffer();
  expect(stripped(Buffer.concat([progressive, bytes]), 'jpeg')).toEqual(progressive);
});

it('a PNG loses what was left behind its end when it was cropped', async () => {
  const bytes = await plain().png().toBuffer();
  expect(stripped(Buffer.concat([bytes, Buffer.from('secret film')]), 'png')).toEqual(bytes);
});

it('an animated GIF loses comments and what programs note, and goes on repeating', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3 })
    .toBuffer();
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, 14]),
    Buffer.from('secret comment'),
    Buffer.from([0]),
  ]);
  const xmp = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from([13]),
    Buffer.from('secret in XMP'),
    Buffer.from([0]),
  ]);
  const end = bytes.length - 1;
  const more = Buffer.concat([bytes.subarray(0, end), comment, xmp, bytes.subarray(end)]);
  expect(stripped(more, 'gif')).toEqual(bytes);
  expect((await sharp(stripped(more, 'gif'), { animated: true }).metadata()).loop).toBe(3);
});

it('a photograph from a phone is read: its turn stays', async () => {
  const bytes = await readFile('test/fixtures/pictures/turned.jpg');
  const made = stripped(bytes, 'jpeg');
  expect((await sharp(made).metadata()).orientation).toBe(6);
  expect(await pixels(made)).toEqual(await pixels(bytes));
  expect(
    withoutMetadata(await readFile('test/fixtures/pictures/truncated.jpg'), 'image/jpeg'),
  ).toBeUndefined();
});
