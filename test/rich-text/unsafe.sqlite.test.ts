import type { CollectionSlug, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlToLexical } from '../../src/rich-text/index.ts';
import {
  category,
  type Doc,
  editor,
  importDocument,
  local,
  plan,
  post,
  richText,
  served,
} from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { cell, kept, keptInline, link, paragraph, row, rule, state, table, text } from './states.ts';

const SCRIPT = '<script>alert(1)</script>';

/** States that would put a script into what is served, if what they hold were believed. */
const HOSTILE: Record<string, object> = {
  'a kept script': state(kept(SCRIPT)),
  'a kept script beside text': state(paragraph(text('a'), keptInline('<img src=x onerror=alert(1)>'))),
  'a kept script under a rule': state({ ...rule(), children: [kept(SCRIPT)] }),
  'a tag around an empty text': state(paragraph({ ...text(''), $: { h1: SCRIPT } })),
  'a tag that is two to a browser': state(
    paragraph({ ...text('a'), $: { h1: '<span title=\u00a0"x onclick=alert(1) ">' } }),
  ),
  'a handler on the tags of a table': state({
    ...table('', row({ ...cell({ $: { tag: '<td onclick=alert(1)>' } }, paragraph(text('a'))) })),
    $: { tag: '<table onmouseover=alert(1)>', caption: SCRIPT },
  }),
  'two kept pieces that join into a tag': state(
    paragraph(keptInline('<'), keptInline('img src=x onerror=alert(1)>')),
  ),
};

let payload: Payload;
let categoryId: Doc['id'];
beforeAll(async () => {
  payload = await startPayload();
  categoryId = (await category(payload)).id;
});

const write = async () => ({ user: await editor(payload), overrideAccess: false });
const newPost = () => post(payload, { category: categoryId });
const contents = async () => (await served(payload, 'news-posts')).map(({ content }) => content);

describe('what would put a script into what is served', () => {
  it.each(Object.entries(HOSTILE))('is refused at its field: %s', async (_, content) => {
    const { id } = await newPost();
    for (const draft of [false, true]) {
      const data = { content, _status: draft ? 'draft' : 'published' };
      const saved = local(payload).update('news-posts', id, data, { ...(await write()), draft });
      await expect(saved).rejects.toMatchObject({ status: 400, data: { errors: [{ path: 'content' }] } });
    }
  });

  it('is refused on every way, however often it comes, and nothing is stored', async () => {
    const { id } = await newPost();
    const content = HOSTILE['a kept script'];
    const before = [await local(payload).read('news-posts', id), await contents()];
    const data = { content, _status: 'published' };
    const where = { id: { equals: id } };
    const inBulk = { collection: 'news-posts' as CollectionSlug, where, data: data as never };
    const ways = [
      async () => local(payload).update('news-posts', id, data, await write()),
      async () => local(payload).update('news-posts', id, { content }, { ...(await write()), draft: true }),
      () => post(payload, { category: categoryId, content }),
      () => local(payload).duplicate('news-posts', id, { content }),
      async () => payload.update({ ...inBulk, ...(await write()) }),
    ];
    for (const way of [...ways, ...ways]) await expect(way()).rejects.toMatchObject({ status: 400 });
    expect([await local(payload).read('news-posts', id), await contents()]).toEqual(before);
    expect((await local(payload).versions('news-posts', id)).length).toBe(1);
  });
});

