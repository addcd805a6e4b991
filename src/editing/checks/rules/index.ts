/** What is checked before publishing: pure rules over texts and HTML, which say what they have found in both languages. */
import { htmlToText } from '../../../rich-text/index.ts';
import type { Check, CheckedText, Finding, Problem } from './finding.ts';
import { emptyLinkTexts } from './links.ts';
import { type Part, partsOf } from './parts.ts';
import { foreignLetters, skippedHeadings, undescribedPictures } from './texts.ts';

export {
  CHECKS,
  type Check,
  type CheckedText,
  type Finding,
  MAX_FINDINGS,
  numbered,
  placesOf,
  readable,
} from './finding.ts';
export {
  brokenLink,
  type DocumentLink,
  documentLinksOf,
  linksOf,
  type TextLink,
  unpublishedLink,
  webAddress,
} from './links.ts';
export { comparable, longTitle, sameTitle } from './texts.ts';

const OF_PARTS: Partial<Record<Check, (parts: readonly Part[]) => Iterable<Problem>>> = {
  headings: skippedHeadings,
  pictures: undescribedPictures,
  linkTexts: emptyLinkTexts,
};

/** What the checks find in the texts of a document, text by text. @param wanted which checks are made */
export function* checkTexts(
  texts: readonly CheckedText[],
  wanted: (check: Check) => boolean,
): Iterable<Finding> {
  for (const { field, type, value } of texts) {
    const isHtml = type === 'html';
    const parts = isHtml ? partsOf(value) : [];
    const found = (check: Check, said: Iterable<Problem>) => placed({ check, field }, said);
    for (const [check, rule] of Object.entries(OF_PARTS))
      if (wanted(check as Check)) yield* found(check as Check, rule(parts));
    if (wanted('letters')) yield* found('letters', foreignLetters(isHtml ? htmlToText(value) : value));
  }
}

function* placed(place: Pick<Finding, 'check' | 'field'>, said: Iterable<Problem>): Iterable<Finding> {
  for (const each of said) yield { ...place, ...each };
}
