import type { CollectionConfig, Config } from 'payload';
import * as z from 'zod';
import type { Portal } from '../../collections/portal/portal.ts';
import { cacheControl } from '../../endpoints/http/createHandler.ts';
import { listPath, normalizedPrefix } from '../../endpoints/http/paths.ts';
import {
  arrayOf,
  at,
  callable,
  flag,
  isHttpAddress,
  isList,
  isObject,
  label,
  optionsOf,
  prefix,
  refuseInvalid,
  segment,
  serverAddress,
  text,
  value,
} from '../../endpoints/lists/definition/options.ts';
import { type List, type ListFields, lists as portalLists } from '../../endpoints/lists/index.ts';
import type { AdminOptions, CollectionOverride, PlacedList, PortalContentOptions } from './options.ts';

type Options = PortalContentOptions<string>;

/** A schema for each option: the compiler refuses one that is missing, or one too many. */
type SchemasOf<T> = { [K in keyof Required<T>]: z.ZodType };

const slug = text("a slug of letters, digits, '-' and '_'", /^[\w-]+$/).optional();
const timeZone = value("the IANA name of a time zone, such as 'Europe/Athens'", (given) => {
  try {
    return typeof given === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: given }));
  } catch {
    return false;
  }
});
const logo = value(
  "the address of an image: absolute, or a path such as '/logo.svg'",
  (given) =>
    isHttpAddress(given, false) || (typeof given === 'string' && /^(\/(?!\/)|data:image\/)\S*$/.test(given)),
);
const captureName = text(
  "the name of a file without its ending, such as 'posts', or false",
  /^[\p{L}\d_-][\p{L}\d._-]*$(?<!\.json)/u,
);

const admin = {
  adminTimes: flag.optional(),
  auditLog: flag.optional(),
  branding: optionsOf({ name: label, logo: logo.optional() }).optional(),
  checks: flag.optional(),
  dashboard: flag.optional(),
  i18n: flag.optional(),
  preview: flag.optional(),
  review: flag.optional(),
  draftLinks: flag.optional(),
  order: flag.optional(),
  timeZone: timeZone.optional(),
} satisfies SchemasOf<AdminOptions>;

const right = callable("({ req }) => req.user?.role === 'press'").optional();

const any = z.unknown().optional();
const object = value('an object', isObject).optional();
/** What a Payload collection may have. */
const ofCollections = {
  _sanitized: any,
  access: object,
  admin: object,
  auth: any,
  custom: any,
  dbName: any,
  defaultPopulate: any,
  defaultSort: any,
  disableBulkDelete: any,
  disableBulkEdit: any,
  disableDuplicate: any,
  enableQueryPresets: any,
  endpoints: any,
  fields: callable('({ defaultFields }) => [...defaultFields, …]').optional(),
  folders: any,
  forceSelect: any,
  graphQL: any,
  hooks: object,
  indexes: any,
  labels: object,
  lockDocuments: any,
  orderable: any,
  slug,
  timestamps: any,
  trash: any,
  typescript: any,
  upload: any,
  versions: any,
} satisfies SchemasOf<CollectionConfig & CollectionOverride>;

/** Changes to a collection, or the one value that may stand in their place. */
const changes = (given: unknown, other: boolean, wanted: string) =>
  isObject(given)
    ? optionsOf(ofCollections)
    : value(`${wanted}, or an object with changes to the collection`, (each) => each === other);

function entry(given: unknown): z.ZodType {
  if (isList(given)) return any;
  if (!isObject(given) || !('list' in given))
    return value(
      'a list that defineList() has made, or one with its place: { list, path, capture }',
      () => false,
    );
  return optionsOf({
    list: value('a list that defineList() has made', isList),
    path: segment.optional(),
    capture: at(given, 'capture') === false ? any : captureName.optional(),
  } satisfies SchemasOf<PlacedList>);
}

const listsOf = (given: unknown): List[] =>
  (Array.isArray(given) ? given : portalLists).map((each) =>
    isList(each) ? each : (at(each, 'list') as List),
  );

function byList(given: unknown, of: (each: unknown) => z.ZodType): z.ZodType {
  const keys = new Set([...portalLists, ...listsOf(at(given, 'lists')).filter(isList)].map(({ key }) => key));
  return optionsOf(Object.fromEntries([...keys].map((key) => [key, of(key)])), 'list');
}