describe('a script that an older version has stored', () => {
  /** As if it had never been judged. */
  async function poison(id: Doc['id'], status: string) {
    const { restore: _restore, versions } = local(payload);
    const [latest] = await versions('news-posts', id);
    const version = {
      ...(latest as { version: Doc }).version,
      content: richText('Κείμενο'),
      content_html: SCRIPT,
      category: categoryId,
      _status: status,
    };
    await payload.db.updateVersion({
      collection: 'news-posts' as CollectionSlug,
      id: (latest as { id: string }).id,
      versionData: { version } as never,
      req: { payload } as never,
    });
    return (latest as { id: string }).id;
  }

  it('is not restored', async () => {
    const { id } = await newPost();
    const version = await poison(id, 'published');
    await expect(local(payload).restore('news-posts', version)).rejects.toMatchObject({ status: 400 });
    expect(await contents()).not.toContain(SCRIPT);
  });

  it('is not published with a draft that nobody has looked at', async () => {
    const { id } = await newPost();
    await local(payload).update('news-posts', id, { title: 'Πρόχειρο', _status: 'draft' }, { draft: true });
    await poison(id, 'draft');
    const published = local(payload).update('news-posts', id, { _status: 'published' }, await write());
    await expect(published).rejects.toMatchObject({ status: 400 });
    expect(await contents()).not.toContain(SCRIPT);
  });

  it('is not published on schedule, as others are', async () => {
    const [hostile, harmless] = [await newPost(), await newPost()];
    for (const { id } of [hostile, harmless]) {
      const data = { title: `Στις εννέα ${id}`, _status: 'draft' };
      await local(payload).update('news-posts', id, data, { draft: true });
      if (id === hostile.id) await poison(id, 'draft');
      await plan(payload, ['news-posts', id]);
    }
    await payload.jobs.run({ allQueues: true, silent: true });
    const titles = (await served(payload, 'news-posts')).map(({ title }) => title);
    expect(titles).toContain(`Στις εννέα ${harmless.id}`);
    expect(titles).not.toContain(`Στις εννέα ${hostile.id}`);
    expect(await contents()).not.toContain(SCRIPT);
  });
});

type Update = ReturnType<typeof local>['update'];

describe('HTML that did not come with an import', () => {
  const OWN = '<details><summary>α</summary>β</details>';
  const as = async (role: string) => ({ user: await editor(payload, [role]), overrideAccess: false });
  const update: Update = (...args) => local(payload).update(...args);

  it('is added and changed by nobody; what a program of the server has brought, everybody saves past', async () => {
    const { id } = await newPost();
    const content = state(paragraph(text('α')), kept(OWN));
    for (const role of ['author', 'editor', 'admin']) {
      const draft = { draft: true, ...(await as(role)) };
      await expect(update('news-posts', id, { content, _status: 'draft' }, draft)).rejects.toMatchObject({
        status: 400,
        data: { errors: [{ path: 'content' }] },
      });
    }
    await update('news-posts', id, { content, _status: 'published' });
    expect(await contents()).toContain(`<p>α</p>${OWN}`);
    const edited = state(kept(OWN), paragraph(text('β')));
    await update('news-posts', id, { content: edited, _status: 'published' }, await as('editor'));
    expect(await contents()).toContain(`${OWN}<p>β</p>`);
    const other = state(kept(OWN.replace('β', 'γ')));
    const changed = update('news-posts', id, { content: other, _status: 'published' }, await as('admin'));
    await expect(changed).rejects.toMatchObject({ status: 400 });
  });

  it('is not what an import has brought, nor what is in an imported table that is converted', async () => {
    const { id } = await newPost();
    const html = '<table><tr><td>α<img src="/a.png"></td></tr></table>';
    await importDocument(payload, 'news-posts', { api_id: 6001, content: html, category: categoryId }, id);
    const content = htmlToLexical(html, ['table']);
    await update('news-posts', id, { content, _status: 'published' }, await as('editor'));
    expect(await contents()).toContain(`<table><tbody><tr><td>α<img src="/a.png"></td></tr></tbody></table>`);
  });
});

describe('a link that leads nowhere', () => {
  const content = state(rule(), paragraph(link({ url: 'ypiresia.gov.gr' }, text('Οδηγίες'))));
  const publish = async (id: Doc['id'], data: object) =>
    local(payload).update('news-posts', id, { ...data, _status: 'published' }, await write());
  const refused = {
    status: 400,
    data: { errors: [{ path: 'content', message: expect.stringContaining('ypiresia.gov.gr') }] },
  };

  it('is kept in a draft, and named when that is published', async () => {
    const { id } = await newPost();
    const draft = { ...(await write()), draft: true };
    await local(payload).update('news-posts', id, { content, _status: 'draft' }, draft);
    await expect(publish(id, {})).rejects.toMatchObject(refused);
    await expect(publish(id, { content })).rejects.toMatchObject(refused);
    await expect(post(payload, { category: categoryId, content })).rejects.toMatchObject(refused);
    await publish(id, { content: richText('Οδηγίες') });
  });

  it.each([
    ['imported', (doc: Doc) => importDocument(payload, 'news-posts', doc, doc.id)],
    ['published before', publishedBefore],
  ])('stays in a text that was %s while other parts of it are edited', async (_, have) => {
    const HTML = '<p>Πρώτη</p><p><a href="/el/news/x">Οδηγίες</a> και <a href="#s">άλλες</a></p>';
    const { id, api_id } = await newPost();
    await have({ id, api_id, content: HTML, category: categoryId });
    const edited = JSON.parse(JSON.stringify(htmlToLexical(HTML)).replace('Πρώτη', 'Νέα'));
    await publish(id, { content: edited });
    await publish(id, { content: edited, title: 'Άλλος' });
    expect(await contents()).toContain(HTML.replace('Πρώτη', 'Νέα'));
    const other = JSON.parse(JSON.stringify(edited).replace('#s', '#t'));
    await expect(publish(id, { content: other })).rejects.toMatchObject({ status: 400 });
  });

  /** As if by a version of this project that did not look at addresses. */
  async function publishedBefore({ id, content: html }: Doc): Promise<void> {
    const data = { content: htmlToLexical(String(html)), content_html: html } as never;
    await payload.db.updateOne({ collection: 'news-posts' as CollectionSlug, id, data, returning: false });
  }
});

