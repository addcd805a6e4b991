import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import { importing } from '../../collections/save/saveContext.ts';
import { portalReadModel } from '../../src/index.ts';
import { documentData } from '../../src/migration/apply/writeDocument.ts';

export const SERVER_URL = 'https://content.portal.example';

export type Doc = Record<string, unknown> & { id: number | string; api_id: number };

/** Payload's Local API without the types of generated collections. */
export function local(payload: Payload) {
  const slug = (collection: string) => collection as CollectionSlug;
  return {
    create: async (collection: string, data: object, options: object = {}) =>
      (await payload.create({
        collection: slug(collection),
        data: data as never,
        depth: 0,
        ...options,
      })) as unknown as Doc,
    update: async (collection: string, id: number | string, data: object, options: object = {}) =>
      (await payload.update({
        collection: slug(collection),
        id,
        data: data as never,
        depth: 0,
        ...options,
      })) as unknown as Doc,
    remove: async (collection: string, id: number | string, options: object = {}) =>
      (await payload.delete({ collection: slug(collection), id, depth: 0, ...options })) as unknown as Doc,
    read: async (collection: string, id: number | string, options: object = {}) =>
      (await payload.findByID({
        collection: slug(collection),
        id,
        depth: 0,
        showHiddenFields: true,
        ...options,
      })) as unknown as Doc,
    duplicate: async (collection: string, id: number | string, data: object = {}) =>
      (await payload.duplicate({
        collection: slug(collection),
        id,
        data: data as never,
        depth: 0,
      })) as unknown as Doc,
    versions: async (collection: string, id: number | string) =>
      (
        await payload.findVersions({
          collection: slug(collection),
          where: { parent: { equals: id } },
          sort: '-updatedAt',
          limit: 100,
        })
      ).docs as unknown as { id: string; version: Doc }[],
    restore: async (collection: string, id: number | string, options: object = {}) =>
      payload.restoreVersion({ collection: slug(collection), id: String(id), depth: 0, ...options }),
  };
}

/** The served elements of a list, parsed. */
export async function served(
  payload: Payload,
  slug: string,
  ordering?: string,
): Promise<Record<string, unknown>[]> {
  const response = await (await portalReadModel(payload)).response(slug, ordering);
  if (!response) throw new Error(`The list ${slug} is not loaded.`);
  return JSON.parse(response.body.toString('utf8'));
}

/** A rich text of one paragraph, as the editor saves it. */
export function richText(text: string) {
  const node = { type: 'text', text, format: 0, detail: 0, mode: 'normal', style: '', version: 1 };
  const paragraph = {
    type: 'paragraph',
    children: [node],
    direction: null,
    format: '',
    indent: 0,
    textFormat: 0,
    version: 1,
  };
  return {
    root: { type: 'root', children: [paragraph], direction: null, format: '', indent: 0, version: 1 },
  };
}

const published = { _status: 'published' };

let slugs = 0;
/** Unique slugs. Documents created in parallel would otherwise get the same proposal. */
export const unusedSlug = () => `slug-${++slugs}`;

export function category(payload: Payload, data: object = {}): Promise<Doc> {
  return local(payload).create('news-categories', {
    title: 'Ανακοινώσεις',
    slug: unusedSlug(),
    ...published,
    ...data,
  });
}

export async function post(payload: Payload, data: object = {}): Promise<Doc> {
  const given = data as { category?: unknown };
  const categoryId = 'category' in given ? given.category : (await category(payload)).id;
  const content = richText('Κείμενο');
  return local(payload).create('news-posts', {
    title: 'Νέο',
    slug: unusedSlug(),
    excerpt: '',
    content,
    author: 7,
    ...published,
    ...data,
    category: categoryId,
  });
}

export function image(payload: Payload, data: object = {}): Promise<Doc> {
  return local(payload).create('media', {
    alt: 'εικόνα',
    legacy_url: 'https://cdn.portal.example/a.png',
    ...data,
  });
}

export async function section(payload: Payload, data: object = {}): Promise<Doc> {
  const featured_image =
    (data as { featured_image?: number | string }).featured_image ?? (await image(payload)).id;
  return local(payload).create('featured-sections', {
    section_one_title: 'Ενότητα',
    ...published,
    ...data,
    featured_image,
  });
}

/** A signed-in user, for calls with `overrideAccess: false`. */
export async function editor(payload: Payload, roles: string[] = ['editor'], author_id: number | null = 31) {
  const email = `${roles.join('-')}-${Math.random().toString(36).slice(2)}@portal.example`;
  const user = await local(payload).create('users', { email, password: 'a long password', roles, author_id });
  return { ...user, collection: 'users' } as unknown as PayloadRequest['user'];
}

/** Queues a change of a document, as an editor of its own and past all checks. @param waitUntil @default it is due now */
export async function plan(
  payload: Payload,
  [collection, document]: [collection: string, document: number | string],
  change: 'publish' | 'unpublish' = 'publish',
  { waitUntil, ...more }: { waitUntil?: Date; at?: string } = {},
): Promise<number | string> {
  const at = new Date().toISOString();
  const planner = { collection: 'users', id: (await editor(payload))?.id };
  const by = 'editor@portal.example';
  const input = {
    change,
    collection,
    document: String(document),
    title: 'Πλάνο',
    at,
    by,
    planner,
    seen: at,
    ...more,
  };
  const task = 'portalPublication' as never;
  const job: unknown = await payload.jobs.queue({
    task,
    input: input as never,
    ...(waitUntil && { waitUntil }),
  });
  return (job as Doc).id;
}

/**
 * Writes a document as an import does: a new one, or over the one with that id.
 * @param source the data of the source: texts as HTML, references as Payload ids
 */
export async function importDocument(
  payload: Payload,
  collection: string,
  source: object,
  id?: number | string,
): Promise<Doc> {
  const fields = payload.collections[collection as CollectionSlug]?.config.flattenedFields ?? [];
  const toId = (text: string) => (payload.db.defaultIDType === 'number' ? Number(text) : text);
  const document = { api_id: 0, position: null, ...source };
  const data = { listed: true, ...documentData(document, fields, toId), _status: 'published' };
  const options = { context: importing(collection, id, document) };
  const { create, update } = local(payload);
  return id === undefined ? create(collection, data, options) : update(collection, id, data, options);
}
