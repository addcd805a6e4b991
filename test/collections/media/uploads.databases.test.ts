import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CollectionConfig, Payload, SharpDependency } from 'payload';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findImageFile } from '../../../collections/access/imageFiles.ts';
import { makeSizes } from '../../../collections/media/makeSizes.ts';
import { FolderStore } from '../../../src/system/files/index.ts';
import { local, post, SERVER_URL, served } from '../../support/content.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../../support/databases.ts';
import { pdf } from '../../support/files.ts';
import { type ObjectStorage, startObjectStorage } from '../../support/objectStorage.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

interface Size {
  filename: string | null;
  width: number | null;
  height: number | null;
  filesize: number | null;
  mimeType: string | null;
  url: string | null;
}

type Made = Record<string, unknown> & {
  id: number | string;
  filename: string;
  filesize: number;
  url: string;
  thumbnailURL: string | null;
  sizes: { small: Size; large: Size };
};

/** Refuses a save of media where a test says so, after the document was written. */
let refusal: { hook: 'beforeChange' | 'afterChange'; when: string } | undefined;
const refusing = (hook: 'beforeChange' | 'afterChange') => async (args: { data?: { alt?: unknown } }) => {
  if (refusal?.hook === hook && args.data?.alt === refusal.when) throw new Error('refused by the host');
};

/** On a replica set the files are in object storage, as of several servers. */
let storage: ObjectStorage | undefined;
const BUCKET_FOLDER = 'uploads/media';

/** Two servers over one database and one folder of files, or one bucket. */
let servers: Payload[];
let asEditor: Rest[];
let folder: string;
beforeAll(async () => {
  folder = await freshFolder();
  storage = testDatabase() === 'mongodb' ? await startObjectStorage() : undefined;
  const uri = await freshDatabaseUri();
  const withHooks = (collection: CollectionConfig): CollectionConfig => ({
    ...collection,
    hooks: {
      ...collection.hooks,
      beforeChange: [...(collection.hooks?.beforeChange ?? []), refusing('beforeChange') as never],
      afterChange: [...(collection.hooks?.afterChange ?? []), refusing('afterChange') as never],
    },
  });
  const start = () =>
    startPayload({
      uri,
      options: { media: { own: true, dir: folder, files: storage?.store(BUCKET_FOLDER) } },
      config: { sharp: sharp as unknown as SharpDependency },
      plugins: [
        (config) => ({
          ...config,
          collections: config.collections?.map((each) => (each.slug === 'media' ? withHooks(each) : each)),
        }),
      ],
    });
  servers = [await start(), await start()];
  const user = { email: 'editor@uploads.example', password: 'a long password' };
  await local(first()).create('users', { ...user, roles: ['admin'], author_id: 1 });
  asEditor = [];
  for (const server of servers) asEditor.push(await signedIn(server, user));
});
const first = () => servers[0] as Payload;

/** A picture that is like no other. @param side pixels of its longer side */
let made = 0;
function picture(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png', side = 40): Promise<Buffer> {
  const background = { r: made++ % 256, g: Math.floor(made / 256), b: 90 };
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const of = format === 'avif' ? { noise } : {};
  const create = { width: side, height: Math.ceil(side / 2), channels: 3 as const, background, ...of };
  return sharp({ create })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer();
}

async function send(at: number, method: string, where: string, name: string, bytes: Buffer, data = {}) {
  const form = new FormData();
  form.set('_payload', JSON.stringify({ alt: 'εικόνα', ...data }));
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const { status, value } = await (asEditor[at % 2] as Rest)(method, where, form);
  return { status, doc: value.doc as Made, errors: value.errors };
}

async function upload(name: string, bytes: Buffer, data = {}): Promise<Made> {
  const { status, doc } = await send(0, 'POST', 'media', name, bytes, data);
  expect(status).toBe(201);
  return doc;
}

