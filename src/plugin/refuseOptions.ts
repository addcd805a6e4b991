import { listPath, normalizedPrefix, PREFIX } from '../../endpoints/http/paths.ts';
import { type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import type { PortalContentOptions } from './options.ts';

type Options = PortalContentOptions<string>;
type Names = Partial<Record<string, string>>;

/** All options. The compiler checks that none is missing. */
const OPTIONS = Object.keys({
  access: true,
  adminTimes: true,
  author: true,
  branding: true,
  captures: true,
  collections: true,
  enabled: true,
  i18n: true,
  lists: true,
  locale: true,
  media: true,
  paths: true,
  pollInterval: true,
  prefixes: true,
  serverUrl: true,
  timeZone: true,
  users: true,
  videoHosts: true,
} satisfies Record<keyof Options, true>);
const ACCESS = ['isAuthor', 'isEditor', 'isAdmin'];
const MEDIA = ['own', 'dir', 'slug', 'url'];

/** Valid path segments or file names. */
const NAME = /^[^/?#]+(?:\/[^/?#]+)*$/;

/**
 * Checks the options, for configs that no compiler checks, and for rules that types cannot express.
 * @param lists the served lists
 * @param slugs the slugs of their collections and of the images
 * @throws Error that names the invalid option and says what to do
 */
export function refuseOptions(
  options: Options,
  lists: readonly List[],
  slugs: Readonly<Record<string, string>>,
): void {
  const { access = {}, captures = {}, collections = {}, media = {}, paths = {}, pollInterval } = options;
  refuseUnknown('the options name', options, OPTIONS, 'option');
  refuseUnknown('access names', access, ACCESS, 'right');
  refuseUnknown('media names', media, MEDIA, 'option');
  const keys = [...new Set([...portalLists, ...(options.lists ?? [])].map(({ key }) => key))];
  for (const [option, given] of Object.entries({ collections, paths, captures }))
    refuseUnknown(`${option} names`, given, keys, 'list');
  for (const [option, given] of Object.entries({ paths, captures })) refuseNames(option, given);
  if (pollInterval !== undefined && !(Number.isFinite(pollInterval) && pollInterval >= 1))
    refuse(`pollInterval is in milliseconds, 1 or more, and not ${pollInterval}. Leave it out for 250.`);
  const prefixes = prefixesOf(options);

  const twice = lists.find(({ key }, at) => lists.findIndex((list) => list.key === key) !== at);
  if (twice) refuse(`two lists have the key "${twice.key}".`);
  const each = (of: (key: string) => string) => lists.map(({ key }) => [key, of(key)] as const);
  refuseSame('slug', Object.entries(slugs), 'Give one of them another one in collections.');
  refuseSame(
    'capture',
    each((key) => captures[key] ?? key),
    'Give one of them another one in captures.',
  );
  const pathsOf = (prefix: string) =>
    each((key) => listPath({ key }, { prefix, paths: paths as Record<string, string> }));
  refuseSame('path', prefixes.flatMap(pathsOf), 'Give one of them another one in paths.');
}

function refuse(what: string): never {
  throw new Error(`portalContent: ${what}`);
}

function refuseUnknown(names: string, given: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  refuse(`${names} "${unknown}", and there is no such ${what}. There are: ${known.join(', ')}.`);
}

function refuseNames(option: string, given: Names): void {
  for (const [key, name] of Object.entries(given)) {
    if (name === undefined || NAME.test(name)) continue;
    refuse(`${option} gives "${key}" the name ${JSON.stringify(name)}, which can't stand in a path.`);
  }
}

/** @throws Error if two lists have the same value */
function refuseSame(what: string, all: (readonly [string, string])[], advice: string): void {
  const owners = new Map<string, string>();
  for (const [key, value] of all) {
    const other = owners.get(value);
    if (other !== undefined) refuse(`"${other}" and "${key}" have the same ${what}, "${value}". ${advice}`);
    owners.set(value, key);
  }
}

function prefixesOf({ prefixes = [PREFIX] }: Options): string[] {
  const isList = Array.isArray(prefixes) && prefixes.every((prefix) => typeof prefix === 'string');
  if (!isList || prefixes.length === 0) {
    refuse(
      `prefixes is ${JSON.stringify(prefixes)}, and has to name one place at least for the lists to stand at, such as ` +
        `['${PREFIX}']. To serve nothing, say enabled: false.`,
    );
  }
  const plain = prefixes.map(normalizedPrefix);
  const twice = plain.find((prefix, at) => plain.indexOf(prefix) !== at);
  if (twice !== undefined) refuse(`prefixes names "${twice}" twice.`);
  return plain;
}
