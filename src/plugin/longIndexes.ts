import type { Config, Field, FlattenedField } from 'payload';
import { roleOf } from '../../collections/portal/roles.ts';

/**
 * Takes indexes off texts that may be longer than PostgreSQL indexes (2,704 bytes). There, texts are stored apart from their
 * rows, so that a search without an index is quick.
 */
export function withoutLongIndexes(fields: Field[], { db }: Pick<Config, 'db'>): Field[] {
  if (db?.name === 'sqlite' || db?.name === 'mongoose') return fields;
  return fields.map(
    (field) =>
      (roleOf(field as FlattenedField)?.role === 'refers' ? { ...field, index: false } : field) as Field,
  );
}
