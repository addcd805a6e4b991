import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findImageFile } from '../../collections/access/imageFiles.ts';
import { findUses } from '../../src/editing/whereUsed.tsx';
import { kept, link, paragraph, picture, state, text } from '../rich-text/states.ts';
import {
  type Doc,
  editor,
  image,
  importDocument,
  local,
  post,
  richText,
  section,
  served,
} from '../support/content.ts';
import { pdf } from '../support/files.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';

const PORTAL = 'https://www.portal.example/el';
const LISTS = [
  'news-posts',
  'news-categories',
  'featured-sections',
  'service-groups',
  'service-useful-links',
];

let payload: Payload;
let author: PayloadRequest['user'];
beforeAll(async () => {
  payload = await startPayload();
  author = await editor(payload, ['editor']);
  await settings({ news_posts: { address: `${PORTAL}/news/{slug}?id={id}&view=1` } });
});

const settings = (data: object) =>
  payload.updateGlobal({ slug: 'portal-settings' as never, data: data as never });

const toDocument = ({ id }: Pick<Doc, 'id'>, relationTo = 'news-posts', fields: object = {}) => ({
  linkType: 'internal',
  doc: { relationTo, value: id },
  ...fields,
});

/** A text with one link. */
const linkTo = (fields: object, words = 'οδηγίες') =>
  state(paragraph(text('Δείτε τις '), link(fields, text(words), text(' εδώ', 1)), text('.')));

const lists = async () =>
  Object.fromEntries(await Promise.all(LISTS.map(async (list) => [list, await served(payload, list)])));

const contentOf = async ({ api_id }: Doc) =>
  (await served(payload, 'news-posts')).find(({ id }) => id === api_id)?.content;

const linked = ({ api_id, slug }: Doc) =>
  `<p>Δείτε τις <a href="${PORTAL}/news/${slug}?id=${api_id}&amp;view=1">οδηγίες<strong> εδώ</strong></a>.</p>`;
const UNLINKED = '<p>Δείτε τις οδηγίες<strong> εδώ</strong>.</p>';

/** What a user who publishes may send. */
const send = (id: Doc['id'], data: object, options: object = {}) =>
  local(payload).update('news-posts', id, data, { user: author, overrideAccess: false, ...options });

