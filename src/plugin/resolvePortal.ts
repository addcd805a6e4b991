import type { Config } from 'payload';
import * as z from 'zod';
import { isClosed, may } from '../../collections/policies/may.ts';
import { type Decide, MEDIA, type Portal, type PortalAccess } from '../../collections/portal/portal.ts';
import { listPath, normalizedPrefix } from '../../endpoints/http/paths.ts';
import { refuseInvalid, serverAddress } from '../../endpoints/lists/definition/options.ts';
import { type List, type ListFields, lists as portalLists } from '../../endpoints/lists/index.ts';
import { hostMedia, ownMedia } from '../changes/mediaDocument.ts';
import { plannedToPublish } from '../editing/planning/plans.ts';
import type { ResolvedOptions } from './optionsSchema.ts';

/** Next's `basePath`, which withPayload() notes, and Payload has in the addresses of files. */
const BASE_PATH = process.env.NEXT_BASE_PATH ?? '';

/**
 * What the options come to in a Payload config.
 * @param users the slug of the plugin's own users, if it adds them
 * @throws if there is no absolute server URL, or options contradict each other
 */
export function resolvePortal(options: ResolvedOptions, config: Config, users: string | undefined): Portal {
  const serverUrl = serverUrlOf(options, config);
  const { admin, collections, enabled, media } = options;
  const entries = options.lists.filter(({ list }) => collections[list.key] !== false);
  const lists = entries.map(({ list }) => list);
  const slugs = slugsOf(lists, options);
  const byKey = (of: (entry: (typeof entries)[number]) => string | false | undefined) =>
    Object.fromEntries(
      entries.flatMap((entry) => {
        const name = of(entry);
        return name ? [[entry.list.key, name]] : [];
      }),
    );
  const portal: Portal = {
    name: admin.branding?.name ?? new URL(serverUrl).host,
    lists,
    slugs,
    media: media.own
      ? ownMedia(`${serverUrl}${BASE_PATH}${config.routes?.api ?? '/api'}/${slugs.media}/file`, media.files)
      : hostMedia(serverUrl, media.url),
    serverUrl,
    access: accessOf(options.access, users),
    author: options.author,
    plannedToPublish,
    clientAddress: options.clientAddress,
    users,
    needsSecondFactor: options.requireSecondFactor,
    openId: options.openId,
    prefixes: options.prefixes.map(normalizedPrefix),
    redirects: Object.fromEntries(
      Object.entries(options.redirects).map(([from, to]) => [normalizedPrefix(from), normalizedPrefix(to)]),
    ),
    cacheControl: options.cacheControl,
    corsOrigins: options.corsOrigins,
    records: options.records,
    paths: byKey(({ path }) => path),
    captures: byKey(({ capture }) => capture),
    captured: entries.filter(({ capture }) => capture !== false).map(({ list }) => list),
    locale: options.locale,
    timeZone: admin.timeZone,
    adminTimes: admin.adminTimes && enabled,
    hasChecks: admin.checks,
    videoHosts: options.videoHosts,
    pollInterval: options.pollInterval,
    enabled,
  };
  if (portal.openId && users === undefined)
    refuse(
      "openId is for the plugin's own users, and this config has others. Leave it out, or say users: true",
    );
  refuseUnknown(options);
  refuseEmbedded(portal);
  refuseDoubles(portal);
  return portal;
}

function serverUrlOf({ serverUrl }: ResolvedOptions, { serverURL }: Pick<Config, 'serverURL'>): string {
  const name = serverURL
    ? 'serverURL of the Payload config'
    : 'serverUrl (or serverURL of the Payload config)';
  if (serverUrl === undefined)
    refuseInvalid('portalContent', z.object({ [name]: serverAddress }), { [name]: serverURL || undefined });
  return String(serverUrl ?? serverURL).replace(/(?<!\/)\/+$/, '');
}

/** The collection slugs by kind. */
function slugsOf(
  lists: readonly List[],
  { collections, media: { own, slug } }: ResolvedOptions,
): Record<string, string> {
  const ofLists = lists.map(({ key }) => [key, (collections[key] || undefined)?.slug ?? key] as const);
  const image = slug ?? (typeof own === 'object' ? own.slug : undefined);
  return { ...Object.fromEntries(ofLists), [MEDIA]: image ?? MEDIA };
}