const bytesOf = async (name: string) => {
  const found = await findImageFile(first(), name);
  if (!found) throw new Error(`No document has ${name}.`);
  return storage?.bytes(BUCKET_FOLDER, found.path) ?? readFile(path.join(folder, found.path));
};
/** Where files are stored. */
const files = () => storage?.names(BUCKET_FOLDER) ?? new FolderStore(folder).list();
/** The names of stored files that begin so. */
const names = async (begin: string) =>
  (await files()).map((each) => path.basename(each)).filter((name) => name.startsWith(begin));
const claims = async () => {
  const where = { key: { contains: 'file:' } };
  return (await first().db.find({ collection: 'portal-counters', where, pagination: false })).docs;
};

describe('uploads of one name at one moment', () => {
  it('each have a name and bytes of their own, on two servers', async () => {
    const bytes = await Promise.all(Array.from({ length: 6 }, () => picture()));
    const sent = await Promise.all(bytes.map((each, at) => send(at, 'POST', 'media', 'image.png', each)));
    expect(sent.map(({ status, errors }) => errors ?? status)).toEqual(bytes.map(() => 201));
    const given = sent.map(({ doc }) => doc.filename);
    expect(new Set(given).size).toBe(bytes.length);
    expect(given).toContain('image.png');
    for (const [at, name] of given.entries()) expect(await bytesOf(name)).toEqual(bytes[at]);
    expect(await claims()).toEqual([]);
  });

  it('and the sizes of pictures meet no name of another file', async () => {
    const [large, small] = await Promise.all([picture('png', 2400), picture('png', 30)]);
    const wanted = ['φωτό.png', 'φωτό-large.png', 'φωτό-small.png', 'φωτό.png'];
    const sent = await Promise.all(
      wanted.map((name, at) => send(at, 'POST', 'media', name, at % 3 === 0 ? large : small)),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const all = sent.flatMap(({ doc }) => [
      doc.filename,
      ...[doc.sizes.small, doc.sizes.large].flatMap(({ filename }) => filename ?? []),
    ]);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(8);
    for (const [at, { doc }] of sent.entries())
      expect(await bytesOf(doc.filename)).toEqual(at % 3 === 0 ? large : small);
  });

  it('of files that take the place of one leave one of them whole, and what is said of it is true', async () => {
    const { id, filename } = await upload('αίτηση.pdf', pdf(3000));
    const sizes = [4000, 5000, 6000, 7000];
    const sent = await Promise.all(
      sizes.map((size, at) => send(at, 'PATCH', `media/${id}`, 'νέα.pdf', pdf(size))),
    );
    expect(sent.some(({ status }) => status === 200)).toBe(true);
    const { filesize } = await local(first()).read('media', id);
    expect(sizes).toContain(filesize);
    expect(await bytesOf(filename)).toEqual(pdf(Number(filesize)));
    expect(new Set(await names('αίτηση'))).toEqual(new Set(['αίτηση.pdf']));
  });

  it('and of duplicates of one document each have a file of their own', async () => {
    const bytes = await picture('jpeg', 900);
    const { id, filename } = await upload('πρωτότυπο.jpg', bytes);
    const copies = await Promise.all(
      [0, 1, 2].map((at) => (asEditor[at % 2] as Rest)('POST', `media/${id}/duplicate`, {})),
    );
    expect(copies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const docs = copies.map(({ value }) => value.doc as Made);
    expect(new Set([filename, ...docs.map((doc) => doc.filename)]).size).toBe(4);
    for (const doc of docs) {
      expect(await bytesOf(doc.filename)).toEqual(bytes);
      await local(first()).remove('media', doc.id);
    }
    expect(await bytesOf(filename)).toEqual(bytes);
  });
});

describe('a refused upload', () => {
  it.each(['beforeChange', 'afterChange'] as const)('by a hook (%s) touches no file', async (hook) => {
    const [before, after] = await Promise.all([picture('png', 900), picture('png', 900)]);
    const { id, filename, sizes } = await upload(`${hook}.png`, before);
    const there = await files();
    const small = await bytesOf(String(sizes.small.filename));
    refusal = { hook, when: 'refused' };
    const replaced = await send(0, 'PATCH', `media/${id}`, 'b.png', after, { alt: 'refused' });
    const created = await send(0, 'POST', 'media', 'refused.png', after, { alt: 'refused' });
    refusal = undefined;
    expect([replaced.status, created.status]).toEqual([500, 500]);
    // Without transactions, what a hook refuses after the write is written.
    const isWritten = hook === 'afterChange' && testDatabase() === 'sqlite';
    if (!isWritten) {
      expect(await files()).toEqual(there);
      expect(await bytesOf(filename)).toEqual(before);
      expect(await bytesOf(String(sizes.small.filename))).toEqual(small);
    }
    expect(await claims()).toEqual([]);
  });
});

describe('a picture', () => {
  it('has sizes beside it, which are public when it is, follow it and go with it', async () => {
    const bytes = await picture('jpeg', 4000);
    const { id, filename, sizes, thumbnailURL, url } = await upload('μεγάλη.jpg', bytes);
    expect([filename, sizes.small.filename, sizes.large.filename]).toEqual([
      'μεγάλη.jpg',
      'μεγάλη-small.jpg',
      'μεγάλη-large.jpg',
    ]);
    expect(sizes).toMatchObject({
      small: { width: 480, height: 240, mimeType: 'image/jpeg' },
      large: { width: 1920, height: 960, mimeType: 'image/jpeg' },
    });
    const small = await bytesOf('μεγάλη-small.jpg');
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 240 });
    expect(thumbnailURL).toContain(encodeURIComponent('μεγάλη-small.jpg'));
    expect(url).toBe(`${SERVER_URL}/api/media/file/${encodeURIComponent(filename)}`);

    const { id: shown } = await post(first(), { post_image: id });
    const isPublished = async () =>
      Promise.all(
        [filename, 'μεγάλη-small.jpg', 'μεγάλη-large.jpg'].map(
          async (name) => (await findImageFile(first(), name))?.isPublished,
        ),
      );
    expect(await isPublished()).toEqual([true, true, true]);
    await local(first()).update('news-posts', shown, { _status: 'draft' });
    expect(await isPublished()).toEqual([false, false, false]);

    // A small one in its place has none, and another large one has them at the same addresses.
    expect((await send(0, 'PATCH', `media/${id}`, 'μικρή.jpg', await picture('jpeg', 300))).status).toBe(200);
    expect(await names('μεγάλη')).toEqual(['μεγάλη.jpg']);
    const again = await send(1, 'PATCH', `media/${id}`, 'άλλη.jpg', await picture('jpeg', 3000));
    expect(again.doc.sizes.large).toMatchObject({ filename: 'μεγάλη-large.jpg', width: 1920 });
    await local(first()).remove('media', id);
    expect(await names('μεγάλη')).toEqual([]);
  });

  oneDatabase.it(
    'of any type has sizes that browsers show, but for an animation, and none that is larger than itself',
    async () => {
      const types = { png: 'png', webp: 'webp', gif: 'gif', avif: 'webp' } as const;
      for (const [format, type] of Object.entries(types) as [keyof typeof types, string][]) {
        const { sizes } = await upload(`${format}.${format}`, await picture(format, 900));
        expect([format, sizes.small, sizes.large.filename]).toEqual([
          format,
          expect.objectContaining({
            width: 480,
            mimeType: `image/${type}`,
            filename: `${format}-small.${type}`,
          }),
          null,
        ]);
      }
      const frames = await Promise.all(
        ['red', 'blue'].map((background) =>
          sharp({ create: { width: 900, height: 450, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      const animation = await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
      const moving = await upload('κινείται.gif', animation);
      expect(moving).toMatchObject({ width: 900, height: 450, sizes: { small: { filename: null } } });
      expect(await bytesOf('κινείται.gif')).toEqual(animation);
    },
  );

  oneDatabase.it('is served whole, unless the settings name a size', async () => {
    const { id, filename, sizes } = await upload('πύλη.png', await picture('png', 2000));
    const shown = await post(first(), { post_image: id });
    const served_ = async () =>
      (await served(first(), 'news-posts')).find((each) => each.id === shown.api_id)?.post_image;
    const address = (name: unknown) => `${SERVER_URL}/api/media/file/${encodeURIComponent(String(name))}`;
    expect(await served_()).toBe(address(filename));
    await first().updateGlobal({ slug: 'portal-settings' as never, data: { imageSize: 'large' } as never });
    expect(await served_()).toBe(address(sizes.large.filename));
    await first().updateGlobal({ slug: 'portal-settings' as never, data: { imageSize: null } as never });
    expect(await served_()).toBe(address(filename));
    await local(first()).remove('news-posts', shown.id);
  });

  oneDatabase.it(
    'from before gets its sizes and what is seen of it by a command, and stays as it is',
    async () => {
      const turned = await sharp(await picture('jpeg', 1000))
        .withMetadata({ orientation: 6 })
        .toBuffer();
      const { id, filename, sizes } = await upload('παλιά.jpg', turned);
      const none = { filename: null, width: null, height: null, filesize: null, mimeType: null, url: null };
      await first().db.updateOne({
        collection: 'media',
        id,
        data: { width: 1000, height: 500, focalX: 10, sizes: { small: none, large: none } },
      });
      const before = await bytesOf(filename);
      const report = await makeSizes(first(), () => {});
      expect(report).toMatchObject({ made: 1, failed: [] });
      expect(await local(first()).read('media', id)).toMatchObject({
        filename,
        width: 500,
        height: 1000,
        focalX: 10,
        sizes: { small: { filename: sizes.small.filename, width: 240, height: 480 } },
      });
      expect(await bytesOf(filename)).toEqual(before);
      expect(await makeSizes(first(), () => {})).toMatchObject({ made: 0, failed: [] });
      const where = { document: { equals: String(id) }, action: { equals: 'imageEdited' } };
      const entries = await first().db.find({ collection: 'portal-audit-log', where });
      expect(entries.docs).toEqual([]);
    },
  );
});

oneDatabase.it('what is read from a file is written by its upload alone', async () => {
  const { id } = await upload('στοιχεία.pdf', pdf(2000));
  const false_ = { mimeType: 'image/png', filesize: 1, width: 5, height: 6, focalX: 1, focalY: 2 };
  const more = {
    filename: 'other.png',
    url: '/x',
    thumbnailURL: '/y',
    sizes: { small: { filename: 'z.png' } },
  };
  const first_ = asEditor[0] as Rest;
  const { value } = await first_('PATCH', `media/${id}`, { ...false_, ...more, alt: 'νέα' });
  const { doc } = value as { doc: Made };
  expect(doc).toMatchObject({
    ...{ alt: 'νέα', filename: 'στοιχεία.pdf', mimeType: 'application/pdf', filesize: 2000 },
    ...{ width: null, height: null, thumbnailURL: null },
    sizes: { small: { filename: null } },
  });
  expect([doc.focalX ?? null, doc.focalY ?? null]).toEqual([null, null]);
  const many = await first_('PATCH', `media?where[id][equals]=${id}`, { ...false_, ...more });
  expect(many.status).toBe(400);
  expect(await local(first()).read('media', id)).toMatchObject({ mimeType: 'application/pdf', width: null });
});

it('a photograph is said to be as it is seen, and keeps its turn', async () => {
  const turned = await readFile('test/fixtures/pictures/turned.jpg');
  const { filename, ...doc } = await upload('turned.jpg', turned);
  expect(doc).toMatchObject({ width: 48, height: 64 });
  expect(await sharp(await bytesOf(filename)).metadata()).toMatchObject({ orientation: 6 });
});

oneDatabase.it('a WebP that says a turn is as browsers show it: not turned', async () => {
  const turned = await sharp(await picture('webp', 600))
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer();
  const { filename, width, height, sizes } = await upload('turned.webp', turned);
  expect({ width, height, small: [sizes.small.width, sizes.small.height] }).toEqual({
    width: 600,
    height: 300,
    small: [480, 240],
  });
  expect((await sharp(await bytesOf(filename)).metadata()).orientation).toBe(1);
});

oneDatabase.it(
  'an AVIF with a box that crops it is refused; one that is turned is as it is seen',
  async () => {
    const irot = Buffer.from('0000000969726f7401', 'hex');
    const { width, height } = await upload('turned.avif', withProperty(await picture('avif'), irot));
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    const parts = [40, 'clap', 20, 1, 10, 1, -20, 2, -10, 2].map((part) => {
      const bytes = Buffer.from(typeof part === 'string' ? part : '    ');
      if (typeof part === 'number') bytes.writeInt32BE(part);
      return bytes;
    });
    const cropped = withProperty(await picture('avif'), Buffer.concat(parts));
    expect((await sharp(cropped).metadata()).width).toBe(20);
    const { status, errors } = await send(0, 'POST', 'media', 'cropped.avif', cropped);
    expect({ status, errors }).toMatchObject({ status: 400 });
    expect(JSON.stringify(errors)).toContain('AVIF');
  },
);

/** An AVIF of sharp with one more property of its picture (ISO 14496-12 and 23008-12: ipco, ipma, iloc). */
function withProperty(avif: Buffer, property: Buffer): Buffer {
  const grown = property.length + 1;
  const made = Buffer.from(avif);
  const [meta, iloc, iprp, ipco, ipma] = ['meta', 'iloc', 'iprp', 'ipco', 'ipma'].map(
    (name) => made.indexOf(name) - 4,
  ) as [number, number, number, number, number];
  const grow = (at: number, by: number) => made.writeUInt32BE(made.readUInt32BE(at) + by, at);
  for (const box of [meta, iprp]) grow(box, grown);
  grow(ipco, property.length);
  grow(ipma, 1);
  const mdat = made.indexOf('mdat') + 4;
  for (let at = iloc + 14; at < iloc + made.readUInt32BE(iloc) - 3; at++)
    if (made.readUInt32BE(at) === mdat) grow(at, grown);
  // Of the first item: how many properties it has, and after them one more, which has to be known.
  const count = ipma + 18;
  const properties = made[count] as number;
  made[count] = properties + 1;
  let last = 0;
  for (let at = ipco + 8; at < ipma; at += made.readUInt32BE(at)) last += 1;
  return Buffer.concat([
    made.subarray(0, ipma),
    property,
    made.subarray(ipma, count + 1 + properties),
    Buffer.from([0x80 | (last + 1)]),
    made.subarray(count + 1 + properties),
  ]);
}

if (testDatabase() === 'mongodb') {
  const STORAGE_AWAY =
    'Not saved. The storage of images and files does not answer at the moment. Leave this page open, and try again in a moment.';

  it('while object storage does not answer, an upload, a replacement and a duplicate are refused in words, and change nothing', async () => {
    const before = await picture('png', 900);
    const { id, filename } = await upload('κρατιέται.png', before);
    const there = await files();
    const total = (await first().count({ collection: 'media' })).totalDocs;
    await storage?.stop();
    const answers = [
      await send(0, 'POST', 'media', 'νέα.png', await picture()),
      await send(0, 'PATCH', `media/${id}`, 'άλλη.png', await picture()),
      await (asEditor[1] as Rest)('POST', `media/${id}/duplicate`, {}),
    ];
    await storage?.start();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect((answers[0] as { errors: unknown }).errors).toEqual([{ message: STORAGE_AWAY }]);
    expect((await first().count({ collection: 'media' })).totalDocs).toBe(total);
    expect(await files()).toEqual(there);
    expect(await bytesOf(filename)).toEqual(before);
    expect(await claims()).toEqual([]);
    expect((await send(1, 'PATCH', `media/${id}`, 'άλλη.png', await picture())).status).toBe(200);
  });
}
