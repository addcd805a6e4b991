import { decodeHTML } from 'entities/decode';
import { isBlockLevel } from './html/elements.ts';
import { readHtml } from './html/read.ts';

/** What a reader of some HTML sees: its text, with a space where a block begins or ends. */
export function htmlToText(html: string): string {
  const parts: [place: number, text: string][] = [];
  for (const { name, place, within } of readHtml(html).nodes) {
    if (!place) continue;
    if (name === '#text' && !/ (?:script|style)$/.test(within))
      parts.push([place.start, decodeHTML(html.slice(place.start, place.end))]);
    if (isBlockLevel(name) || name === 'br') parts.push([place.start, ' '], [place.end, ' ']);
  }
  return parts
    .sort(([one], [other]) => one - other)
    .map(([, text]) => text)
    .join('');
}
