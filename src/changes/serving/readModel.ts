import type { BasePayload } from 'payload';
import { type Portal, portalOf } from '../../../collections/portal/portal.ts';
import { createReadModel, type DocumentSource, type ReadModel } from '../../../endpoints/read-model/index.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { payloadDocuments } from '../hooks.ts';

const READ_MODEL = Symbol.for('payload-portal-content.readModel');

/** A read model and the options it was created for. */
interface Attached {
  portal: Portal;
  readModel: ReadModel;
  /** Resolves to a function that ends its subscription. */
  connected: Promise<() => void>;
}

type Carrier = BasePayload & { [READ_MODEL]?: Attached };

/**
 * The portal's documents in a running Payload, for a read model in another process.
 * @throws if `portalContent()` is not among the plugins
 */
export function documentSource(payload: BasePayload): DocumentSource {
  return payloadDocuments(payload);
}

/**
 * The read model of a running Payload in this process. The first call loads it; later calls get the same one, which is kept up
 * to date.
 * @throws if `portalContent()` is not among the plugins, or the first load fails (the next call tries again)
 */
export async function portalReadModel(payload: BasePayload): Promise<ReadModel> {
  const carrier = payload as Carrier;
  const portal = portalOf(payload.config);
  const before = carrier[READ_MODEL];
  if (before?.portal !== portal) {
    carrier[READ_MODEL] = attach(payload, portal);
    // A development server has reloaded the config.
    void before?.connected.then((end) => end()).catch(() => {});
  }
  const { connected, readModel } = carrier[READ_MODEL] as Attached;
  try {
    await keptAlive(connected);
    return readModel;
  } catch (error) {
    if (carrier[READ_MODEL]?.readModel === readModel) delete carrier[READ_MODEL];
    throw error;
  }
}

/** Waits, and keeps the process alive meanwhile: the watch of the database does not, and Node would end a program that waits. */
async function keptAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function attach(payload: BasePayload, portal: Portal): Attached {
  const readModel = createReadModel({
    lists: portal.lists,
    onError: (message, error) => payload.logger.error(`${message} ${describeError(error)}`),
  });
  return { portal, readModel, connected: readModel.connect(payloadDocuments(payload)) };
}
