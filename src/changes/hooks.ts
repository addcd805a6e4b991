import type {
  BasePayload,
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload';
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

/** Tells whoever reads the documents of a write past Payload's hooks. Without a reader there is nobody to tell. */
export function touch(req: PayloadRequest, kind: string, id: number | string) {
  return (req.payload as Carrier)[KEY]?.touch(req, kind, id);
}

/** Tells whoever reads the documents of a kind of each write. */
export const notifyOfChange = (kind: string): CollectionAfterChangeHook =>
  async function notifyOfChange({ doc, req }) {
    return touch(req, kind, doc.id);
  };

export const notifyOfDeletion = (kind: string): CollectionAfterDeleteHook =>
  async function notifyOfDeletion({ id, req }) {
    return touch(req, kind, id);
  };

export const notifyOfSettings: GlobalAfterChangeHook = async ({ global, req }) => touch(req, global.slug, '');
