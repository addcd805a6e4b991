import type { CollectionBeforeOperationHook, Payload, PayloadRequest } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { WORDS_OF_SEARCH } from '../values/words.ts';

/** How many words all conditions of a query may look for together: a search, and filters beside it. */
const WORDS = 2 * WORDS_OF_SEARCH;

const CHARACTERS = 20_000;

/** Operators that read every text through; `like` looks for each word by itself. */
const READING = ['like', 'not_like', 'contains'];

const TOO_LONG = bilingual(
  `Αναζητήστε έως ${WORDS} λέξεις μαζί.`,
  `Search for ${WORDS} words at most at a time.`,
);

/**
 * Keeps a query from holding up everybody: each word of it is looked for in every text.
 * @throws Refusal 400
 */
export function refuseLongQuery(where: unknown, req: PayloadRequest): void {
  const texts = textsIn(where);
  const words = texts.reduce((sum, text) => sum + text.split(' ', WORDS + 1).length, 0);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (words > WORDS || characters > CHARACTERS) throw new Refusal(req, TOO_LONG, 400);
}

/** As {@link refuseLongQuery}, where nothing is found by words. */
export const refuseLongQueries: CollectionBeforeOperationHook = ({ args, overrideAccess, req }) => {
  if (!overrideAccess && 'where' in args) refuseLongQuery(args.where, req);
};

/** Payload adds collections of its own after all plugins, so this is called with what is running. */
export function boundPayloadQueries({ collections }: Payload): void {
  for (const { config } of Object.values(collections)) {
    if (config.slug.startsWith('payload-')) config.hooks.beforeOperation.push(refuseLongQueries);
  }
}

/** What is looked for, wherever in a query. */
function textsIn(condition: unknown, isText = false): string[] {
  if (typeof condition === 'string') return isText ? [condition] : [];
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([key, value]) =>
    textsIn(value, READING.includes(key) || (isText && Array.isArray(condition))),
  );
}
