import type { CollectionConfig, Field, PayloadRequest } from 'payload';
import type { OpenIdOptions, PortalAccess, PortalMedia, UserRole } from '../../collections/portal/portal.ts';
import type { ContractKey, Element, List } from '../../endpoints/lists/index.ts';
import type { Branding } from '../editing/Branding.tsx';

export type { Branding, OpenIdOptions };

/** The keys of the portal's lists, or the key of your own list. */
type ListKey = ContractKey | (string & {});

/**
 * Changes to a collection of the plugin, in the format of a Payload collection. Hooks are added to the plugin's; access,
 * labels and `admin` are merged, and your values take precedence.
 */
export type CollectionOverride = Partial<Omit<CollectionConfig, 'fields'>> & {
  /**
   * Gives the fields of the form. The identity fields (`api_id` and the fields of imports) are added after them.
   * @example fields: ({ defaultFields }) => [...defaultFields, { name: 'internal_note', type: 'textarea' }]
   */
  fields?: (args: { defaultFields: Field[] }) => Field[];
};

/** A list, and where it is. */
export interface PlacedList<Key extends string = ListKey> {
  list: List<Element, Key>;
  /**
   * Its path segment after the prefix.
   * @default the key
   * @example 'posts'
   */
  path?: string;
  /**
   * The name of the files that imports read: `posts` for posts.json and posts.ordering=-title.json. False for a list that the
   * legacy system does not have: imports and comparisons leave it alone.
   * @default the key
   */
  capture?: string | false;
}

/** What the plugin adds to the admin. */
export interface AdminOptions {
  /**
   * Whether to add Greek to the languages of the admin, as `greek()` of `payload-portal-content/i18n/el` does. The plugin's
   * labels are in Greek and English; other languages get English.
   * @default true
   */
  i18n?: boolean;
  /**
   * The time zone (IANA) for planning, and for times that the plugin shows.
   * @default 'Europe/Athens'
   * @example 'Europe/Berlin'
   */
  timeZone?: string;
  /**
   * Whether all times in the admin use `timeZone`, in your own collections too. It changes Payload's shared date locales. If
   * false, Payload renders times in the server's time zone and then in the browser's.
   * @default false
   */
  adminTimes?: boolean;
  /**
   * The name and the logo of the portal in the admin. Your own `admin.components.graphics` take precedence.
   * @default Payload's logo
   * @example { name: { el: 'Πύλη του Δήμου', en: 'City portal' }, logo: 'https://www.portal.example/logo.svg' }
   */
  branding?: Branding;
  /** Whether the first page shows what waits, what is planned and whether the portal gets it. @default true */
  dashboard?: boolean;
  /** Whether the plugin records who did what, in a log that nobody can change. @default true */
  auditLog?: boolean;
  /** Whether documents are checked before they are published, and in the background by `startChecks()`. @default true */
  checks?: boolean;
  /**
   * Whether drafts can be submitted for approval, and documents be marked to be looked at again. A portal setting asks for a second pair
   * of eyes for each publication.
   * @default true
   */
  review?: boolean;
  /** Whether forms show what the portal would read. @default true */
  preview?: boolean;
  /** Whether a draft can be shown to people without an account, by a link that ends. @default true */
  draftLinks?: boolean;
  /** Whether the documents of a list can be put into order by hand. @default true */
  order?: boolean;
}

/** Images in the plugin's own collection. An image may have its legacy address instead of a file. */
interface OwnMediaOption {
  /** @example own: { slug: 'portal-images' } */
  own: true | CollectionOverride;
  /**
   * The folder for uploaded images.
   * @default Payload's own: the slug of the collection, in the folder the server is started from
   */
  dir?: string;
  /**
   * Files in other storage than that folder. Payload's own address of a file knows the folder only, so an app that uses this
   * has to send the files itself, as the ready-to-run server does.
   * @default the folder
   */
  files?: PortalMedia['files'];
}

/** Images in one of the host's collections. */
interface HostMediaOption {
  /** The slug of a collection with `upload`. */
  slug: string;
  /**
   * Gives the address of an image for the lists: absolute, or a path on `serverUrl`. Null if there is none.
   * @param document the document from Payload's Local API at depth 0
   * @param size the image size that the list uses, if any
   * @default the `url` that Payload or a storage adapter gives, of the size where the image has one
   * @example url: (document) => `https://cdn.example/${document.filename}`
   */
  url?: (document: Record<string, unknown>, size?: string) => string | null;
}

/**
 * Options of {@link portalContent}. The keys of lists are checked by the compiler.
 * @typeParam Key the keys of your own lists
 */