describe('HTML that is not read, since more than 1,000 elements are nested in it', () => {
  const html = '<div>'.repeat(1001);
  const refused = {
    status: 400,
    data: { errors: [{ path: 'content', message: expect.stringMatching(/^More than 1,000 HTML elements/) }] },
  };

  it('is refused at its field, with the reason, whoever types it', async () => {
    const { id } = await newPost();
    for (const content of [state(kept(html)), state(paragraph(text('a'), keptInline(html)))]) {
      const saved = local(payload).update('news-posts', id, { content }, await write());
      await expect(saved).rejects.toMatchObject(refused);
    }
  });

  it('is served byte for byte where it was imported, and only replaced as a whole', async () => {
    const { id } = await newPost();
    const source = { api_id: 7000, content: html, category: categoryId };
    const { content, api_id } = await importDocument(payload, 'news-posts', source, id);
    const isServed = async () =>
      (await served(payload, 'news-posts')).find((each) => each.id === api_id)?.content === html;
    expect(await isServed()).toBe(true);

    const { update } = local(payload);
    await update('news-posts', id, { title: 'Άλλος', content }, await write());
    expect(await isServed()).toBe(true);

    const { root } = content as { root: { children: never[] } };
    const more = { content: state(...root.children, paragraph(text('b'))) };
    await expect(update('news-posts', id, more, await write())).rejects.toMatchObject(refused);
    expect(await isServed()).toBe(true);

    await update('news-posts', id, { content: richText('Νέο') }, await write());
    expect(await contents()).toContain('<p>Νέο</p>');
  });
});

describe('an imported text', () => {
  const HTML = `<p class="a" onclick="f()">λόγος</p>${SCRIPT}<table onmouseover=g()><tr><td>α</table>`;
  let number = 5000;

  async function importedPost(): Promise<Doc> {
    number += 1;
    const { id } = await newPost();
    const source = { api_id: number, content: HTML, category: categoryId };
    return importDocument(payload, 'news-posts', source, id);
  }

  async function contentOf({ api_id }: Doc): Promise<unknown> {
    return (await served(payload, 'news-posts')).find(({ id }) => id === api_id)?.content;
  }

  it('keeps its bytes, whatever is in it, while the text is not edited', async () => {
    const doc = await importedPost();
    await local(payload).update(
      'news-posts',
      doc.id,
      { title: 'Άλλος', _status: 'published' },
      await write(),
    );
    expect(await contentOf(doc)).toBe(HTML);
  });

  it('keeps all but the handler of the paragraph that is edited', async () => {
    const doc = await importedPost();
    const content = JSON.parse(JSON.stringify(htmlToLexical(HTML)).replace('λόγος', 'άλλος λόγος'));
    await local(payload).update('news-posts', doc.id, { content, _status: 'published' }, await write());
    expect(await contentOf(doc)).toBe(HTML.replace(' onclick="f()"', '').replace('λόγος', 'άλλος λόγος'));
  });

  it('lends nothing of it to another document', async () => {
    await importedPost();
    const { id } = await newPost();
    const saved = local(payload).update('news-posts', id, { content: htmlToLexical(HTML) }, await write());
    await expect(saved).rejects.toMatchObject({ status: 400 });
  });
});
