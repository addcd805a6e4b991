import type { z } from 'zod';
import { problemsOf } from '../lists/definition/errors.ts';
import { isObject } from '../lists/definition/json.ts';
import { type ElementProblem, PortalError } from './PortalError.ts';
import type { PortalList } from './types.ts';

interface Body {
  text: string;
  url: string;
  status: number;
}

/** The number of problems in a message. The error has all of them. */
const MAX_NAMED = 3;
const EXCERPT = 60;

/**
 * Parses the elements in a body.
 *
 * @param list the list with the schema; undefined: the elements are not validated
 * @throws PortalError if it is not a JSON array, or an element does not match the schema
 */
export function readElements({ text, url, status }: Body, list: PortalList | undefined): readonly unknown[] {
  const value = parse({ text, url, status });
  if (!Array.isArray(value)) {
    throw new PortalError(`is no list: it begins with ${excerpt(text)}.`, {
      kind: 'not-a-list',
      url,
      status,
    });
  }
  const problems = list ? value.flatMap((element, index) => problemsAt(index, element, list)) : [];
  if (problems.length > 0) {
    throw new PortalError(`has elements that are not as the list promises: ${words(problems)}.`, {
      kind: 'invalid-element',
      url,
      status,
      problems,
    });
  }
  return value;
}

/**
 * Parses a record, which is one element.
 *
 * @param list the list with the schema; undefined: nothing is validated but that it is an object
 * @throws PortalError if it is no JSON object, or does not match the schema
 */
export function readRecord({ text, url, status }: Body, list: PortalList | undefined): unknown {
  const value = parse({ text, url, status });
  const isRecord = isObject(value);
  const problems = isRecord && list ? problemsAt(0, value, list) : [];
  if (isRecord && problems.length === 0) return value;
  const what = isRecord
    ? `is not as its list promises: ${words(problems)}`
    : `is no record: it begins with ${excerpt(text)}`;
  throw new PortalError(`${what}.`, { kind: 'invalid-element', url, status, problems });
}

function parse({ text, url, status }: Body): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `is no JSON: it begins with ${excerpt(text)}.`;
    throw new PortalError(message, { kind: 'not-json', url, status, cause });
  }
}

function excerpt(text: string): string {
  return text === '' ? 'nothing (the body is empty)' : JSON.stringify(text.slice(0, EXCERPT));
}

/** Unknown keys are accepted, so that a portal may add keys without breaking existing clients. */
function problemsAt(index: number, value: unknown, { element }: PortalList): ElementProblem[] {
  const result = element.safeParse(value, { reportInput: true });
  const issues = result.error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? [];
  if (issues.length === 0) return [];
  const { id } = Object(value) as { id?: unknown };
  const known = typeof id === 'number' ? id : undefined;
  return problemsOf(issues as z.core.$ZodIssue[]).map((problem) => ({ index, id: known, ...problem }));
}

function words(problems: readonly ElementProblem[]): string {
  const named = problems.slice(0, MAX_NAMED).map(({ index, id, path, reason }) => {
    const name = id === undefined ? `element ${index}` : `element ${index} (id ${id})`;
    return `${name}: ${path || 'it'} ${reason}`;
  });
  const more = problems.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