const usesAdmin: Decide = ({ req }) => may.openAdmin(req);

function accessOf(given: ResolvedOptions['access'], users: string | undefined): PortalAccess {
  const byRole = (role: string): Decide => {
    return ({ req: { user } }) =>
      user?.collection === users && ((user as { roles?: string[] | null }).roles ?? []).includes(role);
  };
  const {
    isAuthor = users === undefined ? usesAdmin : byRole('author'),
    isEditor = users === undefined ? usesAdmin : byRole('editor'),
    isAdmin = users === undefined ? () => false : byRole('admin'),
  } = given;
  // At once where the rights are: Payload does not wait everywhere, as for what the form of a view offers.
  const any =
    (first: Decide, ...others: Decide[]): Decide =>
    (args) => {
      const { user } = args.req;
      if (!user || (user.collection === users && isClosed(user))) return false;
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

function refuseUnknown({ collections, lists }: ResolvedOptions): void {
  const keys = [...portalLists, ...lists.map(({ list }) => list)].map(({ key }): string => key);
  const unknown = Object.keys(collections).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    refuse(
      `collections names "${unknown}", and there is no such list. There are: ${[...new Set(keys)].join(', ')}`,
    );
}

/** Refuses two lists, or a list and the images, with the same key, slug, capture or path. */
function refuseDoubles({ captures, lists, paths, prefixes, redirects, slugs }: Portal): void {
  const again = prefixes.find((each, place) => prefixes.indexOf(each) !== place);
  if (again !== undefined) refuse(`prefixes names "${again}" twice`);
  const lost = Object.entries(redirects).find(
    ([from, to]) => prefixes.includes(from) || !prefixes.includes(to),
  );
  if (lost)
    refuse(
      `redirects leads from "${lost[0]}" to "${lost[1]}". The second has to be in prefixes, and the first not`,
    );
  const twice = lists.find(({ key }, place) => lists.findIndex((list) => list.key === key) !== place);
  if (twice) refuse(`two lists have the key "${twice.key}"`);
  const each = (of: (key: string) => string) => lists.map(({ key }) => [key, of(key)] as const);
  refuseSame('slug', Object.entries(slugs), 'Give one of them another one in collections');
  const captured = each((key) => captures[key] ?? key);
  refuseSame('capture', captured, 'Give one of them another one with lists: [{ list, capture }]');
  const pathsOf = (of: string) => each((key) => listPath({ key }, { prefix: of, paths }));
  refuseSame('path', prefixes.flatMap(pathsOf), 'Give one of them another one with lists: [{ list, path }]');
}

function refuseSame(what: string, all: (readonly [string, string])[], advice: string): void {
  const owners = new Map<string, string>();
  for (const [key, own] of all) {
    const other = owners.get(own);
    if (other !== undefined) refuse(`"${other}" and "${key}" have the same ${what}, "${own}". ${advice}`);
    owners.set(own, key);
  }
}

/** Refuses a list that embeds one that is left out, or one that the legacy system has and that embeds one that it does not have. */
function refuseEmbedded({ captured, lists }: Portal): void {
  const isOf = (some: readonly List[], key: string) => some.some((list) => list.key === key);
  const keys = portalLists.map(({ key }): string => key);
  for (const { key, fields } of lists) {
    const embedded = embeddedIn(fields);
    const left = embedded.find((other) => keys.includes(other) && !isOf(lists, other));
    if (left !== undefined)
      refuse(`the list "${key}" embeds "${left}", which is left out. Leave out both, or neither`);
    const other = embedded.find((each) => isOf(lists, each) && !isOf(captured, each));
    if (other !== undefined && isOf(captured, key))
      refuse(
        `"${key}" embeds elements of "${other}", which the legacy system does not have (capture: false). It has both or neither`,
      );
  }
}

/** The keys of the lists whose elements are somewhere in these fields. */
export function embeddedIn(fields: ListFields = {}): string[] {
  return Object.values(fields).flatMap((field) =>
    'list' in field ? [field.list.key, ...embeddedIn(field.list.fields)] : [],
  );
}

function refuse(what: string): never {
  throw new Error(`portalContent: ${what}.`);
}
