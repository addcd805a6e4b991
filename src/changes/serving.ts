import type { BasePayload } from 'payload';
import {
  isPublished,
  kindOf,
  type Portal,
  portalOf,
  type RawDocument,
} from '../../collections/portal/portal.ts';
import { ownOptions } from '../../endpoints/http/createHandler.ts';
import { createHandler, type Handler, type HandlerOptions } from '../../endpoints/http/index.ts';
import { optionsOf, refuseInvalid } from '../../endpoints/lists/definition/options.ts';
import {
  createReadModel,
  type DocumentChange,
  type DocumentSource,
  type ReadModel,
  type ReadModelStatus,
  type Rehearsal,
} from '../../endpoints/read-model/index.ts';
import { refuseOldSchema } from '../database/dataVersion.ts';
import { describeError } from '../system/logging/describeError.ts';
import { keptAlive } from '../system/processes.ts';
import { payloadDocuments } from './hooks.ts';
import { documentOf } from './reader.ts';

/** The served lists, for the admin and the server. */

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
    return refuseOldSchema(error);
  }
}

function attach(payload: BasePayload, portal: Portal): Attached {
  const readModel = createReadModel({
    lists: portal.lists,
    onError: (message, error) => payload.logger.error(`${message} ${describeError(error)}`),
  });
  return { portal, readModel, connected: readModel.connect(payloadDocuments(payload)) };
}

// A registered symbol on the Payload instance, because Payload and Next bundle this module twice and share only the instance.
const FRONT = Symbol.for('payload-portal-content.front');

/** Another process that serves the lists: the server's front. */
export interface ServingFront {
  /** How its lists stand; undefined before it has said so. */
  status(): ReadModelStatus | undefined;
  /** See `ReadModel.rehearse`. */
  rehearse(change: DocumentChange): Promise<Rehearsal | undefined>;
}

type CarrierOfFront = BasePayload & { [FRONT]?: ServingFront };

/** The lists of this Payload are served by another process, which is asked about them. */
export function serveByFront(payload: BasePayload, front: ServingFront): void {
  (payload as CarrierOfFront)[FRONT] = front;
}

/** Undefined if this process serves the lists itself. */
function frontOf(payload: BasePayload): ServingFront | undefined {
  return (payload as CarrierOfFront)[FRONT];
}

/** The status before the first load. */
const NONE: ReadModelStatus = {
  state: 'loading',
  since: 0,
  loaded: false,
  lists: {},
  missing: [],
  failed: [],
};

/**
 * The state of the served lists: whether all changes are visible (`state`, `since`), the number of elements per list,
 * documents missing in elements (`missing`), and elements that could not be made (`failed`). Completed saves are included.
 *
 * It is the report of the front, or `loading` until that has reported; without a front, that of the read model in this process,
 * which the first call loads.
 * @returns undefined if the plugin is not enabled
 * @throws if the first load fails
 */
export async function portalReport(payload: BasePayload): Promise<ReadModelStatus | undefined> {
  if (!portalOf(payload.config).enabled) return undefined;
  const front = frontOf(payload);
  return front ? (front.status() ?? NONE) : (await portalReadModel(payload)).status();
}

/**
 * What the lists would be if a document were stored so. Nothing of it is stored or served.
 * @param slug of its collection
 * @param raw the whole document, as the database would have it
 * @returns undefined while the lists are not loaded
 * @throws if the collection is not that of a list
 */
export async function rehearseDocument(
  payload: BasePayload,
  slug: string,
  raw: RawDocument,
): Promise<Rehearsal | undefined> {
  const config = payload.collections[slug]?.config;
  if (!config) throw new Error(`There is no collection "${slug}".`);
  const kind = kindOf(portalOf(payload.config), slug);
  const document = isPublished(config, raw) ? await documentOf(payload, slug, raw) : null;
  const change = { kind, id: String(raw.id), document };
  return (frontOf(payload) ?? (await portalReadModel(payload))).rehearse(change);
}

/**
 * The HTTP handler for the lists of a running Payload, at the paths in the plugin's options. The first call loads the lists.
 * @throws if `portalContent()` is not among the plugins, an option is invalid, or the first load fails
 * @example app.use(portalRouter(await portalHandler(payload)))
 */
export async function portalHandler(
  payload: BasePayload,
  options: Pick<HandlerOptions, 'age' | 'cacheControl' | 'compression' | 'corsOrigins'> = {},
): Promise<Handler> {
  refuseInvalid('portalHandler', optionsOf(ownOptions), options);
  const { cacheControl, corsOrigins, enabled, paths, prefixes, redirects } = portalOf(payload.config);
  if (!enabled) return () => null;
  return createHandler({
    readModel: await portalReadModel(payload),
    prefixes,
    redirects,
    paths,
    cacheControl,
    corsOrigins,
    onError: (error) => payload.logger.error(describeError(error)),
    ...options,
  });
}
