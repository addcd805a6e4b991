import type { BasePayload, CollectionConfig, GlobalConfig, PayloadRequest } from 'payload';
import { PayloadDocuments } from './source.ts';

// Payload and Next bundle this module twice; the instance of Payload is the one thing that both share.
const KEY = Symbol.for('payload-portal-content.documents');

type Carrier = BasePayload & { [KEY]?: PayloadDocuments };

/**
 * The documents of a running Payload, watched from the first call on.
 * @throws if the plugin is not part of this Payload's config
 */
export function payloadDocuments(payload: BasePayload): PayloadDocuments {
  const carrier = payload as Carrier;
  carrier[KEY] ??= new PayloadDocuments(payload);
  return carrier[KEY];
}

/** Without a reader there is nobody to tell. */
function touch(req: PayloadRequest, kind: string, id: number | string) {
  return (req.payload as Carrier)[KEY]?.touch(req, kind, id);
}

/** Adds to the collection of a kind the hooks that tell of its writes; what the collection has stays. */
export function tracked(collection: CollectionConfig, kind: string): CollectionConfig {
  const { hooks } = collection;
  return {
    ...collection,
    // Payload adds fields of its own, such as those of a trash; another instance in this process must not find them.
    fields: [...collection.fields],
    hooks: {
      ...hooks,
      afterChange: [...(hooks?.afterChange ?? []), async ({ doc, req }) => touch(req, kind, doc.id)],
      afterDelete: [...(hooks?.afterDelete ?? []), async ({ id, req }) => touch(req, kind, id)],
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
