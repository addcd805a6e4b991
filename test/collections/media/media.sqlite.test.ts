import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { handleEndpoints, type Payload, type SharpDependency } from 'payload';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findImageFile } from '../../../collections/access/imageFiles.ts';
import { FolderStore } from '../../../src/system/files/index.ts';
import { link, paragraph, state, text } from '../../rich-text/states.ts';
import { image, importDocument, local, post, SERVER_URL, section, served } from '../../support/content.ts';
import { freshFolder } from '../../support/databases.ts';
import { docx, office, openDocument, pdf, zip } from '../../support/files.ts';
import { greekI18n } from '../../support/greek.ts';
import { keyOf, startPayload } from '../../support/payload.ts';
import { PIXEL } from '../../support/pixel.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
});

const file = { data: PIXEL, mimetype: 'image/png', name: 'pixel.png', size: PIXEL.length };

/** Which fields a refusal names. */
async function refusedFields(attempt: Promise<unknown>): Promise<string[]> {
  const error = await attempt.then(
    () => undefined,
    (refused: { data?: { errors: { path: string }[] } }) => refused,
  );
  return (error?.data?.errors ?? []).map(({ path }) => path);
}

it('a new image says what it shows, and one that was imported without that is changed as it is', async () => {
  expect(await refusedFields(image(payload, { alt: ' ' }))).toEqual(['alt']);
  const nothing = image(payload, { alt: undefined, legacy_url: null });
  expect((await refusedFields(nothing)).sort()).toEqual(['alt', 'legacy_url']);
  const { id } = await image(payload);
  expect(await refusedFields(local(payload).update('media', id, { alt: '' }))).toEqual(['alt']);
  const legacy_url = 'https://cdn.portal.example/';
  const imported = await importDocument(payload, 'media', { alt: '', legacy_url });
  await local(payload).update('media', imported.id, { alt: '', legacy_url: `${legacy_url}b.png` });
});

it('an image is refused that lost its address and has no file, and lists go on showing what was', async () => {
  const { id } = await image(payload);
  await post(payload, { post_image: id });
  const changed = local(payload).update('media', id, { legacy_url: null });
  await expect(changed).rejects.toMatchObject({ status: 400 });
  const [element] = await served(payload, 'news-posts');
  expect(element?.post_image).toBe('https://cdn.portal.example/a.png');
});

it('an image needs no address that has a file, nor a file that has an address', async () => {
  const uploaded = await payload.create({
    collection: 'media' as never,
    data: { alt: 'α' } as never,
    file,
  });
  await local(payload).update('media', (uploaded as { id: number }).id, { alt: 'β' });
  const { id } = await image(payload);
  await local(payload).update('media', id, { alt: 'γ' });
});

it('its file is for anybody while something published shows the image, and for nobody by another name', async () => {
  const upload = async (name: string) => {
    const data = { alt: name } as never;
    const { id } = await payload.create({ collection: 'media' as never, data, file: { ...file, name } });
    return id as number | string;
  };
  const isPublished = async (name: string) => (await findImageFile(payload, name))?.isPublished;
  const image = await upload('εικόνα 1.png');
  const other = await upload('other.png');
  expect(await isPublished('εικόνα 1.png')).toBe(false);

  const { id } = await section(payload, { featured_image: image, _status: 'draft' });
  expect(await isPublished('εικόνα 1.png')).toBe(false);
  await local(payload).update('featured-sections', id, { _status: 'published' });
  expect(await findImageFile(payload, 'εικόνα 1.png')).toMatchObject({
    mimeType: 'image/png',
    isPublished: true,
  });
  await local(payload).update('featured-sections', id, { featured_image: other }, { draft: true });
  expect([await isPublished('εικόνα 1.png'), await isPublished('other.png')]).toEqual([true, false]);
  await local(payload).update('featured-sections', id, { _status: 'draft' });
  expect(await isPublished('εικόνα 1.png')).toBe(false);

  await post(payload, { post_thumbnail: image });
  expect(await isPublished('εικόνα 1.png')).toBe(true);
  await post(payload, { post_image: other });
  expect(await isPublished('other.png')).toBe(true);
  expect(await findImageFile(payload, 'Other.png')).toBeUndefined();
});

