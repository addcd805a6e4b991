import type { CollectionSlug, PayloadRequest } from 'payload';
import { PORTAL } from '../../endpoints/lists/definition/references.ts';
import type { Kind, List } from '../../endpoints/lists/index.ts';
import type { FileStore } from '../../src/system/files/index.ts';

export { MEDIA } from '../../endpoints/lists/definition/references.ts';

/** Decides whether the user of a request may do something. */
export type Decide = (args: { req: PayloadRequest }) => boolean | Promise<boolean>;

/** The rights to the content. Admins count as editors, and editors as authors. */
export interface PortalAccess {
  /** Reads everything and writes drafts. */
  isAuthor: Decide;
  /** Publishes, unpublishes, moves documents into the trash and restores them. */
  isEditor: Decide;
  /** Changes the portal settings and deletes permanently. */
  isAdmin: Decide;
}

export interface PortalMedia {
  /** Where its files are; undefined for the folder of the collection. */
  files?: FileStore | undefined;
  /** True if it is the plugin's collection, which has legacy addresses. A host's collection has none. */
  isOwn: boolean;
  /** The absolute address of an image or of one of its sizes; null if there is none. */
  url(document: Record<string, unknown>, size?: string): string | null;
}

export interface PlannedPublication {
  /** The id of the document, as a string. */
  document: string;
  /** ISO 8601. */
  at: string;
}

/** The resolved options of the plugin in one Payload config. */
export interface Portal {
  lists: readonly List[];
  /** Collection slugs by kind. A kind that is not listed is its own slug. */
  slugs: Readonly<Record<Kind, string>>;
  media: PortalMedia;
  /** The absolute address of this server, without a slash at its end. Addresses of uploaded images begin with it. */
  serverUrl: string;
  access: PortalAccess;
  /** The proposed author number of new posts of a user. */
  author(args: { user: PayloadRequest['user'] }): number | null | undefined;
  /** The planned publications of a collection, read in the request's transaction. */
  plannedToPublish(req: PayloadRequest, collection: string): Promise<PlannedPublication[]>;
  /** The address of the client of a request; undefined if it is not known. */
  clientAddress(request: { headers: Headers }): string | undefined;
  /** The slug of the plugin's own users; undefined if the host has its own. */
  users: string | undefined;
  /** The public path prefixes of the lists. */
  prefixes: readonly string[];
  /** The `Cache-Control` header of the lists; undefined for none. */
  cacheControl: string | undefined;
  /** Whether the elements of lists can be asked for by their ids; undefined if the portal settings say so. */
  records: boolean | undefined;
  /** Path segments of lists by their keys. */
  paths: Readonly<Record<string, string>>;
  /** Names of captures by list key. */
  captures: Readonly<Record<string, string>>;
  /** The lists that the legacy system has: imports read them. */
  captured: readonly List[];
  /** The locale of the lists; undefined if the host has not set one. */
  locale: string | undefined;
  /** The time zone of editors (IANA). */
  timeZone: string;
  /** Whether all times in the admin are in this time zone. */
  adminTimes: boolean;
  /** Whether documents are checked for what readers stumble over. */
  hasChecks: boolean;
  /** Host names of pages that texts may embed. */
  videoHosts: readonly string[];
  /** Milliseconds between checks for writes of other processes. */
  pollInterval: number;
  enabled: boolean;
}

/** The `custom` property of a config with this portal. */
export function customOf(portal: Portal): Record<string, unknown> {
  return { [PORTAL]: portal };
}

/** @throws if `portalContent()` is not among the plugins of the config */
export function portalOf({ custom }: { custom?: Record<string, unknown> | undefined }): Portal {
  const portal = custom?.[PORTAL] as Portal | undefined;
  if (!portal) throw new Error('portalContent() is not among the plugins of this Payload config.');
  return portal;
}

/** The slug of the collection with documents of a kind. */
export function slugOf({ slugs }: Pick<Portal, 'slugs'>, kind: Kind): CollectionSlug {
  return (slugs[kind] ?? kind) as CollectionSlug;
}

export function kindOf({ slugs }: Pick<Portal, 'slugs'>, slug: string): Kind {
  return Object.keys(slugs).find((kind) => slugs[kind] === slug) ?? slug;
}
