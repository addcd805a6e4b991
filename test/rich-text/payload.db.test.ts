import type { CollectionConfig, Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { htmlToLexical, lexicalToHtml, servedHtml } from '../../src/rich-text/index.ts';
import { startPayload } from '../support/payload.ts';
import { link, paragraph, state, text } from './states.ts';
import { ugly } from './ugly.ts';

const notes: CollectionConfig = {
  slug: 'notes',
  versions: { drafts: true },
  fields: [
    { name: 'text', type: 'richText', editor: portalEditor() },
    {
      name: 'rows',
      type: 'array',
      fields: [{ name: 'text', type: 'richText', editor: portalEditor() }],
    },
  ],
};

const collection = 'notes' as 'news-posts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload({ collections: [notes] });
});

/** Saves a text as an editor does, and gives what the database then holds. */
async function saved(value: unknown): Promise<unknown> {
  const { id } = await payload.create({ collection, data: { text: value, _status: 'published' } as never });
  const document = await payload.findByID({ collection, id, depth: 0 });
  return (document as unknown as { text: unknown }).text;
}

describe('a rich text in Payload', () => {
  it('comes back from the database saying the same, whatever HTML it came from', async () => {
    const html = Object.values(ugly);
    const rows = html.map((source) => ({ text: htmlToLexical(source) }));
    const { id } = await payload.create({ collection, data: { rows } as never });
    const document = await payload.findByID({ collection, id, depth: 0 });
    const stored = (document as unknown as { rows: { text: unknown }[] }).rows;
    const served = stored.map(({ text }, at) => servedHtml({ state: text, source: html[at] }));
    expect(served).toEqual(html);
  });

  it('is valid with every address that a legacy text may link to, saved again and again', async () => {
    const addresses = [
      'https://www.portal.example/α?x=1&y=2#z',
      'http://localhost:8080/x',
      'mailto:info@portal.example?subject=Θέμα',
      'tel:+302101234567',
      '/media/uploads/εικόνα 1.png',
      'page.html',
      '../a/b',
      '?id=1',
      '#s1',
      'https://ελλάδα.example/σελίδα',
      'http:/broken',
      'viber://chat?number=1',
      '//cdn.example/x',
      'www.portal.example',
      '%zz',
    ];
    const source = addresses.map((url) => `<p><a href="${url.replace('&', '&amp;')}">a</a></p>`).join('');
    const first = await saved(htmlToLexical(source));
    const second = await saved(first);
    expect(servedHtml({ state: second, source })).toBe(source);
  });

  it('keeps its kept pieces and the elements around them through a draft, a version and a copy', async () => {
    const source = '<div class=a><p>x</p><table><tr><td>y</td></tr></table></div><p><b>z <img src=i></b></p>';
    const { id } = await payload.create({
      collection,
      data: { text: htmlToLexical(source) } as never,
      draft: true,
    });
    await payload.update({ collection, id, data: { _status: 'published' } as never });
    const copy = await payload.duplicate({ collection, id });
    const { docs } = await payload.findVersions({ collection, where: { parent: { equals: id } } });
    const texts = [copy, ...docs.map(({ version }) => version)].map(
      (document) => (document as unknown as { text: unknown }).text,
    );
    expect(texts.length).toBeGreaterThanOrEqual(3);
    expect(texts.map((each) => servedHtml({ state: each, source }))).toEqual(texts.map(() => source));
  });

  it('refuses links without an address or to a script', async () => {
    for (const url of ['', ' ', 'javascript:alert(1)']) {
      await expect(saved(state(paragraph(link({ url }, text('a')))))).rejects.toThrow('invalid: Text');
    }
  });

  it('stores rel, title and new tab of a link', async () => {
    const fields = { url: 'https://a.example', newTab: true, rel: 'nofollow', title: 'τίτλος' };
    expect(lexicalToHtml(await saved(state(paragraph(link(fields, text('a'))))))).toBe(
      '<p><a href="https://a.example" target="_blank" rel="nofollow" title="τίτλος">a</a></p>',
    );
  });
});
