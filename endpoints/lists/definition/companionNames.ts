import type { ListField } from './field.ts';

/** Endings of the names of hidden fields beside one, by what the field is. */
const ENDINGS: Partial<Record<ListField['type'], readonly string[]>> = {
  html: ['html', 'source'],
  image: ['kept', 'last'],
  embedded: ['last'],
  timestamp: ['exact'],
};

/** The names of the hidden fields that a collection has beside a list's field. */
export function companionNames(key: string, { type }: ListField): string[] {
  return (ENDINGS[type] ?? []).map((ending) => `${key}_${ending}`);
}
