import type { CollectionSlug, PayloadRequest } from 'payload';
import type { Kind, List } from '../../endpoints/lists/index.ts';

/** The kind of images: no list, but a collection that elements show. */
export const MEDIA: Kind = 'media';

/** Decides by a request who may do something. */
export type Decide = (args: { req: PayloadRequest }) => boolean | Promise<boolean>;

/** Who may do what with the content. Each includes those that come after it. */
export interface PortalAccess {
  /** Reads everything and writes drafts. */
  isAuthor: Decide;
  /** Publishes, unpublishes, moves into the trash and out of it. */
  isEditor: Decide;
  /** Changes the settings of the portal, and deletes for good. */
  isAdmin: Decide;
}

/** The collection of images. */
export interface PortalMedia {
  /** It keeps addresses of the legacy system beside files; a host's own does not. */
  isOwn: boolean;
  /** The absolute address of an image, or of one of its sizes; null where it has none. */
  url(document: Record<string, unknown>, size?: string): string | null;
}

/** A document that is to be published at a time that somebody has planned. */
export interface PlannedPublication {
  /** The id of the document, as a text. */
  document: string;
  /** ISO 8601. */
  at: string;
}

/** What one Payload config says of its portal. */
export interface Portal {
  lists: readonly List[];
  /** Slugs of collections by the kind of their documents; the others have their kind for one. */
  slugs: Readonly<Record<Kind, string>>;
  media: PortalMedia;
  access: PortalAccess;
  /** The number of the author that a new post of this user is proposed. */
  author(args: { user: PayloadRequest['user'] }): number | null | undefined;
  /** What is planned to be published in a collection, as the transaction of a request sees it. */
  plannedToPublish(req: PayloadRequest, collection: string): Promise<PlannedPublication[]>;
  /** The slug of the plugin's own users, if it has added them. */
  users: string | undefined;
  /** Where the lists stand, as clients see it. */
  prefixes: readonly string[];
  /** Path segments of lists by their keys. */
  paths: Readonly<Record<string, string>>;
  /** Names of captures by the keys of lists. */
  captures: Readonly<Record<string, string>>;
  /** The locale of the lists, if the host has named one. */
  locale: string | undefined;
  /** The time zone of editors (IANA). */
  timeZone: string;
  /** Whether everything in the admin shows times in it. */
  adminTimes: boolean;
  /** Host names whose pages texts may embed. */
  videoHosts: readonly string[];
  /** Milliseconds between looks for writes of other processes. */
  pollInterval: number;
  enabled: boolean;
}

const KEY = 'portalContent';

/** The `custom` of a config with this portal. */
export function customOf(portal: Portal): Record<string, unknown> {
  return { [KEY]: portal };
}

/** @throws if `portalContent()` is not among the plugins of the config */
export function portalOf({ custom }: { custom?: Record<string, unknown> | undefined }): Portal {
  const portal = custom?.[KEY] as Portal | undefined;
  if (!portal) throw new Error('portalContent() is not among the plugins of this Payload config.');
  return portal;
}

/** The slug of the collection that holds the documents of a kind. */
export function slugOf({ slugs }: Pick<Portal, 'slugs'>, kind: Kind): CollectionSlug {
  return (slugs[kind] ?? kind) as CollectionSlug;
}

/** The kind of the documents of a collection. */
export function kindOf({ slugs }: Pick<Portal, 'slugs'>, slug: string): Kind {
  return Object.keys(slugs).find((kind) => slugs[kind] === slug) ?? slug;
}
