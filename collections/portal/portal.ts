import { getTranslation } from '@payloadcms/translations';
import type { BasePayload, CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { PORTAL } from '../../endpoints/lists/definition/references.ts';
import type { Kind, Label, List } from '../../endpoints/lists/index.ts';
import { type Bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import type { FileStore } from '../../src/system/files/index.ts';
import type { OpenIdOptions } from '../../src/system/settings/env.ts';
import type { UserRole } from '../../src/system/settings/values.ts';

export { MEDIA } from '../../endpoints/lists/definition/references.ts';
export type { OpenIdOptions, UserRole };

/** Decides whether the user of a request may do something. */
export type Decide = (args: { req: PayloadRequest }) => boolean | Promise<boolean>;

/** The rights to the content. Admins count as editors, and editors as authors. */
export interface PortalAccess {
  /** May read the content and write drafts. */
  isAuthor: Decide;
  /** May also publish, unpublish, move documents into the trash and restore them. */
  isEditor: Decide;
  /** May also change the portal settings and delete permanently. */
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

interface PlannedPublication {
  /** The id of the document, as a string. */
  document: string;
  /** ISO 8601. */
  at: string;
}

/** The resolved options of the plugin in one Payload config. */
export interface Portal {
  /** Its name, or that of its host. */
  name: Label;
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
  /** The roles of those users that need a second factor. */
  needsSecondFactor: readonly UserRole[];
  /** By which provider the plugin's own users sign in; undefined where there is none. */
  openId: OpenIdOptions | undefined;
  /** The public path prefixes of the lists. */
  prefixes: readonly string[];
  /** Further prefixes, and those to which their clients are sent on. */
  redirects: Readonly<Record<string, string>>;
  /** The `Cache-Control` header of the lists; undefined for none. */
  cacheControl: string | undefined;
  /** The origins of sites whose pages may read the lists; empty for none. */
  corsOrigins: readonly string[];
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

/** The subject of an e-mail, which begins with the name of the portal. @param language of its reader. @default Greek */
export function mailSubject({ config }: BasePayload, language: string | null | undefined, text: Bilingual) {
  const name = getTranslation(portalOf(config).name, { language: language ?? 'el' } as never);
  return `${name} – ${translate(text, language ?? 'el')}`;
}

/** The slug of the collection with documents of a kind. */
export function slugOf({ slugs }: Pick<Portal, 'slugs'>, kind: Kind): CollectionSlug {
  return (slugs[kind] ?? kind) as CollectionSlug;
}

/** {@link slugOf} in a Payload. */
export const slugOfKind = ({ config }: { config: Parameters<typeof portalOf>[0] }, kind: Kind) =>
  slugOf(portalOf(config), kind);

export function kindOf({ slugs }: Pick<Portal, 'slugs'>, slug: string): Kind {
  return Object.keys(slugs).find((kind) => slugs[kind] === slug) ?? slug;
}

/** A document from the database adapter, with hidden values, and relationships as ids. */
export type RawDocument = Record<string, unknown> & { id: number | string };

/** The name of a list's group in the settings: `news-posts` is `news_posts`. */
export function settingsGroup(list: string): string {
  return list.replaceAll('-', '_');
}

/** The pattern of the public addresses of a list's elements; undefined for none. */
export function addressPatternOf(settings: Record<string, unknown>, list: string): string | undefined {
  const { address } = (settings[settingsGroup(list)] ?? {}) as { address?: string | null };
  return address?.trim() || undefined;
}

type Config = Pick<SanitizedCollectionConfig, 'trash' | 'versions'>;

/** The query conditions for published documents of a collection. All documents are, if there are no drafts and no trash. */
export function publishedWhere({ trash, versions }: Config): Where[] {
  const where: Where[] = [];
  if (versions?.drafts) where.push({ _status: { equals: 'published' } });
  if (trash) where.push({ deletedAt: { exists: false } });
  return where;
}

/** True if a document meets the conditions of {@link publishedWhere}. */
export function isPublished({ trash, versions }: Config, document: Record<string, unknown>): boolean {
  return (!versions?.drafts || document._status === 'published') && !(trash && document.deletedAt);
}

export async function standsPublished(
  req: PayloadRequest,
  slug: string,
  id: number | string,
): Promise<boolean> {
  const { config } = req.payload.collections[slug] ?? {};
  if (!config) return false;
  const where = { and: [{ id: { equals: id } }, ...publishedWhere(config)] };
  return (await req.payload.db.count({ collection: slug, req, where })).totalDocs > 0;
}

/** The name of the user who saves. A name, because it must remain when the user is deleted. */
export function editorOf({ payload, user }: PayloadRequest): string | null {
  return user
    ? nameOfAccount({ payload }, user.collection, user as unknown as Record<string, unknown>)
    : null;
}

/** As others see it. */
export function nameOfAccount(
  { payload }: Pick<PayloadRequest, 'payload'>,
  collection: string,
  account: Record<string, unknown>,
): string {
  const { useAsTitle = 'id' } = payload.collections[collection]?.config.admin ?? {};
  return String(account.name || account[useAsTitle] || account.id);
}

/** The name of the user with a key (`editorKeyOf`); the key itself if there is no such account any more. */
export async function editorByKey(req: PayloadRequest, key: string): Promise<string> {
  if (key === editorKeyOf(req)) return editorOf(req) ?? key;
  const [collection = '', id] = key.split(' ');
  if (!req.payload.collections[collection]) return key;
  const where = { id: { equals: id } };
  const account = await req.payload.db.findOne<Record<string, unknown> & { id: string }>({
    collection,
    req,
    where,
  });
  return account ? nameOfAccount(req, collection, account) : key;
}

/** A unique key of the user who saves; null without a user. */
export function editorKeyOf({ user }: Pick<PayloadRequest, 'user'>): string | null {
  return user ? `${user.collection} ${user.id}` : null;
}
