import { type List, lists, type StoredDocument } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type PortalSettings,
  type ReadModel,
  type ReadModelOptions,
} from '../../../endpoints/read-model/index.ts';

/** The imported order everywhere, so that a test names each order that it wants. */
export const IMPORTED: PortalSettings = {
  collation: 'el',
  lists: Object.fromEntries(lists.map(({ key: slug }) => [slug, { ordering: '' }])),
};

/** A read model that is loaded with these changes. */
export async function loaded(changes: Change[], options: Partial<ReadModelOptions> = {}): Promise<ReadModel> {
  const model = createReadModel({ lists, ...options });
  await model.replace([changes]);
  return model;
}

/** A list's elements as a client reads them. */
export async function read(
  model: ReadModel,
  slug: string,
  ordering?: string,
): Promise<Record<string, unknown>[]> {
  return JSON.parse(await body(model, slug, ordering));
}

/** A whole response as text; undefined if there is none. */
export async function body(model: ReadModel, slug: string, ordering?: string): Promise<string> {
  const response = await model.response(slug, ordering);
  return String(response?.body);
}

/** One key of all elements. */
export async function column(
  model: ReadModel,
  slug: string,
  key: string,
  ordering?: string,
): Promise<unknown[]> {
  return (await read(model, slug, ordering)).map((element) => element[key]);
}

export const change = (kind: string, document: StoredDocument): Change => ({
  kind,
  id: document.id,
  document,
});
export const departure = (kind: string, id: string): Change => ({ kind, id, document: null });

/** A useful link; what a test does not care about is empty. */
export function usefulLink(api_id: number, rest: Partial<StoredDocument> = {}): Change {
  return change('service-useful-links', { id: `l${api_id}`, api_id, position: null, ...rest });
}

export function section(
  api_id: number,
  ranks: (number | null)[],
  rest: Partial<StoredDocument> = {},
): Change {
  const section_two_links = ranks.map((rank) => ({ text: String(rank), link: 'https://a.example/', rank }));
  const featured_image_kept = '"/α.png"';
  return change('featured-sections', {
    id: `s${api_id}`,
    api_id,
    position: api_id,
    section_two_links,
    featured_image_kept,
    ...rest,
  });
}

export function category(api_id: number, rest: Partial<StoredDocument> = {}): Change {
  return change('news-categories', {
    id: `c${api_id}`,
    api_id,
    position: null,
    title: `Κ${api_id}`,
    ...rest,
  });
}

export function media(id: string, url: string): Change {
  return change('media', { id, api_id: 0, position: null, url });
}

export function post(api_id: number, rest: Partial<StoredDocument> = {}): Change {
  return change('news-posts', {
    id: `p${api_id}`,
    api_id,
    position: null,
    category: 'c1',
    related: [],
    files: null,
    created_timestamp: '2021-04-01T09:15:02Z',
    modified_timestamp: '2021-04-01T09:15:02Z',
    ...rest,
  });
}

/** Lists whose `encode` counts its calls, by document. */
export function counted(): { lists: List[]; calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    lists: lists.map((list) => ({
      ...list,
      encode: (document, context) => {
        calls.push(document.id);
        return list.encode(document, context);
      },
    })),
  };
}

/** A load that waits where a test tells it to. */
export function slowLoad(...batches: Change[][]) {
  let go = () => {};
  let fail = (_: Error) => {};
  const gate = new Promise<void>((resolve, reject) => {
    go = resolve;
    fail = reject;
  });
  // It may fail before anyone waits for it.
  gate.catch(() => {});
  async function* load() {
    const [first = [], ...rest] = batches;
    yield first;
    await gate;
    yield* rest;
  }
  return { load, go, fail };
}
