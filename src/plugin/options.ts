import type { CollectionConfig, Field, PayloadRequest } from 'payload';
import type { Decide } from '../../collections/portal/portal.ts';
import type { ContractKey, Element, List } from '../../endpoints/lists/index.ts';
import type { Branding } from '../admin/Branding.tsx';

export type { Branding };

/** The lists of the contract, by their keys; a list of your own has a key of its own. */
export type ListKey = ContractKey | (string & {});

/**
 * What a collection of the plugin is changed by. Everything that a Payload collection can have is added to what it has: hooks
 * run beside its own, and rights, labels and `admin` take the place of those of the same name.
 */
export type CollectionOverride = Partial<Omit<CollectionConfig, 'fields'>> & {
  /**
   * Gives the fields that editors see. The identity of a document (`api_id` and what an import notes) comes after them.
   * @example fields: ({ defaultFields }) => [...defaultFields, { name: 'internal_note', type: 'textarea' }]
   */
  fields?: (args: { defaultFields: Field[] }) => Field[];
};

/** Images in the plugin's own collection, which may keep addresses of the legacy system in place of files. */
export interface OwnMediaOption {
  /** @example own: { slug: 'portal-images' } */
  own: true | CollectionOverride;
  /**
   * Folder for uploaded images.
   * @default Payload's own: the slug of the collection, in the folder the server is started from
   */
  dir?: string;
}

/** Images in a collection of the host's. */
export interface HostMediaOption {
  /** Of a collection with `upload`. */
  slug: string;
  /**
   * The address that the lists give for an image: absolute, or a path on `serverUrl`. Null where it has none.
   * @param document as Payload's Local API gives it at depth 0
   * @param size the image size that a list asks for, if any
   * @default the `url` that Payload or a storage adapter gives, of the size where the image has one
   * @example url: (document) => `https://cdn.example/${document.filename}`
   */
  url?: (document: Record<string, unknown>, size?: string) => string | null;
}

/**
 * Options of {@link portalContent}, which knows the keys of the lists that it is given: a misspelt one does not compile.
 * @typeParam Key of the lists of your own
 */
export interface PortalContentOptions<Key extends string = ListKey> {
  /**
   * False: the collections stay, so that the database keeps its schema, and nothing is served or watched.
   * @default true
   */
  enabled?: boolean;
  /**
   * The lists to serve. A list of your own is one `defineList(…)`; its collection is made from it, or is the one of your
   * config that has its key, or the slug that `collections` names, for a slug.
   * @default the five lists of the portal
   * @example lists: [...lists, organizations]
   */
  lists?: readonly List<Element, Key>[];
  /**
   * Changes the collection of a list, or leaves list and collection out.
   * @throws at start, if a list that stays embeds one that is left out
   * @example collections: { 'service-groups': false, 'news-posts': { slug: 'news', labels: { singular: 'News', plural: 'News' } } }
   */
  collections?: Partial<Record<ContractKey | NoInfer<Key>, false | CollectionOverride>>;
  /**
   * Where images live. The plugin brings a collection of its own only when it is asked to.
   * @default { slug: 'media' }: your own collection `media`
   * @example media: { slug: 'images', url: (document) => `https://cdn.example/${document.filename}` }
   * @example media: { own: true }
   */
  media?: OwnMediaOption | HostMediaOption;
  /**
   * Whether to add `users` of the plugin's own, with the roles admin, editor and author.
   * @default true, unless the Payload config has a collection with `auth` already
   */
  users?: boolean | CollectionOverride;
  /**
   * Who may do what with the content. Editors count as authors, and admins as editors.
   * @default `isAuthor` and `isEditor`: whoever may use the admin, which is a user of the collection that `admin.user` names
   *   whom its `access.admin` admits; `isAdmin`: nobody. With the plugin's own users: by their roles.
   * @example access: { isEditor: ({ req }) => req.user?.role === 'press', isAdmin: ({ req }) => req.user?.role === 'it' }
   */
  access?: {
    /** May read the content and write drafts. */
    isAuthor?: Decide;
    /** May also publish, unpublish, move into the trash and out of it. */
    isEditor?: Decide;
    /** May also change the settings of the portal, and delete for good. */
    isAdmin?: Decide;
  };
  /**
   * The number of the author that a new post is proposed.
   * @default the user's `author_id`, if there is one
   * @example author: ({ user }) => user?.employeeNumber
   */
  author?: (args: { user: PayloadRequest['user'] }) => number | null | undefined;
  /**
   * The locale of the lists, where your Payload config has `localization`: localized fields are read in it, and imports
   * write it. What is empty in it falls back as Payload has it.
   * @default 'el', or your default locale where there is no Greek
   * @example 'en'
   */
  locale?: string;
  /**
   * Adds Greek to the languages of the admin, since Payload has none: what `greek()` of `payload-portal-content/i18n/el`
   * does. Labels of the plugin are Greek and English; in every other language they are English.
   * @default true
   */
  i18n?: boolean;
  /**
   * The name of the portal, and its logo, in the admin. What your config has in `admin.components.graphics` stays.
   * @default Payload's logo
   * @example branding: { name: { el: 'Πύλη του Δήμου', en: 'City portal' }, logo: 'https://www.portal.example/logo.svg' }
   */
  branding?: Branding;
  /**
   * Where the lists stand, one place at least, for `portalRoutes()` and `portalHandler()`.
   * @default ['/el/api/v1']
   * @example ['/el/api/v1', '/api/v1']
   */
  prefixes?: readonly string[];
  /**
   * Path segments of lists by their keys.
   * @default {}: the keys
   * @example { 'news-posts': 'posts' }
   */
  paths?: Partial<Record<ContractKey | NoInfer<Key>, string>>;
  /**
   * Names of the files from which imports take lists, by the keys of the lists.
   * @default {}: the keys
   * @example { 'news-posts': 'posts' } for posts.json and posts.ordering=-title.json
   */
  captures?: Partial<Record<ContractKey | NoInfer<Key>, string>>;
  /**
   * The time zone in which editors plan, and in which what the plugin says of its documents shows times (IANA).
   * @default 'Europe/Athens'
   * @example 'Europe/Berlin'
   */
  timeZone?: string;
  /**
   * Has everything in the admin show times in `timeZone`, your own collections too. It changes the date locales that
   * Payload shares. False leaves them to Payload, which writes them in the zone of the server and again in the browser's.
   * @default false
   */
  adminTimes?: boolean;
  /**
   * Absolute address under which visitors reach this server, for addresses of images that are paths.
   * @default `serverURL` of the Payload config
   * @example 'https://content.portal.example'
   */
  serverUrl?: string;
  /**
   * How often to look for writes of other processes, in milliseconds. Not used on a MongoDB replica set, which tells of
   * them by itself. 1 or more.
   * @default 250
   */
  pollInterval?: number;
  /**
   * Host names whose pages texts may embed in an `<iframe>`. What was imported stays, whatever it embeds.
   * @default those of YouTube and Vimeo
   * @example ['www.youtube-nocookie.com']
   */
  videoHosts?: readonly string[];
}
