import { escapeUTF8 } from 'entities/escape';
import type { PreviewedKey } from './types.ts';

/** The HTML of a page that shows an element: its titles, images and texts, in the order of its keys. */
export function lookOf(keys: readonly PreviewedKey[]): string {
  const parts = keys.flatMap(({ key, type, after }) => {
    const value: unknown = after === null ? null : JSON.parse(after);
    if (typeof value !== 'string' || value === '') return [];
    if (type === 'html') return [`<section>${value}</section>`];
    if (type === 'image') return [`<p><img src="${escapeUTF8(value)}" alt=""></p>`];
    return isTitle(key) ? [`<h1>${escapeUTF8(value)}</h1>`] : [];
  });
  return parts.join('\n');
}

const isTitle = (key: string) => /(^|_)title$/.test(key);
