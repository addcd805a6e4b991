import type { Config } from 'payload';
import { may } from '../../collections/policies/may.ts';
import type { Decide, Portal, PortalAccess } from '../../collections/portal/portal.ts';
import { normalizedPrefix, PREFIX } from '../../endpoints/http/paths.ts';
import { lists as portalLists } from '../../endpoints/lists/index.ts';
import { hostMedia, ownMedia } from '../changes/mediaDocument.ts';
import { plannedToPublish } from '../editing/planning/plans.ts';
import { DEFAULT_ZONE } from '../payload/i18n/zonedTime.ts';
import { VIDEO_HOSTS } from '../rich-text/safety/videoAddress.ts';
import { slugsOf } from './listCollections.ts';
import type { PlacedList, PortalContentOptions } from './options.ts';
import { refuseDoubles, refuseEmbeddedNew, serverUrlOf } from './refuseOptions.ts';

/** Next's `basePath`, which withPayload() notes, and Payload has in the addresses of files. */
const BASE_PATH = process.env.NEXT_BASE_PATH ?? '';

/**
 * Applies the defaults of all options. They are defined only here.
 * @param users the slug of the plugin's own users, if it adds them
 * @throws if there is no absolute server URL, or options contradict each other
 */
export function resolvePortal(
  options: PortalContentOptions,
  config: Config,
  users: string | undefined,
): Portal {
  const serverUrl = serverUrlOf(options, config);
  const { admin = {}, collections = {}, enabled = true, media } = options;
  const entries = (options.lists ?? portalLists)
    .map((given): PlacedList => ('list' in given ? given : { list: given }))
    .filter(({ list }) => collections[list.key] !== false);
  const lists = entries.map(({ list }) => list);
  const slugs = slugsOf(lists, options);
  const named = (of: (entry: PlacedList) => string | false | undefined) =>
    Object.fromEntries(
      entries.flatMap((entry) => {
        const name = of(entry);
        return name ? [[entry.list.key, name]] : [];
      }),
    );
  const portal: Portal = {
    lists,
    slugs,
    media:
      media && 'own' in media
        ? ownMedia(`${serverUrl}${BASE_PATH}${config.routes?.api ?? '/api'}/${slugs.media}/file`, media.files)
        : hostMedia(serverUrl, media?.url),
    serverUrl,
    access: accessOf(options.access ?? {}, users),
    author: options.author ?? (({ user }) => (user as { author_id?: number | null } | null)?.author_id),
    plannedToPublish,
    clientAddress: options.clientAddress ?? (() => undefined),
    users,
    prefixes: (options.prefixes ?? [PREFIX]).map(normalizedPrefix),
    cacheControl: options.cacheControl,
    records: options.records,
    paths: named(({ path }) => path),
    captures: named(({ capture }) => capture),
    captured: entries.filter(({ capture }) => capture !== false).map(({ list }) => list),
    locale: options.locale,
    timeZone: admin.timeZone ?? DEFAULT_ZONE,
    adminTimes: (admin.adminTimes ?? false) && enabled,
    hasChecks: admin.checks ?? true,
    videoHosts: options.videoHosts ?? VIDEO_HOSTS,
    pollInterval: options.pollInterval ?? 250,
    enabled,
  };
  refuseDoubles(portal);
  refuseEmbeddedNew(portal);
  return portal;
}

const usesAdmin: Decide = ({ req }) => may.openAdmin(req);

function accessOf(
  given: NonNullable<PortalContentOptions['access']>,
  users: string | undefined,
): PortalAccess {
  const byRole = (role: string): Decide => {
    return ({ req: { user } }) => user?.collection === users && rolesOf(user).includes(role);
  };
  const {
    isAuthor = users === undefined ? usesAdmin : byRole('author'),
    isEditor = users === undefined ? usesAdmin : byRole('editor'),
    isAdmin = users === undefined ? () => false : byRole('admin'),
  } = given;
  const any =
    (first: Decide, ...others: Decide[]): Decide =>
    (args) => {
      if (!args.req.user) return false;
      const [next, ...rest] = others;
      const ask = () => (next ? any(next, ...rest)(args) : false);
      const answer = first(args);
      return answer instanceof Promise ? answer.then((is) => is || ask()) : answer || ask();
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
