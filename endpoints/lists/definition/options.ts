import * as z from 'zod';
import { pathOf } from './errors.ts';
import type { Label } from './form.ts';
import { isObject } from './json.ts';
import type { List } from './types.ts';

// Schemas of options, and what is said of those that they refuse.

type Shape = Record<string, z.ZodType>;

/** An object with these options and no others. @param what one of them is called */
export function optionsOf<S extends Shape>(shape: S, what = 'option'): z.ZodObject<S, z.core.$strict> {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `there is no such ${what}. There are: ${names.join(', ')}`
        : `an object of these ${what}s: ${names.join(', ')}`,
  });
}

/** A value for which `is` holds. @param wanted continues "and has to be" */
export function value<T = unknown>(wanted: string, is: (given: unknown) => boolean): z.ZodType<T> {
  return z.custom<T>(is, { error: wanted });
}

export const flag = value<boolean>('true or false', (given) => typeof given === 'boolean');

export function callable<T = (...args: never[]) => unknown>(example: string) {
  return value<T>(`a function, such as ${example}`, (given) => typeof given === 'function');
}

export function text(wanted: string, pattern: RegExp) {
  return value<string>(wanted, (given) => typeof given === 'string' && pattern.test(given));
}

/** An array of values. @param wanted continues "and has to be" */
export function arrayOf<S extends z.ZodType>(wanted: string, each: S, least = 0) {
  return z.array(each, { error: wanted }).min(least, { error: wanted });
}

/** True for an absolute http or https address. @param isBare nothing may follow its path */
export function isHttpAddress(given: unknown, isBare = true): boolean {
  if (typeof given !== 'string' || !/^https?:\/\/[^\s\\]+$/i.test(given) || !URL.canParse(given))
    return false;
  const { hash, password, search, username } = new URL(given);
  return !isBare || `${hash}${password}${search}${username}` === '';
}

/** A property of anything. */
export const at = (given: unknown, name: string): unknown => (Object(given) as Record<string, unknown>)[name];

export const label = value<Label>(
  "a text, or one by language, such as { el: 'Πύλη', en: 'Portal' }",
  (given) =>
    typeof given === 'string' ||
    (isObject(given) && Object.values(given).every((each) => typeof each === 'string')),
);

/** The address of a server, to which paths are added. */
export const serverAddress = value<string>(
  "an absolute address of http or https without a query, such as 'https://content.portal.example'",
  (given) => isHttpAddress(given),
);

const SEGMENT = /^(?!\.{1,2}$)[^/?#%\\:\s\p{Cc}]+(?: [^/?#%\\:\s\p{Cc}]+)*$/u;

/** True for what can stand between two slashes of a path. Several segments may be in it. */
function isPath(given: unknown): boolean {
  return typeof given === 'string' && given.split('/').every((segment) => SEGMENT.test(segment));
}

/** True for what `defineList()` has made. */
export function isList(given: unknown): given is List {
  const { encode, key, parse } = Object(given) as Partial<List>;
  return typeof key === 'string' && typeof encode === 'function' && typeof parse === 'function';
}

/** A path below the origin, with or without slashes at its ends; '' and '/' are the origin itself. */
export const prefix = value<string>(
  "a path without host, query, '.' and '%', such as '/el/api/v1'",
  (given) => typeof given === 'string' && (/^\/?$/.test(given) || isPath(given.replace(/^\/|\/$/g, ''))),
);

/** The segments of a list's path after the prefix. */
export const segment = value<string>("what can stand in a path, such as 'posts'", isPath);

/** Which lists there are and where, as several functions are told. */
export const places = {
  lists: arrayOf(
    'an array of lists that defineList() has made',
    value('a list that defineList() has made', isList),
  ).optional(),
  prefixes: arrayOf("an array of one path at least, such as ['/el/api/v1']", prefix, 1).optional(),
  paths: z
    .record(z.string(), segment, { error: "segments by list key, such as { 'news-posts': 'posts' }" })
    .optional(),
};

/** Prefixes that lead to others. */
export const redirects = z.record(prefix as z.ZodType<string, string>, prefix, {
  error: "an object of paths, such as { '/api/v1': '/el/api/v1' }",
});

/** What answers requests for lists. */
export const handler = value(
  'a handler, such as await portalHandler(payload)',
  (given) => typeof given === 'function',
);

/**
 * Refuses options that their schema does not take.
 * @param where whose options they are, such as `portalContent`
 * @returns what the schema makes of them
 * @throws Error that names each of them, what was given, and what is wanted
 */
export function refuseInvalid<S extends z.ZodType>(where: string, schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (!error) return data as z.output<S>;
  throw new Error(
    error.issues.flatMap((issue) => sentencesOf(issue).map((what) => `${where}: ${what}.`)).join('\n'),
  );
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const place = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${place ? `${place} names` : 'the options name'} "${key}", and ${issue.message}`,
    );
  const { input } = issue;
  if (input === undefined && place !== '') return [`${place} is missing, and has to be ${issue.message}`];
  return [`${place || 'what it is given'} is ${quoted(input)}, and has to be ${issue.message}`];
}

/** A value as somebody wrote it, as far as that fits a line. */
function quoted(given: unknown): string {
  if (typeof given === 'function') return 'a function';
  if (given instanceof Promise) return 'a promise';
  if (typeof given === 'string') return shortened(JSON.stringify(given));
  if (typeof given !== 'object' || given === null) return String(given);
  try {
    return shortened(JSON.stringify(given));
  } catch {
    return Array.isArray(given) ? 'an array' : 'an object';
  }
}

function shortened(given: string): string {
  return given.length > 80 ? `${given.slice(0, 80)}…` : given;
}
