import type { CollectionBeforeOperationHook, Payload, PayloadRequest } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { WORDS_OF_SEARCH } from '../values/searchText.ts';

/** The maximum number of words in all conditions of a query: a search and as many words in filters. */
const MAX_WORDS = 2 * WORDS_OF_SEARCH;

const MAX_CHARACTERS = 20_000;

/** Operators that scan all texts. `like` scans them once for each word. */
const READING = ['like', 'not_like', 'contains'];

const TOO_LONG = bilingual(
  `Αναζητήστε έως ${MAX_WORDS} λέξεις μαζί.`,
  `Search for ${MAX_WORDS} words at most at a time.`,
);

/**
 * Refuses a query with too many words, since the database scans all texts for each word.
 * @throws Refusal 400
 */
export function refuseLongQuery(where: unknown, req: PayloadRequest): void {
  const texts = textsIn(where);
  const words = texts.reduce((sum, text) => sum + text.split(' ', MAX_WORDS + 1).length, 0);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (words > MAX_WORDS || characters > MAX_CHARACTERS) throw new Refusal(req, TOO_LONG, 400);
}

/** {@link refuseLongQuery} as a hook, for collections without search words. */
export const refuseLongQueries: CollectionBeforeOperationHook = ({ args, overrideAccess, req }) => {
  if (!overrideAccess && 'where' in args) refuseLongQuery(args.where, req);
};

/**
 * Adds the limit to Payload's own collections. Payload adds them after all plugins, so this runs on the initialized
 * Payload.
 */
export function boundPayloadQueries({ collections }: Payload): void {
  for (const { config } of Object.values(collections)) {
    if (config.slug.startsWith('payload-')) config.hooks.beforeOperation.push(refuseLongQueries);
  }
}

/** All search texts in a query. */
function textsIn(condition: unknown, isText = false): string[] {
  if (typeof condition === 'string') return isText ? [condition] : [];
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([key, value]) =>
    textsIn(value, READING.includes(key) || (isText && Array.isArray(condition))),
  );
}
