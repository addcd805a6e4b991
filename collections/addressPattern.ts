import type { Field } from 'payload';
import { isWebAddress } from '../endpoints/lists/definition/texts.ts';
import { KEY_IN_PATTERN } from '../endpoints/lists/documentLinks.ts';
import { type Bilingual, bilingual, translate } from '../src/payload/i18n/bilingual.ts';

/**
 * The pattern of the public addresses of a list's elements.
 * @param keys the keys that may stand in it, in braces
 */
export function addressField(keys: string[]): Field {
  const named = keys.map((key) => `{${key}}`).join(', ');
  return {
    name: 'address',
    type: 'text',
    label: bilingual('Διεύθυνση στην πύλη', 'Address on the portal'),
    admin: {
      description: bilingual(
        `Για συνδέσμους μέσα στα κείμενα, π.χ. https://www.portal.example/el/news/{slug}. Ό,τι είναι σε άγκιστρα αλλάζει σε κάθε έγγραφο: ${named}. Κενό: τα κείμενα δεν μπορούν να οδηγούν εδώ.`,
        `For links in texts, such as https://www.portal.example/el/news/{slug}. What is in braces is that of each document: ${named}. Empty: texts cannot link here.`,
      ),
    },
    validate: (value: unknown, { req }: { req: { i18n: { language: string } } }) => {
      const problem = patternProblem(String(value ?? '').trim(), keys);
      return problem === undefined || translate(problem, req.i18n.language);
    },
  };
}

function patternProblem(pattern: string, keys: string[]): Bilingual | undefined {
  if (pattern === '') return undefined;
  const named = [...pattern.matchAll(KEY_IN_PATTERN)].map(([, key = '']) => key);
  const unknown = named.filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    const [said, known] = [unknown, keys].map((some) => some.map((key) => `{${key}}`).join(', '));
    return bilingual(`Άγνωστο: ${said}. Υπάρχουν: ${known}.`, `Unknown: ${said}. There are: ${known}.`);
  }
  const [beginning = ''] = pattern.split('{');
  const example = pattern.replace(KEY_IN_PATTERN, 'x');
  const isAddress = isWebAddress(example, 'typed') && !/["'<>{}]/.test(example);
  // The host has to be the portal's own, so no braces before the first path.
  if (isAddress && named.length > 0 && /^https?:\/\/[^/]+\//i.test(beginning)) return undefined;
  return NO_PATTERN;
}

const NO_PATTERN = bilingual(
  'Γράψτε ολόκληρη τη διεύθυνση μιας σελίδας της πύλης, με τουλάχιστον ένα πεδίο σε άγκιστρα μετά τον διακομιστή, π.χ. https://www.portal.example/el/news/{slug}',
  'Enter the whole address of a page of the portal, with at least one key in braces after the host, such as https://www.portal.example/el/news/{slug}',
);
