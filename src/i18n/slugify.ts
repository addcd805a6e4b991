import { transliterate } from './transliterate.ts';

/** The slug that a title is proposed: small Latin letters and digits, everything else a hyphen. */
export function slugify(title: string): string {
  return transliterate(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Whether a slug stands in an address as it is. Legacy slugs have capitals and underscores, too. */
export function isUrlSafe(slug: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(slug);
}
