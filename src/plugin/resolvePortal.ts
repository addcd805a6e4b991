import type { Config, PayloadRequest } from 'payload';
import type { Decide, Portal, PortalAccess } from '../../collections/portal/portal.ts';
import { normalizedPrefix, PREFIX } from '../../endpoints/http/paths.ts';
import { lists as portalLists } from '../../endpoints/lists/index.ts';
import { hostMedia, ownMedia } from '../documents/mediaDocument.ts';
import { plannedToPublish } from '../editorial/planning/plannedFor.ts';
import { VIDEO_HOSTS } from '../rich-text/safety/videoHosts.ts';
import { slugsOf } from './listCollections.ts';
import type { PortalContentOptions } from './options.ts';
import { refuseOptions } from './refuseOptions.ts';

/**
 * Applies the defaults of all options. They are defined only here.
 * @param users the slug of the plugin's own users, if it adds them
 * @throws if there is no absolute server URL, the time zone is unknown, or an option is invalid
 */
export function resolvePortal(
  options: PortalContentOptions,
  config: Config,
  users: string | undefined,
): Portal {
  const serverUrl = absolute(options.serverUrl ?? config.serverURL ?? '');
  const { collections = {}, media } = options;
  const lists = (options.lists ?? portalLists).filter(({ key }) => collections[key] !== false);
  const slugs = slugsOf(lists, options);
  refuseOptions(options, lists, slugs);
  return {
    lists,
    slugs,
    media:
      media && 'own' in media
        ? ownMedia(`${serverUrl}${config.routes?.api ?? '/api'}/${slugs.media}/file`)
        : hostMedia(serverUrl, media?.url),
    serverUrl,
    access: accessOf(options.access ?? {}, users),
    author: options.author ?? (({ user }) => (user as { author_id?: number | null } | null)?.author_id),
    plannedToPublish,
    users,
    prefixes: (options.prefixes ?? [PREFIX]).map(normalizedPrefix),
    paths: named(options.paths),
    captures: named(options.captures),
    locale: options.locale,
    timeZone: known(options.timeZone ?? 'Europe/Athens'),
    adminTimes: (options.adminTimes ?? false) && (options.enabled ?? true),
    videoHosts: options.videoHosts ?? VIDEO_HOSTS,
    pollInterval: options.pollInterval ?? 250,
    enabled: options.enabled ?? true,
  };
}

function named(names: Partial<Record<string, string>> = {}): Record<string, string> {
  const given = Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}

function absolute(serverUrl: string): string {
  if (URL.canParse(serverUrl)) return serverUrl.replace(/(?<!\/)\/+$/, '');
  throw new Error(
    `portalContent: serverUrl (or serverURL of the Payload config) must be an absolute URL, not "${serverUrl}". The lists give it with every uploaded image.`,
  );
}

function known(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    throw new Error(
      `portalContent: there is no time zone "${timeZone}". Give timeZone a name of IANA, such as 'Europe/Athens'.`,
    );
  }
}

function accessOf(
  given: NonNullable<PortalContentOptions['access']>,
  users: string | undefined,
): PortalAccess {
  const byRole = (role: string): Decide => {
    return ({ req: { user } }) => user?.collection === users && rolesOf(user).includes(role);
  };
  const {
    isAuthor = users === undefined ? mayUseAdmin : byRole('author'),
    isEditor = users === undefined ? mayUseAdmin : byRole('editor'),
    isAdmin = users === undefined ? () => false : byRole('admin'),
  } = given;
  const any =
    (...decisions: Decide[]): Decide =>
    async (args) => {
      if (!args.req.user) return false;
      for (const decide of decisions) if (await decide(args)) return true;
      return false;
    };
  return {
    isAuthor: any(isAuthor, isEditor, isAdmin),
    isEditor: any(isEditor, isAdmin),
    isAdmin: any(isAdmin),
  };
}

function rolesOf(user: unknown): string[] {
  return (user as { roles?: string[] | null }).roles ?? [];
}

/** Payload's rule: a user of the collection in `admin.user` whom its `access.admin` admits. */
async function mayUseAdmin({ req }: { req: PayloadRequest }): Promise<boolean> {
  const { payload, user } = req;
  const collection = payload.config.admin.user;
  if (user?.collection !== collection) return false;
  const { admin } = payload.collections[collection]?.config.access ?? {};
  return admin ? Boolean(await admin({ req })) : true;
}
