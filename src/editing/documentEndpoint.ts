import {
  addDataAndFileToRequest,
  type CollectionSlug,
  type Endpoint,
  Forbidden,
  NotFound,
  type PayloadRequest,
  type SanitizedCollectionConfig,
} from 'payload';
import type { Policy } from '../../collections/policies/may.ts';
import { portalOf, type RawDocument, slugOf } from '../../collections/portal/portal.ts';
import { refuseOtherAccount } from '../../collections/save/base.ts';
import { IN_TRASH, NO_DOCUMENT } from '../../collections/save/messages.ts';
import { titleOf } from '../payload/i18n/bilingual.ts';
import { Refusal } from '../payload/rest.ts';
import { documentIdIn } from './documentId.ts';

type Data = Record<string, unknown>;

/** What a request about the collection of a list asks for. */
export interface AskedCollection<Body = undefined> {
  /** The slug. */
  collection: CollectionSlug;
  config: SanitizedCollectionConfig;
  body: Body;
}

/** What a request about a document of a list asks for. */
export interface AskedDocument<Body = undefined> extends AskedCollection<Body> {
  id: number | string;
  /** Its newest version, as the request's user may read it. */
  document: RawDocument & { updatedAt: string };
  title: string;
}

interface Asking<Asked, Body> {
  /** Below the API's own path, with `:collection`; or below that of a collection, among whose endpoints it is then. */
  path: string;
  method: Endpoint['method'];
  right: Policy;
  /**
   * Takes what the request says out of its body, or out of its query. The body is not read without it.
   * @throws Refusal for what is not understood
   */
  body?(req: PayloadRequest, sent: Data): Body;
  /** @returns the answer, or its JSON */
  run(req: PayloadRequest, asked: Asked): Promise<object>;
}

interface AskingDocument<Body> extends Asking<AskedDocument<Body>, Body> {
  /** The fields that are read of the document, beside its title. @default all */
  read?: readonly string[];
  /** Whether it may be in the trash. @default false */
  inTrash?: boolean;
}

type OwnEndpoint = Omit<Endpoint, 'root'>;

/**
 * An endpoint for the collection of a list. It is refused to those without the right, for other collections, and for what `body`
 * refuses, in this order.
 */
export function collectionEndpoint<Body = undefined>({
  body,
  method,
  path,
  right,
  run,
}: Asking<AskedCollection<Body>, Body>): OwnEndpoint {
  return {
    path,
    method,
    handler: async (req) => {
      const config = await collectionAsked(req, right);
      if (method !== 'get') refuseOtherAccount(req);
      if (body && method !== 'get') await addDataAndFileToRequest(req);
      const said = body?.(req, (req.data ?? {}) as Data) as Body;
      const answer = await run(req, { collection: config.slug as CollectionSlug, config, body: said });
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
}

/** {@link collectionEndpoint} for a document with the id in the path, which the request's user has to be able to read. */
export function documentEndpoint<Body = undefined>({
  inTrash = false,
  read,
  run,
  ...asking
}: AskingDocument<Body>): OwnEndpoint {
  return collectionEndpoint<Body>({
    ...asking,
    run: async (req, asked) => {
      const { collection, config } = asked;
      const { useAsTitle = 'id' } = config.admin;
      const names = read && [useAsTitle, 'updatedAt', 'deletedAt', ...read];
      const found: unknown = await req.payload
        .findByID({
          collection,
          id: documentIdIn(req, collection),
          depth: 0,
          draft: true,
          overrideAccess: false,
          req,
          ...(names && { select: Object.fromEntries(names.map((name) => [name, true])) as never }),
          trash: true,
        })
        .catch((error: unknown) => {
          throw error instanceof NotFound ? new Refusal(req, NO_DOCUMENT, 404) : error;
        });
      const document = found as AskedDocument['document'];
      if (document.deletedAt && !inTrash) throw new Refusal(req, IN_TRASH, 404);
      const title = titleOf(config.admin, document) ?? String(document.id);
      return run(req, { ...asked, id: document.id, document, title });
    },
  });
}

/**
 * The collection in the path of a request.
 * @param others slugs beside those of the lists
 * @throws Forbidden, NotFound
 */
export async function collectionAsked(
  req: PayloadRequest,
  right: Policy,
  others: readonly (string | undefined)[] = [],
): Promise<SanitizedCollectionConfig> {
  if (!(await right(req))) throw new Forbidden(req.t);
  const slug = String(req.routeParams?.collection);
  const portal = portalOf(req.payload.config);
  const slugs: unknown[] = [...portal.lists.map(({ key }) => slugOf(portal, key)), ...others];
  const { config } = req.payload.collections[slug] ?? {};
  if (!config || !slugs.includes(slug)) throw new NotFound(req.t);
  return config;
}
