import type { CollectionConfig, CollectionSlug, Payload, PayloadRequest, Plugin } from 'payload';

/** A host's plugin that runs after the project's and changes one of its collections. */
export function extend(slug: string, change: (collection: CollectionConfig) => CollectionConfig): Plugin {
  return (config) => ({
    ...config,
    collections: (config.collections ?? []).map((each) => (each.slug === slug ? change(each) : each)),
  });
}

/** An action of a host's hook with the request of a save. */
export type Act = (payload: Payload, req: PayloadRequest) => Promise<unknown>;

/** The title of documents that the hooks save themselves; {@link actingHooks} ignore it. */
export const NESTED = 'Του οικοδεσπότη';

/** A host whose hooks on a collection act with the same request: before ours, after ours, and after the write. */
export function actingHooks(slug: string, act: () => Act | undefined): Plugin {
  const run = async (saved: { title?: unknown }, req: PayloadRequest) => {
    if (saved.title !== NESTED) await act()?.(req.payload, req);
  };
  const before = async ({ data, req }: { data: { title?: unknown }; req: PayloadRequest }) => {
    await run(data, req);
    return data;
  };
  return extend(slug, (collection) => ({
    ...collection,
    hooks: {
      ...collection.hooks,
      beforeChange: [before, ...(collection.hooks?.beforeChange ?? []), before],
      afterChange: [...(collection.hooks?.afterChange ?? []), async ({ doc, req }) => run(doc, req)],
    },
  }));
}

/** Changes several documents at once, and gives the ids of the refused ones. */
export async function updateAll(
  payload: Payload,
  slug: string,
  ids: unknown[],
  data: object,
  options: object = {},
) {
  const { errors } = await payload.update({
    collection: slug as CollectionSlug,
    where: { id: { in: ids } },
    data: data as never,
    ...options,
  });
  return errors.map(({ id }) => id);
}
