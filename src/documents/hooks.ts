import type { BasePayload, CollectionConfig, GlobalConfig, PayloadRequest } from 'payload';
import { kindOf } from './collections.ts';
import type { PayloadDocuments } from './source.ts';

// Payload and Next bundle this module twice; the instance of Payload is the one thing that both share.
const KEY = Symbol.for('payload-portal-content.documents');

type Carrier = BasePayload & { [KEY]?: PayloadDocuments };

export function attachDocuments(payload: BasePayload, documents: PayloadDocuments): void {
  (payload as Carrier)[KEY] = documents;
}

/** @throws if the plugin is not part of this Payload's config */
export function payloadDocuments(payload: BasePayload): PayloadDocuments {
  const documents = (payload as Carrier)[KEY];
  if (!documents)
    throw new Error(
      'portalContent() is not among the plugins of this Payload config, or it has not started yet.',
    );
  return documents;
}

function touch(req: PayloadRequest, kind: string, id: number | string) {
  return (req.payload as Carrier)[KEY]?.touch(req, kind, id);
}

/** Adds to a collection the hooks that tell of its writes; what the collection has stays. */
export function tracked(collection: CollectionConfig): CollectionConfig {
  const { hooks } = collection;
  return {
    ...collection,
    // Payload adds fields of its own, such as those of a trash; another instance in this process must not find them.
    fields: [...collection.fields],
    hooks: {
      ...hooks,
      afterChange: [
        ...(hooks?.afterChange ?? []),
        async ({ doc, req }) => touch(req, kindOf(collection.slug), doc.id),
      ],
      afterDelete: [
        ...(hooks?.afterDelete ?? []),
        async ({ id, req }) => touch(req, kindOf(collection.slug), id),
      ],
    },
  };
}

export function trackedGlobal(global: GlobalConfig): GlobalConfig {
  const { hooks } = global;
  return {
    ...global,
    hooks: {
      ...hooks,
      afterChange: [...(hooks?.afterChange ?? []), async ({ req }) => touch(req, global.slug, '')],
    },
  };
}
