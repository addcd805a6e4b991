import type { PayloadRequest } from 'payload';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import type { PlannedChange } from '../planning/plannedFor.ts';
import { PROVISIONAL, type Written, withoutWrites } from './withoutWrites.ts';

type Id = number | string;
type Data = Record<string, unknown>;

export interface Change {
  collection: string;
  id: Id;
  change: PlannedChange;
  /** Changes of the newest version, applied first. @default {} */
  data?: Data;
}

/** The user and the language for a rehearsal. */
export type Rehearser = Pick<PayloadRequest, 'i18n' | 'payload' | 'user'> & Partial<PayloadRequest>;

export interface RehearsalOptions {
  /** Whether access control is skipped. @default without a user, as for the server's own code */
  overrideAccess?: boolean;
}

/** The arguments of Payload's `update` that publish or unpublish the newest version of a document. */
export function changeOf({ collection, id, change, data = {} }: Change) {
  const publishes = change === 'publish';
  return {
    collection: collection as never,
    id,
    data: { ...data, _status: publishes ? 'published' : 'draft' } as never,
    // As the admin does: an unpublished document needs no valid fields.
    ...(!publishes && { unpublishAllLocales: true }),
  };
}

/**
 * Runs all steps of publishing or unpublishing a document except the write, as the user of the request: access control, hooks
 * and validation.
 * @returns the document as it would be stored
 * @throws the error that the change would have
 */
export async function rehearse(
  req: Rehearser,
  change: Change,
  options: RehearsalOptions = {},
): Promise<RawDocument> {
  const { collection, id } = change;
  const written = await run(req, { collection, id }, (payload, common) =>
    payload.update({ ...changeOf(change), ...common, ...optionsOf(req, options), overrideLock: false }),
  );
  const main = await req.payload.db.findOne<RawDocument>({ collection, where: { id: { equals: id } } });
  return { ...main, ...written, id };
}

/** {@link rehearse} for a new document that is published at once. It has provisional numbers. */
export async function rehearseNew(
  req: Rehearser,
  collection: string,
  data: Data,
  options: RehearsalOptions = {},
): Promise<RawDocument> {
  const written = await run(req, { collection }, (payload, common) =>
    payload.create({
      collection: collection as never,
      data: { ...data, _status: 'published' } as never,
      ...common,
      ...optionsOf(req, options),
    }),
  );
  return { ...written, id: String(PROVISIONAL) };
}

/**
 * Runs all steps of saving a draft except the write.
 * @returns the document with the values of the draft
 * @throws the error that the save would have
 */
export async function rehearseDraft(
  req: Rehearser,
  { collection, id, data }: { collection: string; id: Id | undefined; data: Data },
): Promise<RawDocument> {
  const target = {
    collection: collection as never,
    data: { ...data, _status: 'draft' } as never,
    draft: true,
  };
  const written = await run(req, { collection, id, draft: true }, (payload, common) =>
    id === undefined
      ? payload.create({ ...target, ...common, overrideAccess: false })
      : payload.update({ ...target, ...common, id, overrideAccess: false, overrideLock: false }),
  );
  return { ...written, id: id ?? String(PROVISIONAL) };
}

const optionsOf = ({ user }: Rehearser, { overrideAccess = !user }: RehearsalOptions) => ({ overrideAccess });

type Common = { depth: 0; req: never; user: never };

/** What comes to the write of the document. */
async function run(
  req: Rehearser,
  written: Written,
  save: (payload: PayloadRequest['payload'], common: Common) => Promise<unknown>,
): Promise<Data> {
  const { fallbackLocale, headers, i18n, locale, payloadAPI, query, user } = req;
  // A new request object: Payload would otherwise keep the read-only database on the original.
  const own = { fallbackLocale, headers, i18n, locale, payloadAPI, query: { ...query }, user };
  const { payload, isEnd } = withoutWrites(req.payload, written);
  try {
    await save(payload, { depth: 0, req: own as never, user: user as never });
  } catch (error) {
    if (isEnd(error)) return error.data;
    throw error;
  }
  throw new Error(`The rehearsal of a save in ${written.collection} has not come to the write.`);
}
