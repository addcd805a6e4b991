import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lists } from '../../endpoints/lists/index.ts';
import { elementSlices } from '../../src/capture/elementSlices.ts';
import type { Capture } from '../../src/capture/folder.ts';
import { freshFolder } from '../support/databases.ts';
import { json } from './legacyPortal.ts';

/** Captured responses, by file name without `.json`. */
export type Files = Record<string, unknown[]>;

/** A capture of these responses. */
export function capture(files: Files): Capture {
  const responses = Object.entries(files).map(([name, elements]) => {
    const [list = '', ordering] = name.split('.ordering=');
    const body = Buffer.from(json(elements));
    return { list, ordering, file: `${name}.json`, body, slices: elementSlices(body) };
  });
  const nothing = { unreadable: [], missing: {}, misnamed: [], unknown: [], others: [] };
  return { folder: 'generated', responses, manifest: undefined, ...nothing };
}

/** Writes a capture into a folder of its own, which is removed when the test file ends. */
export async function saveCapture(files: Files): Promise<string> {
  const folder = await freshFolder();
  await mkdir(folder, { recursive: true });
  for (const [name, elements] of Object.entries(files)) {
    await writeFile(path.join(folder, `${name}.json`), json(elements));
  }
  return folder;
}

/** Captured responses of every list, those that are not given empty. */
export function whole(files: Files): Files {
  return { ...Object.fromEntries(lists.map(({ key }) => [key, []])), ...files };
}

/** A news category. */
export const category = (id: number, title = `Κατηγορία ${id}`) => ({
  id,
  selected: false,
  title,
  slug: `k-${id}`,
});

/** A post as others embed it. */
export const related = (id: number, more: object = {}) => ({
  id,
  selected: false,
  confirmed_translation: true,
  title: `Νέο ${id}`,
  excerpt: '',
  slug: '',
  active: true,
  featured_post: false,
  post_image: null,
  post_thumbnail: null,
  created_timestamp: '2021-04-01T09:15:02.123456Z',
  modified_timestamp: '2021-04-01T09:15:02Z',
  content: 'χωρίς ετικέτες',
  author: 1,
  ...more,
});

/** A post of the list. */
export function post(id: number, parts: { category?: unknown; related?: unknown[]; more?: object } = {}) {
  const { id: _, selected, ...others } = related(id, parts.more);
  return {
    id,
    selected,
    category: parts.category ?? category(1),
    related: parts.related ?? [],
    files: null,
    ...others,
  };
}

/** A section with links of these texts. */
export const section = (id: number, links: string[], active = true) => ({
  id,
  selected: false,
  section_two_links: links.map((text) => ({ text, link: `https://portal.example/${text}` })),
  active,
  section_one_title: `Ενότητα ${id}`,
  section_one_text: '<p>α',
  section_two_title: '',
  section_three_text: '',
  featured_image: 'https://portal.example/a.png',
});

/** A useful link. */
export const usefulLink = (id: number, more: object = {}) => ({
  id,
  selected: false,
  slug: '',
  url: null,
  description: '',
  confirmed_translation: false,
  title: `Σύνδεσμος ${id}`,
  service: null,
  ...more,
});

/** A service group. */
export const group = (id: number, more: object = {}) => ({
  id,
  selected: false,
  order: id,
  title: `Ομάδα ${id}`,
  slug: '',
  url: null,
  description: '',
  confirmed_translation: false,
  ...more,
});
