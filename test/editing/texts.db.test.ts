import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { local } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';

let payload: Payload;
let author: Rest;
let image: number | string;

beforeAll(async () => {
  payload = await startPayload();
  const own = { email: 'author@portal.example', password: 'a long password' };
  await local(payload).create('users', { ...own, roles: ['author'], author_id: 7 });
  author = await signedIn(payload, own);
  const legacy_url = 'https://old.portal.example/media/%CE%B5%CE%B9%CE%BA%CF%8C%CE%BD%CE%B1%201.png';
  image = (await local(payload).create('media', { alt: 'Η εικόνα', legacy_url })).id;
});

const read = async (html: string, more: object = {}) => {
  const { value } = await author('POST', 'portal-clipboard', { html, text: '', inCell: false, ...more });
  return value as { nodes: object[]; pictures: object[]; dropped: object[] };
};

describe('a clipboard', () => {
  it('is blocks of the editor, and what is left out of it', async () => {
    const { dropped, nodes } = await read(
      '<p style="color: red">με <b>μορφή</b><iframe src="x"></iframe></p>',
    );
    expect(nodes).toMatchObject([
      { type: 'paragraph', children: [{ text: 'με ' }, { text: 'μορφή', format: 1 }] },
    ]);
    expect(dropped).toEqual([{ what: 'embed', count: 1 }]);
  });

  it('has the pictures of the media library by the addresses that a text may name, and no others', async () => {
    const sources = ['/media/εικόνα 1.png', 'https://other.example/media/εικόνα 1.png', 'http://', 'data:0'];
    const { pictures } = await read(sources.map((src) => `<p>α<img src="${src}" alt="Εικόνα"></p>`).join(''));
    expect(pictures).toEqual([
      { src: sources[0], alt: 'Εικόνα', after: 1, image },
      { src: sources[1], alt: 'Εικόνα', after: 2 },
      { src: sources[2], alt: 'Εικόνα', after: 3 },
      { src: sources[3], alt: 'Εικόνα', after: 4 },
    ]);
  });

  it('is null where it is put in as it is', async () => {
    expect(await read('', { text: 'λέξεις' })).toBe(null);
  });

  it('is refused where it is too large', async () => {
    for (const html of ['<div>'.repeat(2_000), 'α'.repeat(1_000_000)]) {
      const { status } = await author('POST', 'portal-clipboard', { html, text: '' });
      expect(status).toBe(413);
    }
  });
});

describe('kept HTML', () => {
  const convert = async (becomes: string, html: string) =>
    (await author('POST', 'portal-conversion', { becomes, html })).value;

  it('becomes a table, or it is said why not', async () => {
    const table = '<table><tbody><tr><td>α</td></tr></tbody></table>';
    expect(await convert('table', table)).toMatchObject({ html: table, node: { type: 'table' } });
    const problem = expect.stringMatching(/^It cannot be converted: there is another table in it/);
    expect(await convert('table', `<table><tr><td>${table}</td></tr></table>`)).toEqual({ problem });
  });

  it('becomes a picture of the media library, or it is said why not', async () => {
    const { node } = (await convert('picture', '<img src="/media/εικόνα 1.png" alt="Αυτή">')) as {
      node: object;
    };
    expect(node).toMatchObject({
      type: 'upload',
      relationTo: 'media',
      value: image,
      fields: { alt: 'Αυτή' },
    });
    const problem = expect.stringMatching(/\(\/media\/none\.png\)\. Upload it/);
    expect(await convert('picture', '<img src="/media/none.png">')).toEqual({ problem });
  });
});

it.each(['portal-clipboard', 'portal-conversion'])('%s reads for nobody who may not write', async (path) => {
  expect((await rest(payload)('POST', path, { html: '<p>α</p>' })).status).toBe(403);
});
