import type { CollectionSlug, Payload } from 'payload';
import { expect } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import type { Snapshot } from '../../../endpoints/read-model/index.ts';
import { portalReadModel } from '../../../src/index.ts';
import type { Answer, Rest } from '../../support/rest.ts';

/** What a preview says. */
export interface Previewed {
  before: string | null;
  after: string | null;
  keys: { key: string; label: string; before: string | null; after: string | null; decided?: string }[];
  orderings: {
    path: string;
    isChanged: boolean;
    before: { places: number[]; etag: string };
    after: { places: number[]; etag: string };
  }[];
  others: { collection: string; label: string; count: number; named: { id: unknown; title: string }[] }[];
  styleSheet: string | null;
}

export const previewIn = ({ value }: Answer) => value.preview as Previewed;

/** Previews what a form has; without an id that of a new document. */
export const preview = (of: Rest, list: string, id: unknown, data: object) =>
  of('POST', id === undefined ? `${list}/preview` : `${list}/${id}/preview`, data);

export const publish = (of: Rest, list: string, id: unknown, data: object) =>
  of(id === undefined ? 'POST' : 'PATCH', id === undefined ? list : `${list}/${id}`, {
    ...data,
    _status: 'published',
  });

/** Everything that the database has, as text. */
export async function everything(payload: Payload): Promise<string> {
  const all: unknown[] = [];
  for (const { slug, versions } of payload.config.collections) {
    const find = { collection: slug as CollectionSlug, limit: 0, pagination: false, sort: 'id' };
    all.push(slug, (await payload.db.find(find)).docs);
    if (versions) all.push((await payload.db.findVersions(find)).docs);
  }
  return JSON.stringify([...all, await payload.findGlobal({ slug: 'portal-settings', depth: 0 })]);
}

/** What is served: elements by document, and documented responses by their path. */
export async function servedNow(payload: Payload) {
  const model = await portalReadModel(payload);
  const elements = new Map<string, string>();
  for (const { list, entries, body } of ((await model.snapshot()) as Snapshot).lists) {
    let at = 1;
    for (const { row } of entries) {
      elements.set(`${list}/${row.documentId}`, body.toString('utf8', at, at + row.length));
      at += row.length + 1;
    }
  }
  const responses = new Map<string, { etag: string; body: string }>();
  for (const { key, documentedOrderings } of lists) {
    for (const ordering of ['', ...documentedOrderings]) {
      const response = await model.response(key, ordering);
      const path = `/el/api/v1/${key}/${ordering ? `?ordering=${ordering}` : ''}`;
      responses.set(path, { etag: String(response?.etag), body: String(response?.body) });
    }
  }
  return { elements, responses };
}

export type Served = Awaited<ReturnType<typeof servedNow>>;

/** The places of an element in a response. */
function placesOf(element: string | undefined, { body }: { body: string }): number[] {
  const text = element && JSON.stringify(JSON.parse(element));
  const elements = JSON.parse(body) as unknown[];
  return elements.flatMap((each, at) => (JSON.stringify(each) === text ? at + 1 : []));
}

interface Publication {
  /** The document, as `list/id`. */
  key: string;
  isNew: boolean;
  /** What was served before and after it. */
  before: Served;
  after: Served;
}

/** Compares what was previewed with what its publication has changed. */
export function comparePreview(previewed: Previewed, { key, isNew, before, after }: Publication): void {
  const element = after.elements.get(key);
  const numbered = isNew ? element?.replace(/^\{"id":\d+/, '{"id":0') : element;
  expect(previewed.before).toBe(before.elements.get(key) ?? null);
  expect(previewed.after).toBe(numbered ?? null);
  const told = new Map(previewed.orderings.map((each) => [each.path, each]));
  for (const [path, now] of before.responses) {
    const then = after.responses.get(path) ?? now;
    const each = told.get(path);
    if (now.etag === then.etag) {
      expect(each?.isChanged ?? false, path).toBe(false);
      continue;
    }
    const places = [placesOf(before.elements.get(key), now), placesOf(element, then)];
    expect([each?.before.places, each?.after.places], path).toEqual(places);
    expect(each?.before.etag, path).toBe(now.etag);
    if (!isNew) expect(each?.after.etag, path).toBe(then.etag);
  }
  const changed = [...new Set([...before.elements.keys(), ...after.elements.keys()])].filter(
    (each) => each !== key && before.elements.get(each) !== after.elements.get(each),
  );
  const counts: Record<string, number> = {};
  for (const each of changed) counts[listOf(each)] = (counts[listOf(each)] ?? 0) + 1;
  expect(Object.fromEntries(previewed.others.map((each) => [each.collection, each.count]))).toEqual(counts);
}

const listOf = (key: string) => key.slice(0, key.indexOf('/'));
