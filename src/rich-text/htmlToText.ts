import { decodeHTML } from 'entities/decode';
import { isBlockLevel } from './html/elements.ts';
import type { Place } from './html/places.ts';
import { readHtml } from './html/read.ts';

/** What a reader of some HTML sees: its text, with a space where a block begins or ends. */
export function htmlToText(html: string): string {
  const texts: Place[] = [];
  const spaces: Place[] = [];
  for (const { name, place, within } of readHtml(html).nodes) {
    if (!place) continue;
    const { start, end } = place;
    if (name === '#text' && !/ (?:script|style)$/.test(within)) {
      const last = texts.at(-1);
      // The reader cuts texts, maybe within an entity.
      if (last?.end === start) last.end = end;
      else texts.push({ start, end });
    }
    if (isBlockLevel(name) || name === 'br') spaces.push({ start, end: start }, { start: end, end });
  }
  return [...texts, ...spaces]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end }) => (start === end ? ' ' : decodeHTML(html.slice(start, end))))
    .join('');
}
