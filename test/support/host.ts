import type { CollectionConfig, CollectionSlug, Payload, PayloadRequest, Plugin } from 'payload';

/** A host's plugin, after the project's, that changes one of its collections. */
export function extend(slug: string, change: (collection: CollectionConfig) => CollectionConfig): Plugin {
  return (config) => ({
    ...config,
    collections: (config.collections ?? []).map((each) => (each.slug === slug ? change(each) : each)),
  });
}

/** What a host's hook does with the request of a save. */
export type Act = (payload: Payload, req: PayloadRequest) => Promise<unknown>;

/** A title that hooks of {@link actingHooks} let pass: that of documents which they save themselves. */
export const NESTED = 'Του οικοδεσπότη';

/** A host whose hooks on a collection do something with the same request: before ours, after ours, and after the write. */
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

/** Changes several documents at once, and gives what was refused. */
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
