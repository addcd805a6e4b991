/**
 * Replaces spaces while Payload compares texts. The comparison of 3.90 drops changes of white space only, and so joins two
 * words.
 *
 * Needed for: comparing the texts of two versions.
 */
const SPACE = '\uE000';

/** Prepares a text for the comparison. */
export function withSpaces(text: string): string {
  return text.replaceAll(' ', SPACE);
}

/** Restores the spaces in the HTML of a comparison. */
export function spaced(html: string): string {
  return html.replaceAll(SPACE, ' ');
}
