import * as z from 'zod';
import type { Decide, UserRole } from '../../collections/portal/portal.ts';
import { corsOrigins } from '../../endpoints/http/cors.ts';
import { cacheControl } from '../../endpoints/http/createHandler.ts';
import { PREFIX } from '../../endpoints/http/paths.ts';
import { isObject } from '../../endpoints/lists/definition/json.ts';
import {
  arrayOf,
  at,
  callable,
  flag,
  isHttpAddress,
  isList,
  label,
  optionsOf,
  prefix,
  redirects,
  refuseInvalid,
  segment,
  serverAddress,
  text,
  value,
} from '../../endpoints/lists/definition/options.ts';
import { type List, lists } from '../../endpoints/lists/index.ts';
import { DEFAULT_ZONE } from '../payload/i18n/zonedTime.ts';
import { VIDEO_HOSTS } from '../rich-text/safety/addresses.ts';
import type {
  AdminOptions,
  CollectionOverride,
  OpenIdOptions,
  PlacedList,
  PortalContentOptions,
} from './options.ts';

type MediaOptions = NonNullable<PortalContentOptions['media']>;
type PropertiesOf<T> = T extends unknown ? keyof T : never;

/** A schema for each option: the compiler refuses one that is missing, and one too many. */
type SchemasOf<T> = { [K in PropertiesOf<T>]-?: z.ZodType };

const right = callable<Decide>("({ req }) => req.user?.role === 'press'").optional();

/** Changes to a collection, of which only the fields are ours to judge, or what may stand in their place. */
function changesOr<Plain extends boolean>(wanted: string, ...plain: Plain[]) {
  return value<CollectionOverride | Plain>(
    `${wanted}, or an object with changes to the collection, whose fields are a function: ({ defaultFields }) => [...defaultFields, …]`,
    (given) =>
      plain.includes(given as Plain) ||
      (isObject(given) && ['function', 'undefined'].includes(typeof given.fields)),
  );
}

const placedList = optionsOf({
  list: value<List>('a list that defineList() has made', isList),
  path: segment.optional(),
  capture: value<string | false>(
    "the name of a file without its ending, such as 'posts', or false",
    (given) =>
      given === false || (typeof given === 'string' && /^[\p{L}\d_-][\p{L}\d._-]*$(?<!\.json)/u.test(given)),
  ).optional(),
} satisfies SchemasOf<PlacedList>);

const admin = optionsOf({
  adminTimes: flag.default(false),
  auditLog: flag.default(true),
  branding: optionsOf({
    name: label,
    logo: value<string>(
      "the address of an image: absolute, or a path such as '/logo.svg'",
      (given) =>
        isHttpAddress(given, false) ||
        (typeof given === 'string' && /^(\/(?!\/)|data:image\/)\S*$/.test(given)),
    ).optional(),
  }).optional(),
  checks: flag.default(true),
  dashboard: flag.default(true),
  draftLinks: flag.default(true),
  i18n: flag.default(true),
  order: flag.default(true),
  preview: flag.default(true),
  review: flag.default(true),
  timeZone: value<string>("the IANA name of a time zone, such as 'Europe/Athens'", (given) => {
    try {
      return typeof given === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: given }));
    } catch {
      return false;
    }
  }).default(DEFAULT_ZONE),
} satisfies SchemasOf<AdminOptions>);

const media = optionsOf({
  own: changesOr('true', true).optional(),
  dir: text('the path of a folder', /./).optional(),
  files: value<Extract<MediaOptions, { own: unknown }>['files']>(
    'an object that keeps files',
    isObject,
  ).optional(),
  slug: text('the slug of your collection of images', /./).optional(),
  url: callable<Extract<MediaOptions, { slug: unknown }>['url']>(
    '(document) => String(document.url)',
  ).optional(),
} satisfies SchemasOf<MediaOptions>).refine(
  (given) => (given.own === undefined) !== (given.slug === undefined),
  "an object with either the slug of your collection of images, or own for the plugin's, whose slug is own: { slug }",
);

/** The options, with the values of those that are left out. */
const schema = optionsOf({
  access: optionsOf({ isAuthor: right, isEditor: right, isAdmin: right }, 'right').prefault({}),
  admin: admin.prefault({}),
  author: callable<NonNullable<PortalContentOptions['author']>>('({ user }) => user?.employeeNumber').default(
    () => (args: { user: unknown }) => (args.user as { author_id?: number | null } | null)?.author_id,
  ),
  cacheControl: cacheControl.optional(),
  clientAddress: callable<NonNullable<PortalContentOptions['clientAddress']>>(
    "({ headers }) => headers.get('x-real-ip') ?? undefined",
  ).default(() => () => undefined),
  collections: z
    .record(z.string(), changesOr('false, to leave the list out', false).optional(), {
      error: 'an object by the keys of lists',
    })
    .default({}),
  corsOrigins: corsOrigins.default([]),
  enabled: flag.default(true),
  lists: arrayOf(
    'an array of one list at least. To serve nothing, say enabled: false',
    z.preprocess((given) => (at(given, 'list') ? given : { list: given }), placedList),
    1,
  ).prefault([...lists]),
  locale: text("the code of a locale of your config, such as 'el'", /./).optional(),
  media: media.default({ slug: 'media' }),
  openId: value<OpenIdOptions>(
    "an object with issuer, clientId, clientSecret, and roles such as { 'portal-editors': 'editor' }",
    (given) =>
      ['issuer', 'clientId', 'clientSecret'].every((name) => typeof at(given, name) === 'string') &&
      isObject(at(given, 'roles')),
  ).optional(),
  pollInterval: value<number>(
    'a number of milliseconds, 1 or more',
    (given) => Number.isFinite(given) && Number(given) >= 1,
  ).default(250),
  prefixes: arrayOf(
    "an array of one path at least, such as ['/el/api/v1']. To serve nothing, say enabled: false",
    prefix,
    1,
  ).default([PREFIX]),
  redirects: redirects.default({}),
  records: flag.optional(),
  requireSecondFactor: arrayOf(
    "an array of the roles 'admin', 'editor' and 'author'",
    value<UserRole>("'admin', 'editor' or 'author'", (given) =>
      ['admin', 'editor', 'author'].includes(given as string),
    ),
  ).default([]),
  serverUrl: serverAddress.optional(),
  users: changesOr('true, false', true, false).optional(),
  videoHosts: arrayOf(
    'an array of host names',
    text("a host name, such as 'www.youtube-nocookie.com'", /^[\p{L}\d.-]+(:\d+)?$/u),
  ).default([...VIDEO_HOSTS]),
} satisfies SchemasOf<PortalContentOptions>);

export type ResolvedOptions = z.output<typeof schema>;

/**
 * Completes options, also those that no compiler has checked.
 * @throws Error that names each one that is invalid, with what was given and what is wanted
 */
export function resolvedOptions(given: unknown): ResolvedOptions {
  return refuseInvalid('portalContent', schema, given);
}