describe('a link to a document', () => {
  it('leads to its public address, wherever the text is shown', async () => {
    const target = await post(payload);
    const fields = toDocument(target, 'news-posts', { newTab: true, rel: '', title: 'α "β" > γ' });
    const content = state(paragraph(link(fields, text('εκεί'))));
    const linking = await post(payload, { content });
    const holder = await post(payload, { related: [linking.id] });
    const html = `<p><a href="${PORTAL}/news/${target.slug}?id=${target.api_id}&amp;view=1" target="_blank" rel="noopener noreferrer" title="α &quot;β&quot; > γ">εκεί</a></p>`;
    expect(await contentOf(linking)).toBe(html);
    const element = (await served(payload, 'news-posts')).find(({ id }) => id === holder.api_id);
    expect(element?.related).toMatchObject([{ content: html }]);
    const featured = await section(payload, { section_one_text: content });
    const [shown] = (await served(payload, 'featured-sections')).filter(({ id }) => id === featured.api_id);
    expect(shown?.section_one_text).toBe(html);
  });

  it('follows a new slug, and nothing else in the lists or of the linking documents changes', async () => {
    const target = await post(payload, { title: 'Στόχος' });
    const linking = await post(payload, { content: linkTo(toDocument(target)) });
    await post(payload, { related: [linking.id] });
    const stored = async () => [
      await local(payload).read('news-posts', linking.id),
      await local(payload).versions('news-posts', linking.id),
    ];
    const before = { lists: await lists(), stored: await stored() };
    const renamed = await send(target.id, { slug: 'nea-diefthynsi', _status: 'published' });
    const after = { lists: await lists(), stored: await stored() };
    expect(after.stored).toEqual(before.stored);
    const expected = JSON.parse(
      JSON.stringify(before.lists)
        .replaceAll(`/news/${target.slug}?`, `/news/${renamed.slug}?`)
        .replaceAll(`"slug":"${target.slug}"`, `"slug":"${renamed.slug}"`),
    );
    for (const element of expected['news-posts'])
      if (element.id === target.api_id) element.modified_timestamp = expect.any(String);
    expect(after.lists).toEqual(expected);
    expect(await contentOf(linking)).toBe(linked(renamed));
  });

  it('leaves its words while the document is not published, which it does not prevent', async () => {
    const target = await post(payload);
    const linking = await post(payload, { content: linkTo(toDocument(target)) });
    await send(target.id, { _status: 'draft' });
    expect(await contentOf(linking)).toBe(UNLINKED);
    await send(target.id, { _status: 'published' });
    expect(await contentOf(linking)).toBe(linked(target));
    await local(payload).remove('news-posts', target.id);
    expect(await contentOf(linking)).toBe(UNLINKED);
    // What is gone is no obstacle to saving the rest of a text.
    const changed = linkTo(toDocument(target), 'οδηγίες και');
    await send(linking.id, { content: changed, _status: 'published' });
    expect(await contentOf(linking)).toBe(UNLINKED.replace('οδηγίες', 'οδηγίες και'));
  });

  it('is where the document is used, live and in drafts', async () => {
    const target = await post(payload);
    await post(payload, { title: 'Ζωντανό', content: linkTo(toDocument(target)) });
    const drafted = await post(payload, { title: 'Πρόχειρο' });
    await send(drafted.id, { content: linkTo(toDocument(target)) }, { draft: true });
    const leaving = await post(payload, { title: 'Έφυγε', content: linkTo(toDocument(target)) });
    await send(leaving.id, { content: richText('α'), _status: 'published' });
    const find = vi.spyOn(payload, 'find');
    const found = await findUses(
      await createLocalReq({ user: author as never }, payload),
      'news-posts',
      target.id,
    );
    // Each opening of a form asks: nothing where nothing can be.
    expect(new Set(find.mock.calls.map(([{ collection }]) => collection))).toEqual(new Set(['news-posts']));
    find.mockRestore();
    expect(found.map(({ collection, total, uses }) => [collection.slug, total, uses])).toEqual([
      [
        'news-posts',
        2,
        [
          expect.objectContaining({ title: 'Ζωντανό', isLive: true }),
          expect.objectContaining({ title: 'Πρόχειρο', isLive: false }),
        ],
      ],
    ]);
  });

  it('does not change when its text is published again, undone or duplicated', async () => {
    const target = await post(payload);
    const linking = await post(payload, { content: linkTo(toDocument(target)) });
    const [first] = await local(payload).versions('news-posts', linking.id);
    const { modified_timestamp } = await local(payload).read('news-posts', linking.id);
    const again = await send(linking.id, { _status: 'published' });
    expect(again.modified_timestamp).toBe(modified_timestamp);
    await send(linking.id, { content: richText('άλλο'), _status: 'published' });
    await local(payload).restore('news-posts', first?.id ?? '');
    expect(await contentOf(linking)).toBe(linked(target));
    const copy = await local(payload).duplicate('news-posts', linking.id, {
      slug: 'antigrafo',
      _status: 'published',
    });
    expect(await contentOf(copy)).toBe(linked(target));
  });
});

