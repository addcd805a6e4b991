import { isDeepStrictEqual } from 'node:util';
import type { FlattenedField } from 'payload';
import { DOCUMENT_SCHEME } from '../../endpoints/lists/documentLinks.ts';
import {
  documentName,
  isEmptyState,
  judgeServed,
  lexicalToHtml,
  type RichTextProblem,
  referencesIn,
  refuseLinks,
  refuseNewHtml,
  refuseState,
  servedHtml,
} from '../../src/rich-text/index.ts';
import { storedNames } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { broughtFor, type Data, type Save, trustedPlaces } from './known.ts';

/** A rich text field and the fields of its HTML. */
export interface HtmlText {
  name: string;
  html: string;
  /** The field with the imported HTML. */
  source: string;
  /** The field with the documents that the text refers to, see `storedNames`. */
  refers: string;
  /** The lists give null for a text that was never entered. */
  nullable: boolean;
}

export function htmlTexts(fields: readonly FlattenedField[]): HtmlText[] {
  return fieldsWithRole(fields, 'html');
}

export interface HtmlValues {
  values: Data;
  /** Why the text may not be stored. */
  problems: RichTextProblem[];
  /** Attributes of imported tags that are removed. */
  removed: string[];
}

/**
 * The served HTML of a rich text, and the imported HTML. The latter is always kept, so that undoing an edit restores the
 * imported bytes.
 */
export function htmlValues(data: Data, text: HtmlText, save: Save): HtmlValues {
  const brought = broughtFor(text.name, save);
  const { name, html, source, refers } = text;
  if (brought) {
    return {
      problems: [],
      removed: [],
      values: { [html]: brought[name], [source]: brought[name], [refers]: null },
    };
  }
  const documents = [...new Set(referencesIn(data[name]).map(documentName))];
  const { values, ...verdict } = judgedValues(data, text, { ...save, documents });
  return { ...verdict, values: { ...values, [refers]: storedNames(documents) } };
}

/** @param documents the names of those that the text refers to */
function judgedValues(
  data: Data,
  { name, html, source, nullable }: HtmlText,
  { documents, ...save }: Save & { documents: readonly string[] },
): HtmlValues {
  const accepted = { problems: [], removed: [] };
  const state = data[name];
  const places = trustedPlaces(data, save).filter((place) => place[html] !== undefined);
  const imported = places.map((place) => place[source]).find((each) => typeof each === 'string') ?? null;

  const same = places.find((place) => isDeepStrictEqual(place[name], state));
  if (same && data._status === 'draft' && !save.restored) {
    // Not checked, so that an unsafe text can be unpublished.
    return { ...accepted, values: { [html]: same[html], [source]: imported } };
  }
  const problems = save.restored ? [] : refuseState(state);
  if (problems.length === 0 && save.publishes && !save.restored) {
    // Links are checked on publishing only, since a draft may be incomplete.
    const published = save.main?._status === 'draft' ? undefined : save.main?.[html];
    const known = [imported, published].filter((each) => typeof each === 'string');
    problems.push(...refuseLinks(state, known));
  }
  if (problems.length > 0) return { values: {}, problems, removed: [] };

  const before = places.find((place) => isEquivalent(place[name], state));
  let served: unknown;
  if (before) served = before[html];
  else if (isEmptyState(state)) served = nullable && places.length === 0 ? null : '';
  else served = servedHtml({ state, source: imported });
  if (typeof served !== 'string') return { ...accepted, values: { [html]: served, [source]: imported } };
  const judged = judgeServed(served, {
    imported,
    videoHosts: save.videoHosts,
    documents: documents.map((each) => DOCUMENT_SCHEME + each),
  });
  // Programs of the server, which have no user, bring in HTML.
  if (save.editor !== null && !save.restored && judged.problems.length === 0)
    judged.problems.push(
      ...refuseNewHtml(
        state,
        places.map((place) => place[name]),
        imported,
      ),
    );
  return { ...judged, values: { [html]: judged.html, [source]: imported } };
}

function isEquivalent(one: unknown, other: unknown): boolean {
  if (isEmptyState(one) || isEmptyState(other)) return isEmptyState(one) && isEmptyState(other);
  return isDeepStrictEqual(one, other) || lexicalToHtml(one) === lexicalToHtml(other);
}
