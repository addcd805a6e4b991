import type { FlattenedField } from 'payload';
import { roleOf } from '../../collections/portal/roles.ts';

type Data = Record<string, unknown>;

/** The names of fields whose values differ. */
export function changedFields(
  { flattenedFields }: { flattenedFields: FlattenedField[] },
  data: Data,
  previous: Data | undefined,
): string[] {
  return flattenedFields
    .filter((field) => isShown(field) && !isSame(data[field.name], previous?.[field.name]))
    .map(({ name }) => name);
}

/** Fields of Payload's own, and what editors do not see, say nothing to a reader of the log. */
function isShown(field: FlattenedField): boolean {
  const admin = (field as { admin?: { hidden?: unknown } }).admin ?? {};
  if (roleOf(field)?.role === 'modified') return false;
  const isOwn = ['_status', 'createdAt', 'updatedAt', 'deletedAt', 'id', 'sizes'].includes(field.name);
  return (
    !isOwn &&
    !('hidden' in field && field.hidden) &&
    admin.hidden !== true &&
    !('virtual' in field && field.virtual)
  );
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(plain(one) ?? null) === JSON.stringify(plain(other) ?? null);

/** A value as it is compared: documents as their ids, times in one form, and nothing that is empty. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  if (typeof value !== 'object') return isTime(value) ? new Date(value).toISOString() : value;
  const { id, createdAt, updatedAt } = value as Data;
  if (id !== undefined && createdAt !== undefined && updatedAt !== undefined) return id;
  const entries = Object.entries(value).map(([key, each]) => [key, plain(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value);
