import type { z } from 'zod';
import type { Problem } from './errors.ts';
import { KeptJson } from './json.ts';
import { INEXACT } from './schemas.ts';

const TYPE_NAMES: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** `related[0].title` for `['related', 0, 'title']`. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');
}

/** How a value stands in the source, by its path; reading a number may have rounded it. */
type Written = (path: readonly PropertyKey[]) => string | undefined;

/** Describes the issues of a schema for the operator of an import. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  written: Written = () => undefined,
): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: pathOf([...issue.path, key]),
        reason: 'is a key that the list does not have',
      }));
    }
    return { path: pathOf(issue.path), reason: reasonOf(issue, written) };
  });
}

function reasonOf(issue: z.core.$ZodIssue, written: Written): string {
  const number = () => written(issue.path) ?? String(issue.input);
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'int' && typeof issue.input === 'number') return `is ${number()}, no whole number`;
    if (issue.input === Infinity || issue.input === -Infinity)
      return `is ${number()}, a number that is too large`;
    return `is ${typeName(issue.input)}, not ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    return `is ${number()}, ${INEXACT}`;
  }
  return issue.message === INEXACT ? `is ${number()}, ${INEXACT}` : issue.message;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof KeptJson) return 'JSON of another shape';
  return TYPE_NAMES[typeof value] ?? typeof value;
}