/** The schema of all options, with the lists that they name. */
function schemaOf(given: unknown): z.ZodType {
  const [lists, media, users] = ['lists', 'media', 'users'].map((name) => at(given, name));
  const collections = (key: unknown) => {
    const own = at(at(given, 'collections'), String(key));
    return own === undefined ? any : changes(own, false, 'false, to leave the list out');
  };
  const hasOwn = isObject(media) && 'own' in media;
  const ofMedia = {
    own: hasOwn ? changes(at(media, 'own'), true, 'true') : any,
    dir: text('the path of a folder', /./).optional(),
    files: value('an object that keeps files', isObject).optional(),
    slug: hasOwn
      ? value("left out: the slug of the plugin's own collection is own: { slug }", () => false).optional()
      : text('the slug of your collection of images', /^[\w-]+$/),
    url: callable('(document) => String(document.url)').optional(),
  };
  return optionsOf({
    access: optionsOf({ isAuthor: right, isEditor: right, isAdmin: right }, 'right').optional(),
    admin: optionsOf(admin).optional(),
    author: callable('({ user }) => user?.employeeNumber').optional(),
    cacheControl: cacheControl.optional(),
    clientAddress: callable("({ headers }) => headers.get('x-real-ip') ?? undefined").optional(),
    collections: byList(given, collections).optional(),
    enabled: flag.optional(),
    lists:
      Array.isArray(lists) && lists.length > 0
        ? z.tuple(lists.map(entry) as [z.ZodType])
        : value(
            'an array of one list at least. To serve nothing, say enabled: false',
            () => false,
          ).optional(),
    locale: text("the code of a locale of your config, such as 'el'", /./).optional(),
    media: optionsOf(ofMedia).optional(),
    pollInterval: value(
      'a number of milliseconds, 1 or more',
      (each) => Number.isFinite(each) && Number(each) >= 1,
    ).optional(),
    prefixes: arrayOf(
      "an array of one path at least, such as ['/el/api/v1']. To serve nothing, say enabled: false",
      prefix,
      1,
    ).optional(),
    records: flag.optional(),
    serverUrl: any,
    users: users === undefined || users === false ? any : changes(users, true, 'true, false'),
    videoHosts: arrayOf(
      'an array of host names',
      text("a host name, such as 'www.youtube-nocookie.com'", /^[\p{L}\d.-]+(:\d+)?$/u),
    ).optional(),
  } satisfies SchemasOf<Options>);
}

/**
 * Checks options by themselves, for configs that no compiler checks.
 * @throws Error that names each one that is invalid, with what was given and what is wanted
 */
export function refuseOptions(given: unknown): void {
  refuseInvalid('portalContent', schemaOf(given), given);
}

/**
 * The address of the server, from the options or the Payload config.
 * @throws Error if it is none
 */
export function serverUrlOf({ serverUrl }: Options, { serverURL }: Pick<Config, 'serverURL'>): string {
  const [place, given] =
    serverUrl !== undefined
      ? ['serverUrl', serverUrl]
      : serverURL
        ? ['serverURL of the Payload config', serverURL]
        : ['serverUrl (or serverURL of the Payload config)', undefined];
  refuseInvalid('portalContent', z.object({ [place as string]: serverAddress }), {
    [place as string]: given,
  });
  return String(given).replace(/(?<!\/)\/+$/, '');
}

/**
 * Checks what the options come to.
 * @throws Error if two lists, or a list and the images, have the same key, slug, capture or path
 */
export function refuseDoubles({ captures, lists, paths, prefixes, slugs }: Portal): void {
  const plain = prefixes.map(normalizedPrefix);
  const again = plain.find((each, place) => plain.indexOf(each) !== place);
  if (again !== undefined) refuse(`prefixes names "${again}" twice`);
  const twice = lists.find(({ key }, place) => lists.findIndex((list) => list.key === key) !== place);
  if (twice) refuse(`two lists have the key "${twice.key}"`);
  const each = (of: (key: string) => string) => lists.map(({ key }) => [key, of(key)] as const);
  refuseSame('slug', Object.entries(slugs), 'Give one of them another one in collections');
  const captured = each((key) => captures[key] ?? key);
  refuseSame('capture', captured, 'Give one of them another one with lists: [{ list, capture }]');
  const pathsOf = (of: string) => each((key) => listPath({ key }, { prefix: of, paths }));
  refuseSame('path', prefixes.flatMap(pathsOf), 'Give one of them another one with lists: [{ list, path }]');
}

/** @throws Error if a list that the legacy system has embeds one that it does not have */
export function refuseEmbeddedNew({ captured, lists }: Portal): void {
  const isNew = (key: string) => lists.some((list) => list.key === key && !captured.includes(list));
  for (const { key, fields } of captured) {
    const other = embeddedIn(fields).find(isNew);
    if (other !== undefined)
      refuse(
        `"${key}" embeds elements of "${other}", which the legacy system does not have (capture: false). It has both or neither`,
      );
  }
}

/** The keys of the lists whose elements are somewhere in these fields. */
function embeddedIn(fields: ListFields = {}): string[] {
  return Object.values(fields).flatMap((field) =>
    'list' in field ? [field.list.key, ...embeddedIn(field.list.fields)] : [],
  );
}

function refuse(what: string): never {
  throw new Error(`portalContent: ${what}.`);
}

function refuseSame(what: string, all: (readonly [string, string])[], advice: string): void {
  const owners = new Map<string, string>();
  for (const [key, own] of all) {
    const other = owners.get(own);
    if (other !== undefined) refuse(`"${other}" and "${key}" have the same ${what}, "${own}". ${advice}`);
    owners.set(own, key);
  }
}
