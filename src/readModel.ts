import type { BasePayload } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { createReadModel, type DocumentSource, type ReadModel } from '../endpoints/read-model/index.ts';
import { payloadDocuments } from './documents/hooks.ts';

const LISTS = Symbol.for('payload-portal-content.lists');
const READ_MODEL = Symbol.for('payload-portal-content.readModel');

type Carrier = BasePayload & { [LISTS]?: readonly List[]; [READ_MODEL]?: Promise<ReadModel> };

/** Remembers on the instance which lists it serves. */
export function attachLists(payload: BasePayload, lists: readonly List[]): void {
  (payload as Carrier)[LISTS] = lists;
}

/**
 * The portal's documents in a running Payload, to feed a read model that lives elsewhere.
 * @throws if `portalContent()` is not among the plugins
 */
export function documentSource(payload: BasePayload): DocumentSource {
  return payloadDocuments(payload);
}

/**
 * The lists of a running Payload, in the memory of this process: loaded on the first call, kept up to date from then
 * on, the same for every caller.
 * @throws if `portalContent()` is not among the plugins, or the first load fails (the next call tries again)
 */
export function portalReadModel(payload: BasePayload): Promise<ReadModel> {
  const carrier = payload as Carrier;
  carrier[READ_MODEL] ??= load(carrier).catch((error: unknown) => {
    delete carrier[READ_MODEL];
    throw error;
  });
  return carrier[READ_MODEL];
}

async function load(carrier: Carrier): Promise<ReadModel> {
  const source = documentSource(carrier);
  const readModel = createReadModel({
    lists: carrier[LISTS] ?? [],
    onError: (message, error) => carrier.logger.error({ err: error, msg: message }),
  });
  await readModel.connect(source);
  return readModel;
}