describe('a link to a file', () => {
  const upload = async (bytes: number, id?: Doc['id']) => {
    const data = pdf(bytes);
    const file = { data, mimetype: 'application/pdf', name: 'αίτηση.pdf', size: data.length };
    const given = { collection: 'media' as never, data: { alt: 'Αίτηση' } as never, file };
    const made = id === undefined ? payload.create(given) : payload.update({ ...given, id });
    return (await made) as unknown as Doc;
  };
  const served = ({ filename }: Doc, said: string) =>
    `<p>Δείτε τις <a href="https://content.portal.example/api/media/file/${encodeURIComponent(String(filename))}">οδηγίες<strong> εδώ</strong> (${said})</a>.</p>`;

  it('says its type and size, which follow another file, and its document is not written', async () => {
    const file = await upload(245_760);
    const holder = await post(payload, { content: linkTo(toDocument(file, 'media')) });
    const section_one_text = linkTo(toDocument(file, 'media'));
    const featured = await section(payload, { section_one_text });
    const before = await local(payload).read('news-posts', holder.id);
    expect(before.content_html).toContain(
      `<a href="portal-document:media/${file.id}">οδηγίες<strong> εδώ</strong></a>`,
    );
    expect(await contentOf(holder)).toBe(served(file, 'PDF, 240 KB'));
    await upload(1_600_000, file.id);
    expect(await contentOf(holder)).toBe(served(file, 'PDF, 1,5 MB'));
    expect((await lists())['featured-sections']).toContainEqual(
      expect.objectContaining({ id: featured.api_id, section_one_text: served(file, 'PDF, 1,5 MB') }),
    );
    expect(await local(payload).read('news-posts', holder.id)).toEqual(before);
    await local(payload).update('featured-sections', featured.id, { _status: 'draft' });
    await send(holder.id, { _status: 'draft' });
    await local(payload).remove('media', file.id);
    await send(holder.id, { title: 'Χωρίς', _status: 'published' });
    expect(await contentOf(holder)).toBe(UNLINKED);
  });

  it('is where it is used, and no picture of it is taken, nor by a field of images', async () => {
    const file = await upload(5000);
    const content = linkTo(toDocument(file, 'media'));
    const { id } = await post(payload, { title: 'Με αρχείο', content });
    const req = await createLocalReq({ user: author as never }, payload);
    expect(await findUses(req, 'media', file.id)).toMatchObject([
      { total: 1, uses: [{ title: 'Με αρχείο', isLive: true }] },
    ]);
    const shown = { content: state(paragraph(text('α')), picture(file.id, { alt: 'α' })) };
    for (const [data, path] of [
      [shown, 'content'],
      [{ post_image: file.id }, 'post_image'],
      [{ post_thumbnail: String(file.id) }, 'post_thumbnail'],
    ] as const) {
      for (const options of [{}, { draft: true }]) {
        const sent = send(id, { ...data, _status: options.draft ? 'draft' : 'published' }, options);
        await expect(sent).rejects.toMatchObject({ status: 400, data: { errors: [{ path }] } });
      }
    }
  });
});

