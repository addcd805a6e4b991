import type { z } from 'zod';
import { KeptJson } from './json.ts';
import { INEXACT } from './schemas.ts';
import type { Kind } from './types.ts';

/** A problem with an element. */
export interface Problem {
  /** The key, as in `category.slug` or `related[0].title`; '' is the element itself. */
  path: string;
  /** Text that continues the path: `is missing`, `is a number, not a text`. */
  reason: string;
}

/** Thrown by `List.parse` for an element that could not be served again byte for byte. */
export class ElementRefused extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, reason }) => `${path || 'the element'} ${reason}`).join('; '));
    this.name = 'ElementRefused';
    this.problems = problems;
  }
}

/** Thrown by `encode` if a required embedded document is not published. */
export class MissingReference extends Error {
  readonly kind: Kind;
  /** The id of the missing document; null if the reference is empty. */
  readonly id: string | null;
  /** The key of the element that needs it, such as `category` or `related.post_image`. */
  readonly field: string;

  constructor(kind: Kind, id: string | null, field: string) {
    super(
      id === null
        ? `${field} needs a document of ${kind}, and has none`
        : `${field} needs ${kind} ${id}, which is not there`,
    );
    this.name = 'MissingReference';
    this.kind = kind;
    this.id = id;
    this.field = field;
  }
}

const TYPE_NAMES: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** `collections['news-posts'].slug`, `related[0].title` */
export function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      if (at === 0) return String(step);
      return /^\w+$/.test(String(step)) ? `.${String(step)}` : `['${String(step)}']`;
    })
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
