import type { SanitizedCollectionConfig } from 'payload';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import type { NewestKeys } from '../payload/database/indexNewest.ts';

/**
 * How list views ask for documents of a collection: in its own order, by the columns that they all show, and by the status, by
 * which the saved views and the dashboard filter.
 */
export function newestKeys({
  admin,
  defaultSort = '-createdAt',
  flattenedFields,
}: SanitizedCollectionConfig): NewestKeys {
  const named = (names: { name: string }[]) => names.map(({ name }) => name);
  const title = named(flattenedFields.filter(({ name }) => name === admin.useAsTitle));
  const number = named(fieldsWithRole(flattenedFields, 'api_id'));
  const standing = named(fieldsWithRole(flattenedFields, 'standing'));
  const sorts = [...[defaultSort].flat().slice(0, 1), ...title, '-updatedAt', ...number];
  return { sorts: [...new Set(sorts)], filters: ['_status', ...standing] };
}