describe('a picture in a text', () => {
  const upload = async () => {
    const file = { data: PIXEL, mimetype: 'image/png', name: 'a.png', size: PIXEL.length };
    const data = { alt: 'στη βιβλιοθήκη' } as never;
    return (await payload.create({ collection: 'media' as never, data, file })) as unknown as Doc;
  };
  const address = ({ filename }: Doc) => `https://content.portal.example/api/media/file/${filename}`;

  it('is served with its description, its caption and its size', async () => {
    const used = await upload();
    const figures = [
      picture(used.id, { alt: ' Το "κτίριο" ', caption: 'α < β' }),
      picture(used.id, { alt: 'κρυφή', decorative: true, width: 300 }, { format: 'center' }),
    ];
    const holder = await post(payload, { content: state(...figures) });
    expect(await contentOf(holder)).toBe(
      `<figure><img src="${address(used)}" alt="Το &quot;κτίριο&quot;" width="1" height="1"><figcaption>α &lt; β</figcaption></figure>` +
        `<figure style="text-align: center;"><img src="${address(used)}" alt="" width="300" height="300"></figure>`,
    );
    const legacy = await image(payload, { legacy_url: 'https://cdn.portal.example/a.png?b&c' });
    const other = await post(payload, { content: state(picture(legacy.id, { alt: 'α', width: 20 })) });
    expect(await contentOf(other)).toBe(
      '<figure><img src="https://cdn.portal.example/a.png?b&amp;c" alt="α" width="20"></figure>',
    );
  });

  it('follows another file, and its document is not written', async () => {
    const used = await image(payload, { legacy_url: 'https://cdn.portal.example/b.png' });
    const holder = await post(payload, { content: state(picture(used.id, { alt: 'α' })) });
    const before = await local(payload).read('news-posts', holder.id);
    await local(payload).update('media', used.id, { legacy_url: 'https://cdn.portal.example/c.png' });
    expect(await contentOf(holder)).toBe(
      '<figure><img src="https://cdn.portal.example/c.png" alt="α"></figure>',
    );
    const replaced = await payload.update({
      collection: 'media' as never,
      id: used.id,
      data: { legacy_url: null } as never,
      file: { data: PIXEL, mimetype: 'image/png', name: 'd.png', size: PIXEL.length },
    });
    expect(await contentOf(holder)).toBe(
      `<figure><img src="${address(replaced as unknown as Doc)}" alt="α" width="1" height="1"></figure>`,
    );
    expect(await local(payload).read('news-posts', holder.id)).toEqual(before);
  });

  it('has its file shown to strangers while it is published, and cannot be deleted then', async () => {
    const used = await upload();
    const isPublic = async () => (await findImageFile(payload, String(used.filename)))?.isPublished;
    const holder = await post(payload, { title: 'Με εικόνα' });
    await send(holder.id, { content: state(picture(used.id, { alt: 'α' })) }, { draft: true });
    expect(await isPublic()).toBe(false);
    await send(holder.id, { _status: 'published', content: state(picture(used.id, { alt: 'α' })) });
    expect(await isPublic()).toBe(true);
    await expect(local(payload).remove('media', used.id)).rejects.toThrow('News post «Με εικόνα»');
    await send(holder.id, { _status: 'draft' });
    expect(await isPublic()).toBe(false);
    await local(payload).remove('media', used.id);
    await expect(send(holder.id, { title: 'Χωρίς', _status: 'published' })).resolves.toBeDefined();
    expect(await contentOf(holder)).toBe('');
  });

  it('is served with the description of the image, unless the text gives its own or none on purpose', async () => {
    const used = await image(payload, { alt: 'Το «νέο» δημαρχείο & η "πλατεία"' });
    const holder = await post(payload);
    const description = async () => /alt="([^"]*)"/.exec(String(await contentOf(holder)))?.[1];
    const served = async (fields: object) => {
      await send(holder.id, { content: state(picture(used.id, fields)), _status: 'published' });
      return description();
    };
    expect(await served({ alt: ' ' })).toBe('Το «νέο» δημαρχείο &amp; η &quot;πλατεία&quot;');
    await local(payload).update('media', used.id, { alt: 'Το δημαρχείο' });
    expect(await description()).toBe('Το δημαρχείο');
    expect(await served({ alt: 'Η είσοδος' })).toBe('Η είσοδος');
    expect(await served({ decorative: true })).toBe('');
  });

  it('is one of the images of the portal', async () => {
    const { id } = await post(payload);
    const used = await image(payload);
    const tag = `<img src="portal-document:media/${used.id}" alt="x">`;
    for (const blocks of [
      [picture(id, { alt: 'α' }, { relationTo: 'news-posts' })],
      [picture(payload.db.defaultIDType === 'number' ? 999_999 : 'x', { alt: 'α' })],
      [picture((author as { id: number }).id, { alt: 'α' }, { relationTo: 'users' })],
      [kept(`<figure>${tag}</figure>`)],
      [picture(used.id, { alt: 'α' }), kept(`<p>${tag}</p>`)],
      [picture(used.id, { alt: 'α' }), kept(`<!-- <figure>${tag}</figure> -->`)],
    ]) {
      const sent = send(id, { content: state(...blocks), _status: 'published' });
      await expect(sent).rejects.toMatchObject({ status: 400, data: { errors: [{ path: 'content' }] } });
    }
  });
});

