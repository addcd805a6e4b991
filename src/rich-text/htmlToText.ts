import { decodeHTML } from 'entities/decode';
import { isBlockLevel } from './html/elements.ts';
import type { Place } from './html/parser.ts';
import { type ReadNode, readHtml } from './html/read.ts';

/** What a reader of some HTML sees: its text, with a space where a block begins or ends. */
export function htmlToText(html: string): string {
  return textOf(html, readHtml(html).nodes)({ start: 0, end: html.length });
}

/**
 * Gives the text of stretches of some HTML, which is read once for all of them.
 * @param nodes of the HTML
 * @returns `most`: after how many characters the text may end @default all
 */
export function textOf(html: string, nodes: readonly ReadNode[]): (place: Place, most?: number) => string {
  const pieces = piecesOf(nodes);
  return (place, most = Number.POSITIVE_INFINITY) => {
    let text = '';
    for (let at = firstFrom(pieces, place.start); at < pieces.length && text.length < most; at++) {
      const { start, end } = pieces[at] as Place;
      if (start > place.end) break;
      text += start === end ? ' ' : decodeHTML(html.slice(start, Math.min(end, place.end)));
    }
    return text;
  };
}

/** The texts, and the places where blocks begin or end, in their order. */
function piecesOf(nodes: readonly ReadNode[]): Place[] {
  const texts: Place[] = [];
  const spaces: Place[] = [];
  for (const { name, place, within } of nodes) {
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
  return [...texts, ...spaces].sort((one, other) => one.start - other.start);
}

/** The index of the first piece that does not begin before a point. */
function firstFrom(pieces: readonly Place[], point: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle] as Place).start < point) low = middle + 1;
    else high = middle;
  }
  return low;
}
