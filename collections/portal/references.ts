import type { SanitizedCollectionConfig } from 'payload';
import { fieldsWithRole } from './roles.ts';

/** A field with a document that the element embeds. */
export interface Reference {
  name: string;
  last: string;
  by: string[];
  /** The slug of the other collection. */
  to: string;
}

export function referencesOf({
  flattenedFields,
}: Pick<SanitizedCollectionConfig, 'flattenedFields'>): Reference[] {
  return fieldsWithRole(flattenedFields, 'reference').map(({ field, name, last, by }) => {
    const to = 'relationTo' in field ? String(field.relationTo) : '';
    return { name, last, by, to };
  });
}

/** The id in a relationship value, populated or not. */
export function idOf(value: unknown): number | string | undefined {
  const id = value && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}