describe('what texts cannot link to', () => {
  const none = () => (payload.db.defaultIDType === 'number' ? 999_999 : '6564f0f0f0f0f0f0f0f0f0f0');

  it.each<[string, () => Promise<object>]>([
    [
      'a document of a list without an address',
      async () =>
        toDocument(await local(payload).create('service-groups', { title: 'Ομάδα' }), 'service-groups'),
    ],
    ['a user', async () => toDocument(author as never, 'users')],
    ['what never was', async () => toDocument({ id: none() })],
    ['an id of another kind', async () => toDocument({ id: 'x' })],
    [
      'what is in the trash',
      async () => {
        const target = await post(payload);
        await local(payload).update('news-posts', target.id, { deletedAt: new Date().toISOString() });
        return toDocument(target);
      },
    ],
  ])('%s is refused in a draft, too, and named', async (_, fieldsOf) => {
    const { id } = await post(payload);
    const content = linkTo(await fieldsOf());
    for (const options of [{}, { draft: true }]) {
      await expect(
        send(id, { content, _status: options.draft ? 'draft' : 'published' }, options),
      ).rejects.toMatchObject({
        status: 400,
        data: { errors: [{ path: 'content', message: expect.stringContaining('“οδηγίες εδώ”') }] },
      });
    }
  });

  it.each<[string, (address: string) => object]>([
    ['as an address of its own', (url) => linkTo({ url })],
    ['in kept HTML', (url) => state(kept(`<p><a href="${url}">α</a></p>`))],
    ['around a text', (url) => state(paragraph({ ...text('α'), $: { h1: `<a href="${url}">` } }))],
    ['as a picture', (url) => state(kept(`<img src="${url}">`))],
  ])('a document that is named %s is refused', async (_, contentOfAddress) => {
    const { id } = await post(payload);
    const content = contentOfAddress(`portal-document:news-posts/${id}`);
    for (const options of [{}, { draft: true }]) {
      const data = { content, _status: options.draft ? 'draft' : 'published' };
      await expect(send(id, data, options)).rejects.toMatchObject({
        status: 400,
        data: { errors: [{ path: 'content' }] },
      });
    }
  });

  it('tags that only look like a link to a document are refused beside one', async () => {
    const target = await post(payload);
    const tag = `<a href="portal-document:news-posts/${target.id}">`;
    for (const html of [`<p title='${tag}</a>'>α</p>`, `<!-- ${tag} </a> -->`]) {
      const content = state(kept(html), ...(linkTo(toDocument(target)).root.children as never[]));
      await expect(send(target.id, { content, _status: 'published' })).rejects.toMatchObject({ status: 400 });
    }
    const words = state(
      paragraph(text(`${tag} </a>`)),
      ...(linkTo(toDocument(target)).root.children as never[]),
    );
    const saved = await send(target.id, { content: words, _status: 'published' });
    expect(await contentOf(saved)).toBe(
      `<p>${tag.replace('<', '&lt;').replace('>', '&gt;')} &lt;/a&gt;</p>${linked(target)}`,
    );
  });

  it('an imported text that has the very words is served as it came', async () => {
    const target = await post(payload);
    const html = `<p>α <a href="portal-document:news-posts/${target.id}">β</a></p><p>γ</p>`;
    const { category } = await local(payload).read('news-posts', target.id);
    const source = { ...target, slug: 'eisagogi', content: html, category: String(category), related: [] };
    const imported = await importDocument(payload, 'news-posts', { ...source, api_id: 7001 });
    expect(await contentOf(imported)).toBe(html);
  });
});

describe('the pattern of addresses', () => {
  it.each([
    'www.portal.example/{slug}',
    'https://www.portal.example/news',
    'https://{slug}.example/a',
    'https://a.example/{slug}"onclick=',
    'https://a.example/{content}/{titel}',
  ])('%s is refused', async (address) => {
    await expect(settings({ news_posts: { address } })).rejects.toMatchObject({
      data: { errors: [{ path: 'news_posts.address' }] },
    });
  });

  it('changes the links of all texts at once, and without it they leave their words', async () => {
    const target = await post(payload);
    const linking = await post(payload, { content: linkTo(toDocument(target)) });
    const before = await lists();
    await settings({ news_posts: { address: `${PORTAL}/arthra/{slug}` } });
    expect(await contentOf(linking)).toContain(`<a href="${PORTAL}/arthra/${target.slug}">`);
    await settings({ news_posts: { address: '' } });
    expect(await contentOf(linking)).toBe(UNLINKED);
    await settings({ news_posts: { address: `${PORTAL}/news/{slug}?id={id}&view=1` } });
    expect(await lists()).toEqual(before);
  });
});