it('a file that texts link to is a download for anybody while one of them is published, and for nobody else', async () => {
  const bytes = pdf(5000);
  const made = await payload.create({
    collection: 'media' as never,
    data: { alt: 'Αίτηση' } as never,
    file: { data: bytes, mimetype: 'text/html', name: 'αίτηση (1).pdf', size: bytes.length },
  });
  const { filename, id } = made as unknown as { id: number | string; filename: string };
  async function ask(headers: Record<string, string> = {}) {
    const request = new Request(`${SERVER_URL}/api/media/file/${encodeURIComponent(filename)}`, { headers });
    const response = await handleEndpoints({
      config: payload.config,
      payloadInstanceCacheKey: keyOf(payload),
      request,
    });
    return { status: response.status, headers: response.headers, body: await response.bytes() };
  }
  const fields = { linkType: 'internal', doc: { relationTo: 'media', value: id } };
  const content = state(paragraph(link(fields, text('Αίτηση'))));
  const { id: linking } = await post(payload, { content, _status: 'draft' });
  expect((await ask()).status).toBe(404);

  await local(payload).update('news-posts', linking, { _status: 'published' });
  const { status, headers, body } = await ask();
  expect([status, Buffer.from(body)]).toEqual([200, bytes]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-disposition': "attachment; filename*=UTF-8''%CE%B1%CE%AF%CF%84%CE%B7%CF%83%CE%B7%20%281%29.pdf",
    'content-length': '5000',
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
  });
  const part = await ask({ Range: 'bytes=1-3' });
  expect([part.status, String(Buffer.from(part.body))]).toEqual([206, 'PDF']);
  await expect(local(payload).remove('media', id)).rejects.toThrow('News post «Νέο»');

  await local(payload).update('news-posts', linking, { _status: 'draft' });
  expect((await ask()).status).toBe(404);
});

