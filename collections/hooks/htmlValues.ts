import type { FlattenedField } from 'payload';
import { ValidationError } from 'payload';
import { isEmptyState, lexicalToHtml, refuseUnsafe, servedHtml } from '../../src/rich-text/index.ts';
import { htmlNames } from '../fields/htmlText.ts';

type Data = Record<string, unknown>;

/** The rich texts of a collection whose HTML is stored beside them. */
export function htmlTextNames(fields: FlattenedField[]): { name: string; nullable: boolean }[] {
  const names = new Set(fields.map((field) => field.name));
  return fields
    .filter((field) => field.type === 'richText' && names.has(htmlNames(field.name).html))
    .map((field) => ({ name: field.name, nullable: Boolean(field.custom?.nullable) }));
}

/**
 * Sets what the lists serve of a rich text that is about to be saved. `stored` are the states it may come back to,
 * newest first: the version the editor started from, then the main document. The imported HTML stays with the
 * document for good, so that undoing an edit brings its bytes back.
 */
export function setServedHtml(data: Data, name: string, nullable: boolean, stored: Data[]): void {
  const { html, source } = htmlNames(name);
  const state = data[name];
  const imported = (stored.find((each) => typeof each[source] === 'string')?.[source] ?? null) as
    | string
    | null;
  data[source] = imported;
  refuse(name, state, imported, stored);
  const before = stored.find((each) => sameText(each[name], state) && each[html] !== undefined);
  if (before) data[html] = before[html];
  else if (isEmptyState(state)) data[html] = nullable && stored.length === 0 ? null : '';
  else data[html] = servedHtml({ state, source: imported });
}

function sameText(one: unknown, other: unknown): boolean {
  if (isEmptyState(one) || isEmptyState(other)) return isEmptyState(one) && isEmptyState(other);
  return lexicalToHtml(one) === lexicalToHtml(other);
}

function refuse(name: string, state: unknown, source: string | null, stored: Data[]): void {
  if (isEmptyState(state)) return;
  const problems = refuseUnsafe(state, { source, previous: stored.map((each) => each[name]) });
  if (problems.length === 0) return;
  const message = problems.map((problem) => `${problem.message} (${problem.path})`).join(' ');
  throw new ValidationError({ errors: [{ path: name, message, label: name }] });
}
