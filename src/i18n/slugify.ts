import { transliterate } from './transliterate.ts';

/** The proposed slug of a title: lower-case Latin letters and digits, and hyphens for all else. */
export function slugify(title: string): string {
  return transliterate(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** True if a slug needs no escaping in a URL. Legacy slugs may have capitals and underscores. */
export function isUrlSafe(slug: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(slug);
}