describe('a file', () => {
  const pixels = (red: number, format: 'png' | 'jpeg') =>
    sharp({ create: { width: 6, height: 4, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .toFormat(format)
      .toBuffer();
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const HTML = '<!doctype html><html><body><script>alert(1)</script></body></html>';

  let editing: Payload;
  let folder: string;
  let asEditor: Rest;
  beforeAll(async () => {
    folder = await freshFolder();
    editing = await startPayload({
      options: { media: { own: true, dir: folder } },
      config: { sharp: sharp as unknown as SharpDependency },
      i18n: greekI18n,
    });
    const user = { email: 'editor@media.example', password: 'a long password' };
    await local(editing).create('users', { ...user, roles: ['editor'], author_id: 1 });
    asEditor = await signedIn(editing, user);
  });

  function form(name: string, bytes: Buffer | string, data: object = {}, type = 'image/png'): FormData {
    const sent = new FormData();
    sent.set('_payload', JSON.stringify({ alt: 'εικόνα', ...data }));
    sent.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
    return sent;
  }
  type Made = { id: number | string; filename: string; filesize: number; url: string; width: number };
  const upload = async (name: string, bytes: Buffer, path = 'media', method = 'POST') => {
    const { status, value } = await asEditor(method, path, form(name, bytes));
    expect(status).toBe(method === 'POST' ? 201 : 200);
    return value.doc as Made;
  };
  const pathOf = async (name: string) =>
    path.join(folder, String((await findImageFile(editing, name))?.path));
  const bytesOf = async (name: string) => readFile(await pathOf(name));
  const files = () => new FolderStore(folder).list();

  it.each([
    ['a Greek name', 'σήμα 1.png', 'σήμα 1.png'],
    ['the same name again', 'σήμα 1.png', 'σήμα 1-1.png'],
    ['a name from a Mac', 'Άρθρο.png'.normalize('NFD'), 'Άρθρο.png'],
    ['a name of another type', 'σελίδα.html', 'σελίδα.html.png'],
    ['a name without a type', 'σήμα', 'σήμα.png'],
    ['a path', '../../έξω.png', 'έξω.png'],
  ])('%s is kept readable', async (_, name, filename) => {
    const made = await upload(name, PIXEL);
    expect(made.filename).toBe(filename);
    expect(made.url).toBe(`${SERVER_URL}/api/media/file/${encodeURIComponent(filename)}`);
    expect(await bytesOf(filename)).toEqual(PIXEL);
    expect(await findImageFile(editing, filename)).toMatchObject({
      mimeType: 'image/png',
      isPublished: false,
    });
  });

  it('is not fetched from an address that an editor names', async () => {
    const url = 'http://169.254.169.254/latest/meta-data';
    const data = { alt: 'εικόνα', filename: 'a.png', mimeType: 'image/png', url };
    expect((await asEditor('POST', 'media', data)).status).toBe(400);
  });

  const OFFICE = 'application/vnd.openxmlformats-officedocument';
  const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

  it.each<[string, Buffer, string]>([
    ['αίτηση.pdf', pdf(), 'application/pdf'],
    ['κείμενο.odt', openDocument('text'), `${OPEN_DOCUMENT}.text`],
    ['έγγραφο.docx', docx(), `${OFFICE}.wordprocessingml.document`],
    ['φύλλο.xlsx', office(`${OFFICE}.spreadsheetml.sheet`), `${OFFICE}.spreadsheetml.sheet`],
    [
      'παρουσίαση.pptx',
      office(`${OFFICE}.presentationml.presentation`),
      `${OFFICE}.presentationml.presentation`,
    ],
  ])(
    '%s is stored with the type of its content, whatever the browser says',
    async (name, bytes, mimeType) => {
      const { status, value } = await asEditor('POST', 'media', form(name, bytes, {}, 'text/html'));
      expect(status).toBe(201);
      expect(value.doc).toMatchObject({ filename: name, mimeType, filesize: bytes.length });
      expect(await bytesOf(name)).toEqual(bytes);
    },
  );

  it.each([
    ['HTML', 'σελίδα.html', 'σελίδα.html.pdf'],
    ['a Word file with macros', 'έγγραφο.docm', 'έγγραφο.docm.pdf'],
  ])('a PDF with the name of %s, or a page in it, is a PDF', async (_, name, filename) => {
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.4\n%${HTML}\n`), pdf()]);
    const { status, value } = await asEditor('POST', 'media', form(name, bytes, {}, 'text/html'));
    expect([status, value.doc]).toEqual([
      201,
      expect.objectContaining({ filename, mimeType: 'application/pdf' }),
    ]);
  });

  /** What tells the refusals apart. */
  const NOT_TAKEN = 'Δεκτά είναι';
  const BROKEN_PDF = 'ολόκληρο PDF';
  const WITH_MACROS = 'μακροεντολές';
  const EMPTY = 'κενό';
  const OLD_OFFICE = 'Παλιό Office';
  const BROKEN_FILE = 'ολόκληρο αρχείο';
  const NOT_WHOLE = 'ολόκληρη εικόνα';
  const TOO_MANY_PIXELS = '100 εκατομμύρια';
  const HEIC = 'HEIC';
  const heif = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(300)]);
  const withTypes = (type: string) => {
    const types = `<Types><Override PartName="/main.xml" ContentType="${OFFICE}.wordprocessingml.document.main+xml"/><Override PartName="/word/a.bin" ContentType="${type}"/></Types>`;
    return zip({ '[Content_Types].xml': types, '_rels/.rels': '<Relationships/>', 'word/a.bin': 'x' });
  };
  /** A picture whose head says another size. */
  function claiming(width: number, height: number): Buffer {
    const bytes = Buffer.from(PIXEL);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  }
  const COMPOUND = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);

  it.each<[string, string, Buffer | string, string]>([
    ['SVG', 'a.svg', SVG, NOT_TAKEN],
    ['SVG that says it is PNG', 'a.png', SVG, NOT_TAKEN],
    ['HTML that says it is PDF', 'a.pdf', HTML, NOT_TAKEN],
    ['HTML with a PDF in it', 'a.pdf', `${HTML}${pdf()}`, NOT_TAKEN],
    ['the beginning of a PDF', 'a.pdf', '%PDF-1.4', BROKEN_PDF],
    ['HTML that begins as a PDF', 'a.pdf', `%PDF-1.4\n${HTML}`, BROKEN_PDF],
    ['an empty file', 'a.png', '', EMPTY],
    ['text', 'a.txt', 'κείμενο', NOT_TAKEN],
    ['a zip', 'a.zip', zip({ 'a.html': HTML }), NOT_TAKEN],
    ['a zip that says it is Word', 'a.docx', zip({ 'word/document.xml': '<a/>' }), NOT_TAKEN],
    ['a template of ODF', 'a.odt', openDocument('text-template'), NOT_TAKEN],
    ['Word with macros', 'a.docm', office('application/vnd.ms-word.document.macroEnabled'), WITH_MACROS],
    ['macros that hide in docx', 'a.docx', docx({ 'word/vbaProject.bin': 'x' }), WITH_MACROS],
    [
      'macros of Excel 4',
      'a.xlsx',
      office(`${OFFICE}.spreadsheetml.sheet`, { 'xl/macrosheets/sheet1.xml': '' }),
      WITH_MACROS,
    ],
    ['ODF with macros', 'a.ods', openDocument('spreadsheet', { 'Basic/script-lc.xml': '' }), WITH_MACROS],
    ['a letter in another case', 'a.docx', docx({ 'WORD/VBAPROJECT.BIN': 'x' }), WITH_MACROS],
    ['a part with another name', 'a.docx', docx({ 'word/vbaProject2.bin': 'x' }), WITH_MACROS],
    ['a backslash', 'a.xlsx', docx({ 'xl\\macrosheets\\a.xml': '' }), WITH_MACROS],
    ['ODF with Python', 'a.odt', openDocument('text', { 'Scripts/python/a.py': '' }), WITH_MACROS],
    [
      'ODF with Basic of another name',
      'a.odt',
      openDocument('text', { 'Basic/Standard/M.xml': '' }),
      WITH_MACROS,
    ],
    [
      'a macro that only the list of types names',
      'a.docx',
      withTypes('application/vnd.ms-office.vbaProject'),
      WITH_MACROS,
    ],
    ['a piece of a docx', 'a.docx', docx().subarray(0, -30), BROKEN_FILE],
    ['an old file of Word', 'a.doc', COMPOUND, OLD_OFFICE],
    ['a photograph of an iPhone', 'a.heic', heif('heic'), HEIC],
    ['the same that says it is JPEG', 'a.jpg', heif('mif1'), HEIC],
    ['a piece of a JPEG', 'a.jpg', readFileSync('test/fixtures/pictures/truncated.jpg'), NOT_WHOLE],
    ['a PNG that claims 60,000 x 60,000', 'a.png', claiming(60_000, 60_000), TOO_MANY_PIXELS],
  ])('%s is refused at its field, and nothing is stored', async (_, name, bytes, message) => {
    const before = await files();
    const { status, value } = await asEditor('POST', 'media', form(name, bytes, {}, 'application/pdf'));
    expect({ status, errors: value.errors }).toMatchObject({
      status: 400,
      errors: [{ data: { errors: [{ path: 'file', message: expect.stringContaining(message) }] } }],
    });
    expect(await files()).toEqual(before);
  });

  it('takes the place of one of its kind alone: images of images, others of the same type', async () => {
    const replace = async (id: number | string, bytes: Buffer) =>
      (await asEditor('PATCH', `media/${id}`, form('a.pdf', bytes))).status;
    const application = await upload('έντυπο.pdf', pdf(2000));
    const replaced = await upload('άλλο.pdf', pdf(3000), `media/${application.id}`, 'PATCH');
    expect(replaced).toMatchObject({ filename: 'έντυπο.pdf', url: application.url, filesize: 3000 });
    for (const bytes of [PIXEL, docx()]) expect(await replace(application.id, bytes)).toBe(400);
    expect(await bytesOf('έντυπο.pdf')).toEqual(pdf(3000));

    const shown = await upload('εικόνα.png', PIXEL);
    const legacy = await image(editing);
    for (const { id } of [shown, legacy]) expect(await replace(id, pdf())).toBe(400);
    expect(await bytesOf('εικόνα.png')).toEqual(PIXEL);
  });

  it('takes the place of another at its address, also one of another type', async () => {
    const { id, filename, url } = await upload('φωτο.png', await pixels(10, 'png'));
    const replaced = await upload('άλλη.png', await pixels(200, 'png'), `media/${id}`, 'PATCH');
    expect([replaced.filename, replaced.url]).toEqual([filename, url]);
    expect(await bytesOf(filename)).toEqual(await pixels(200, 'png'));
    const jpeg = await upload('τρίτη.jpg', await pixels(90, 'jpeg'), `media/${id}`, 'PATCH');
    expect([jpeg.filename, jpeg.url]).toEqual([filename, url]);
    expect((await findImageFile(editing, filename))?.mimeType).toBe('image/jpeg');
    expect((await files()).filter((each) => each.endsWith('/φωτο.png'))).toHaveLength(1);
  });

  it('that is refused leaves the one that is there', async () => {
    const bytes = await pixels(30, 'png');
    const { id, filename } = await upload('μένει.png', bytes);
    const attempts = [form('a.png', SVG), form('b.png', await pixels(99, 'png'), { alt: '' })];
    for (const sent of attempts) expect((await asEditor('PATCH', `media/${id}`, sent)).status).toBe(400);
    expect(await bytesOf(filename)).toEqual(bytes);
  });

  it('is for one image at a time', async () => {
    const bytes = await pixels(31, 'png');
    const { id, filename } = await upload('ένα.png', bytes);
    const many = await asEditor('PATCH', `media?where[id][equals]=${id}`, form('b.png', PIXEL));
    expect([many.status, await bytesOf(filename)]).toEqual([400, bytes]);
  });

  it('is cropped where it stands, and keeps its focal point', async () => {
    const { id, filename, url } = await upload('περικοπή.png', await pixels(50, 'png'));
    const edits = {
      crop: { x: 50, y: 0, width: 50, height: 100, unit: '%' },
      widthInPixels: 3,
      heightInPixels: 4,
      focalPoint: { x: 20, y: 80 },
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(edits.crop))
      query.set(`uploadEdits[crop][${name}]`, `${value}`);
    query.set('uploadEdits[widthInPixels]', '3');
    query.set('uploadEdits[heightInPixels]', '4');
    query.set('uploadEdits[focalPoint][x]', '20');
    query.set('uploadEdits[focalPoint][y]', '80');
    const { status, value } = await asEditor('PATCH', `media/${id}?${query}`, { alt: 'περικομμένη' });
    expect(status).toBe(200);
    expect(value.doc).toMatchObject({ filename, url, width: 3, height: 4, focalX: 20, focalY: 80 });
    expect(await sharp(await bytesOf(filename)).metadata()).toMatchObject({ width: 3, height: 4 });
  });

  it('that is gone is not there, and its image can still be read, described and given another', async () => {
    const { id, filename } = await upload('χαμένη.png', PIXEL);
    await rm(await pathOf(filename));
    expect((await asEditor('GET', `media/file/${encodeURIComponent(filename)}`)).status).toBe(404);
    expect((await asEditor('GET', `media/${id}`)).status).toBe(200);
    expect((await asEditor('PATCH', `media/${id}`, { alt: 'νέα περιγραφή' })).status).toBe(200);
    expect((await upload('νέα.png', PIXEL, `media/${id}`, 'PATCH')).filename).toBe(filename);
    expect(await bytesOf(filename)).toEqual(PIXEL);
    expect((await asEditor('GET', 'media/999999')).status).toBe(404);
  });
});