export interface PortalContentOptions<Key extends string = ListKey> {
  /**
   * If false, the collections stay, so that the database schema does not change, but nothing is served or watched.
   * @default true
   */
  enabled?: boolean;
  /**
   * The lists to serve, each alone or with its place. Define your own with `defineList(…)`. Its collection is created from it,
   * unless your config has a collection whose slug is its key or the slug in `collections`.
   * @default the five lists of the portal
   * @example lists: [...lists, organizations]
   * @example lists: [...lists, { list: organizations, path: 'bodies', capture: false }]
   */
  lists?: readonly (List<Element, Key> | PlacedList<Key>)[];
  /**
   * Changes the collection of a list; false leaves out the list and its collection.
   * @throws at start, if another list embeds a list that is left out
   * @example collections: { 'service-groups': false, 'news-posts': { slug: 'news', labels: { singular: 'News', plural: 'News' } } }
   */
  collections?: Partial<Record<ContractKey | NoInfer<Key>, false | CollectionOverride>>;
  /**
   * The collection of images. The plugin adds its own only with `own`.
   * @default { slug: 'media' }: your own collection `media`
   * @example media: { slug: 'images', url: (document) => `https://cdn.example/${document.filename}` }
   * @example media: { own: true }
   */
  media?: OwnMediaOption | HostMediaOption;
  /**
   * Whether to add the plugin's own `users`, with the roles admin, editor and author.
   * @default true, unless the Payload config has a collection with `auth` already
   */
  users?: boolean | CollectionOverride;
  /**
   * The roles of the plugin's own users that need a second factor where they sign in by password. Each account has a week from its
   * first sign-in on to set it up.
   * @default none: a second factor is everybody's own choice
   * @example requireSecondFactor: ['admin', 'editor']
   */
  requireSecondFactor?: readonly UserRole[];
  /**
   * Lets the plugin's own users sign in by the provider of their organisation. Its callback is `/api/users/oidc/callback`.
   * @default they sign in with passwords only
   */
  openId?: OpenIdOptions;
  /**
   * The rights of users to the content. Admins count as editors, and editors as authors.
   * @default `isAuthor` and `isEditor`: users who may use the admin, which are users of the collection in `admin.user` whom its
   *   `access.admin` admits; `isAdmin`: nobody. With the plugin's own users: by their roles.
   * @example access: { isEditor: ({ req }) => req.user?.role === 'press', isAdmin: ({ req }) => req.user?.role === 'it' }
   */
  access?: Partial<PortalAccess>;
  /**
   * The proposed author number of a user's new posts.
   * @default the user's `author_id`, if there is one
   * @example author: ({ user }) => user?.employeeNumber
   */
  author?: (args: { user: PayloadRequest['user'] }) => number | null | undefined;
  /**
   * The locale of the lists, if your Payload config has `localization`. Lists read localized fields in it, and imports write
   * it. Payload's fallback applies to empty values.
   * @default 'el', or your default locale where there is no Greek
   * @example 'en'
   */
  locale?: string;
  /**
   * The address of the client of a request, for the audit log. A header such as `X-Forwarded-For` is what any client says, unless a
   * proxy in front sets it.
   * @default none is recorded
   * @example clientAddress: ({ headers }) => headers.get('x-real-ip') ?? undefined
   */
  clientAddress?: (request: { headers: Headers }) => string | undefined;
  /** The plugin's parts of the admin: their languages, their times, and which of them there are. */
  admin?: AdminOptions;
  /**
   * The path prefixes of the lists, at least one, for `portalRoutes()` and `portalHandler()`.
   * @default ['/el/api/v1']
   * @example ['/el/api/v1', '/api/v1']
   */
  prefixes?: readonly string[];
  /**
   * Further prefixes, whose clients are sent on (302) to one of `prefixes`, as Django does without a language in the path.
   * @default {}
   * @example { '/api/v1': '/el/api/v1' }
   */
  redirects?: Readonly<Record<string, string>>;
  /**
   * The `Cache-Control` header of the lists, for `portalRoutes()` and `portalHandler()`.
   * @default no such header
   * @example 'max-age=0, s-maxage=60'
   */
  cacheControl?: string;
  /**
   * The sites whose pages may read the lists in browsers, for `portalRoutes()` and `portalHandler()`: `*` for all, or origins.
   * @default [] (no header for other sites)
   * @example ['https://www.portal.example']
   */
  corsOrigins?: readonly string[];
  /**
   * Whether each element of a list can also be read alone, by its id: `/el/api/v1/news-posts/7/`. If given, it counts for all
   * lists, and the portal settings do not ask.
   * @default as the portal settings say for each list; an import turns it on there if the legacy system did so
   */
  records?: boolean;
  /**
   * The absolute public address of this server. It completes image addresses that are paths.
   * @default `serverURL` of the Payload config
   * @example 'https://content.portal.example'
   */
  serverUrl?: string;
  /**
   * Milliseconds between checks for writes of other processes, at least 1. Not used on a MongoDB replica set, which reports
   * them itself.
   * @default 250
   */
  pollInterval?: number;
  /**
   * Host names of pages that texts may embed in an `<iframe>`. Imported frames are always kept.
   * @default those of YouTube and Vimeo
   * @example ['www.youtube-nocookie.com']
   */
  videoHosts?: readonly string[];
}
