/**
 * In place of a space while Payload compares: the comparison of 3.90 drops a change that is nothing but white space, and so
 * joins two words.
 *
 * Depends on it: comparing the texts of two versions.
 */
const SPACE = '\uE000';

/** A text for a comparison. */
export function withSpaces(text: string): string {
  return text.replaceAll(' ', SPACE);
}

/** The HTML of a comparison, with its spaces again. */
export function spaced(html: string): string {
  return html.replaceAll(SPACE, ' ');
}
