import type { CollectionConfig, Config, Payload, PayloadRequest } from 'payload';
import { isAdmin } from '../collections/access/index.ts';
import { lockAccess } from '../collections/access/locks.ts';
import { Counters } from '../collections/Counters.ts';
import { FeaturedSections } from '../collections/FeaturedSections.ts';
import type { Bilingual } from '../collections/fields/labels.ts';
import { Imports } from '../collections/Imports.ts';
import { Media } from '../collections/Media.ts';
import { NewsCategories } from '../collections/NewsCategories.ts';
import { NewsPosts } from '../collections/NewsPosts.ts';
import { portalSettings, type SettingsList } from '../collections/PortalSettings.ts';
import { ServiceGroups } from '../collections/ServiceGroups.ts';
import { ServiceUsefulLinks } from '../collections/ServiceUsefulLinks.ts';
import { Users } from '../collections/Users.ts';
import { type List, lists as portalLists } from '../endpoints/lists/index.ts';
import { collectionOf } from './documents/collections.ts';
import { attachDocuments, tracked, trackedGlobal } from './documents/hooks.ts';
import { PayloadDocuments } from './documents/source.ts';
import { retryPublications } from './jobs.ts';
import { attachLists } from './readModel.ts';
import { VIDEO_HOSTS, VIDEO_HOSTS_KEY } from './rich-text/safety/videoHosts.ts';

/** Options of {@link portalContent}. */
export interface PortalContentOptions {
  /**
   * The lists to serve. For a list of your own, add a `defineList(…)` and, under its key as slug, a collection made with
   * `listCollection(…)` to your Payload config.
   * @default the five lists of the portal
   * @example lists: [...lists, organizations]
   */
  lists?: readonly List[];
  /**
   * Absolute address under which visitors reach this server; the lists give it with every uploaded image.
   * @default `serverURL` of the Payload config
   * @example 'https://content.portal.example'
   */
  serverUrl?: string;
  /**
   * Folder for uploaded images.
   * @default Payload's own: `media`, in the folder the server is started from
   */
  mediaDir?: string;
  /**
   * How often to look for writes of other processes, in milliseconds. Not used on a MongoDB replica set, which tells of
   * them by itself.
   * @default 250
   */
  pollInterval?: number;
  /**
   * Whether to add the collection `users`.
   * @default true, unless the Payload config has a collection with `auth` already
   */
  users?: boolean;
  /**
   * Host names whose pages texts may embed in an `<iframe>`. What was imported stays, whatever it embeds.
   * @default those of YouTube and Vimeo
   * @example ['www.youtube-nocookie.com']
   */
  videoHosts?: readonly string[];
}

/** A Payload plugin: takes options, gives what takes a Payload config and returns it with the portal's content. */
export type PortalContentPlugin = (config: Config) => Config;

const CONTENT = [FeaturedSections, ServiceGroups, NewsPosts, NewsCategories, ServiceUsefulLinks];

function label({ labels, slug }: CollectionConfig): Bilingual {
  const plural = labels?.plural;
  if (plural && typeof plural === 'object' && 'el' in plural && 'en' in plural) {
    return { el: String(plural.el), en: String(plural.en) };
  }
  const text = typeof plural === 'string' ? plural : slug;
  return { el: text, en: text };
}

function refuseTaken(taken: readonly { slug: string }[], added: readonly { slug: string }[]): void {
  const clash = added.find(({ slug }) => taken.some((each) => each.slug === slug));
  if (!clash) return;
  throw new Error(
    `portalContent: this Payload config has a "${clash.slug}" already. Give yours another slug.`,
  );
}

function settingsList(list: List, collections: CollectionConfig[]): SettingsList {
  const slug = collectionOf(list.key);
  const collection = collections.find((each) => each.slug === slug);
  if (!collection)
    throw new Error(`portalContent: the list "${list.key}" needs a collection with the slug "${slug}".`);
  const { key, defaultOrdering, orderable, perLink } = list;
  return {
    key,
    label: label(collection),
    keys: [...orderable],
    defaultOrdering,
    perLink: perLink !== undefined,
  };
}

/** Payload would let whoever has signed in run, queue and cancel jobs. */
function jobsOfAdmins(jobs: Config['jobs']): NonNullable<Config['jobs']> {
  const admins = ({ req }: { req: PayloadRequest }) => isAdmin(req.user);
  return { ...jobs, access: { cancel: admins, queue: admins, run: admins, ...jobs?.access } };
}

/** Payload adds the collection after all plugins, so only here. */
function guardLocks({ collections }: Payload): void {
  const locks = collections['payload-locked-documents']?.config;
  if (locks) Object.assign(locks.access, lockAccess);
}

/**
 * Adds the portal's collections, its settings and its read model to a Payload config. Everything the config has stays.
 * @throws if the config has a collection or global of the same slug, or no absolute server URL can be found
 * @example buildConfig({ plugins: [portalContent({ serverUrl: 'https://content.portal.example' })] })
 */
export function portalContent(options: PortalContentOptions = {}): PortalContentPlugin {
  const { lists = portalLists, mediaDir, pollInterval = 250 } = options;
  return (config) => {
    const serverUrl = options.serverUrl ?? config.serverURL ?? '';
    if (!URL.canParse(serverUrl)) {
      throw new Error(
        `portalContent: serverUrl (or serverURL of the Payload config) must be an absolute URL, not "${serverUrl}". The lists give it with every uploaded image.`,
      );
    }
    const own = config.collections ?? [];
    const addUsers = options.users ?? !own.some(({ auth }) => auth);
    const media = mediaDir
      ? { ...Media, upload: { ...(Media.upload as object), staticDir: mediaDir } }
      : Media;
    const added = [...CONTENT, media, ...(addUsers ? [Users] : []), Counters, Imports];
    refuseTaken(own, added);

    const collections = [...own, ...added];
    const settings = portalSettings(lists.map((list) => settingsList(list, collections)));
    refuseTaken(config.globals ?? [], [settings]);
    const feeds = new Set([...lists.map(({ key }) => collectionOf(key)), 'media']);
    const filesUrl = `${serverUrl.replace(/\/+$/, '')}${config.routes?.api ?? '/api'}/media/file`;

    return {
      ...config,
      custom: { ...config.custom, [VIDEO_HOSTS_KEY]: options.videoHosts ?? VIDEO_HOSTS },
      collections: collections.map((each) => (feeds.has(each.slug) ? tracked(each) : each)),
      globals: [...(config.globals ?? []), trackedGlobal(settings)],
      // A host's own users may have no roles.
      ...(addUsers && { jobs: jobsOfAdmins(config.jobs) }),
      onInit: async (payload) => {
        guardLocks(payload);
        attachDocuments(payload, new PayloadDocuments(payload, { lists, filesUrl, pollInterval }));
        attachLists(payload, lists);
        retryPublications(payload.config);
        await config.onInit?.(payload);
      },
    };
  };
}
