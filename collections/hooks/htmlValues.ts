import { isDeepStrictEqual } from 'node:util';
import type { FlattenedField } from 'payload';
import { ValidationError } from 'payload';
import {
  isEmptyState,
  judgeServed,
  lexicalToHtml,
  type RichTextProblem,
  refuseState,
  servedHtml,
} from '../../src/rich-text/index.ts';
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

interface Judgement {
  language: string;
  /** Host names whose pages a text may embed. */
  videoHosts: readonly string[];
  /** Told which attributes of imported tags are left out from now on. */
  onRemoved(field: string, attributes: string[]): void;
}

/**
 * Sets what the lists serve of a rich text that is about to be saved. `stored` are the states it may come back to,
 * newest first: the version the editor started from, then the main document. The imported HTML stays with the
 * document for good, so that undoing an edit brings its bytes back.
 *
 * @throws ValidationError where the text is none that the editor makes, or its HTML must not be served
 */
export function setServedHtml(data: Data, text: HtmlText, stored: Data[], judgement: Judgement): void {
  const { name, nullable } = text;
  const { html, source } = htmlNames(name);
  const state = data[name];
  const imported = stored.find((each) => typeof each[source] === 'string')?.[source] ?? null;
  data[source] = imported;
  const same = stored.find((each) => isDeepStrictEqual(each[name], state) && each[html] !== undefined);
  if (same && data._status === 'draft') {
    // What must not be served can be withdrawn.
    data[html] = same[html];
    return;
  }
  refuse(name, refuseState(state), judgement.language);
  const before = stored.find((each) => sameText(each[name], state) && each[html] !== undefined);
  if (before) data[html] = before[html];
  else if (isEmptyState(state)) data[html] = nullable && stored.length === 0 ? null : '';
  else data[html] = servedHtml({ state, source: imported as string | null });
  judgeHtml(data, text, judgement);
}

/**
 * Judges the HTML that a document is about to be stored with, whoever made it.
 *
 * @throws ValidationError where it must not be served
 */
export function judgeHtml(
  data: Data,
  { name }: HtmlText,
  { language, videoHosts, onRemoved }: Judgement,
): void {
  const { html, source } = htmlNames(name);
  const imported = data[source] as string | null | undefined;
  if (typeof data[html] !== 'string') return;
  const judged = judgeServed(data[html], { imported, videoHosts });
  refuse(name, judged.problems, language);
  data[html] = judged.html;
  if (judged.removed.length > 0) onRemoved(name, judged.removed);
}

function sameText(one: unknown, other: unknown): boolean {
  if (isEmptyState(one) || isEmptyState(other)) return isEmptyState(one) && isEmptyState(other);
  return lexicalToHtml(one) === lexicalToHtml(other);
}

function refuse(name: string, problems: RichTextProblem[], language: string): void {
  if (problems.length === 0) return;
  const message = problems
    .map(({ path, messageEl, message }) => {
      const words = speak({ el: messageEl, en: message }, language);
      return path === undefined ? words : `${words} (${path})`;
    })
    .join(' ');
  throw new ValidationError({ errors: [{ path: name, message, label: name }] });
}
