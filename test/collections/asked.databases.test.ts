import type { Payload } from 'payload';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Doc, local, post, richText } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

let payload: Payload;
let editor: Rest;
let author: Rest;
let doc: Doc;
beforeAll(async () => {
  payload = await startPayload();
  const signIn = async (role: string) => {
    const user = { email: `${role}@portal.example`, password: 'a long password' };
    await local(payload).create('users', { ...user, roles: [role], author_id: 1 });
    return signedIn(payload, user);
  };
  editor = await signIn('editor');
  author = await signIn('author');
  doc = await post(payload, { title: 'Πρώτος', content: withLinks() });
});

function withLinks() {
  const state = richText('Δείτε ');
  const block = { format: '', indent: 0, version: 3, direction: null };
  const text = (words: string) => ({
    type: 'text',
    text: words,
    format: 0,
    detail: 0,
    mode: 'normal',
    style: '',
    version: 1,
  });
  const links = ['a', 'b', 'c'].map((name) => ({
    ...block,
    type: 'link',
    fields: { linkType: 'custom', newTab: false, url: `https://www.gov.gr/${name}` },
    children: [text(`τη σελίδα ${name}`)],
  }));
  state.root.children[0]?.children.push(...(links as never[]));
  return state;
}

const READS = ['find', 'findOne', 'findGlobal'] as const;

/** How often each collection or global of the plugin's own is read during a save. */
async function readIn(save: () => Promise<{ status: number }>): Promise<Record<string, number>> {
  const spies = READS.map((name) => vi.spyOn(payload.db, name));
  try {
    expect((await save()).status).toBe(200);
    const names = spies.flatMap(({ mock }) =>
      mock.calls.map(([args]) => ('slug' in args ? args.slug : args.collection)),
    );
    const own = ['news-posts', 'payload-jobs', 'portal-reviews', 'portal-settings'];
    return Object.fromEntries(own.map((name) => [name, names.filter((each) => each === name).length]));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('a publication asks for the settings, its review and its plans once', async () => {
  const publish = () =>
    editor('PATCH', `news-posts/${doc.id}?depth=0`, { title: 'Δεύτερος', _status: 'published' });
  // The document itself: before the save, once it is committed, and for another of its title.
  expect(await readIn(publish)).toEqual({
    'news-posts': 3,
    'payload-jobs': 1,
    'portal-reviews': 1,
    'portal-settings': 1,
  });
});

it('a publication asks whether its slug is free when that changes', async () => {
  const publish = () =>
    editor('PATCH', `news-posts/${doc.id}?depth=0`, { slug: 'allo', _status: 'published' });
  expect((await readIn(publish))['news-posts']).toBe(4);
});

it('an automatic draft of an author asks whether it is planned, and nothing else', async () => {
  const save = () =>
    author('PATCH', `news-posts/${doc.id}?draft=true&autosave=true&depth=0`, {
      title: 'Τρίτος',
      _status: 'draft',
    });
  expect(await readIn(save)).toEqual({
    'news-posts': 1,
    'payload-jobs': 1,
    'portal-reviews': 0,
    'portal-settings': 0,
  });
});

it('the links of a document have its new title, and a document beside it keeps its own', async () => {
  const other = await post(payload, { title: 'Άλλο', content: withLinks() });
  await editor('PATCH', `news-posts/${doc.id}?depth=0`, { title: 'Τέταρτος', _status: 'published' });
  const titles = async ({ id }: Doc) => {
    const where = { document: { equals: String(id) } };
    const { docs } = await payload.db.find<{ id: string; title: string }>({
      collection: 'portal-links',
      where,
    });
    return docs.map(({ title }) => title);
  };
  expect(await titles(doc)).toEqual(['Τέταρτος', 'Τέταρτος', 'Τέταρτος']);
  expect(await titles(other)).toEqual(['Άλλο', 'Άλλο', 'Άλλο']);
});
