import type { FlattenedField } from 'payload';
import { ValidationError } from 'payload';
import { isEmptyState, lexicalToHtml, refuseUnsafe, servedHtml } from '../../src/rich-text/index.ts';
import { htmlNames } from '../fields/htmlText.ts';
import { speak } from '../fields/labels.ts';

type Data = Record<string, unknown>;

/** A rich text whose HTML is stored beside it. */
export interface HtmlText {
  name: string;
  /** Whether the lists give null for a text that was never entered. */
  nullable: boolean;
}

export function htmlTexts(fields: FlattenedField[]): HtmlText[] {
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
export function setServedHtml(
  data: Data,
  { name, nullable }: HtmlText,
  { stored, language }: { stored: Data[]; language: string },
): void {
  const { html, source } = htmlNames(name);
  const state = data[name];
  const imported = (stored.find((each) => typeof each[source] === 'string')?.[source] ?? null) as
    | string
    | null;
  data[source] = imported;
  refuse(name, state, imported, stored, language);
  const before = stored.find((each) => sameText(each[name], state) && each[html] !== undefined);
  if (before) data[html] = before[html];
  else if (isEmptyState(state)) data[html] = nullable && stored.length === 0 ? null : '';
  else data[html] = servedHtml({ state, source: imported });
}

function sameText(one: unknown, other: unknown): boolean {
  if (isEmptyState(one) || isEmptyState(other)) return isEmptyState(one) && isEmptyState(other);
  return lexicalToHtml(one) === lexicalToHtml(other);
}

function refuse(name: string, state: unknown, source: string | null, stored: Data[], language: string): void {
  if (isEmptyState(state)) return;
  const problems = refuseUnsafe(state, { source, previous: stored.map((each) => each[name]) });
  if (problems.length === 0) return;
  const message = problems
    .map((problem) => `${speak({ el: problem.messageEl, en: problem.message }, language)} (${problem.path})`)
    .join(' ');
  throw new ValidationError({ errors: [{ path: name, message, label: name }] });
}
