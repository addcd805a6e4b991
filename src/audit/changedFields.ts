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

/**
 * Compares fields by what they say: no order of keys, times in one form, and nothing that is empty. Where one has a document, and the
 * other its id, the ids count; two documents are compared whole, since a text may have anything in it that looks like one.
 */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (!isObject(a) || !isObject(b)) return idOrValue(a) === idOrValue(b);
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Array.isArray(a) === Array.isArray(b) && [...names].every((name) => isSame(a[name], b[name]));
}

function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  return value instanceof Date || isTime(value) ? new Date(value).toISOString() : value;
}

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;

/** The id in place of a document. */
function idOrValue(value: unknown): unknown {
  const { createdAt, id, updatedAt } = isObject(value) ? value : {};
  return id !== undefined && createdAt !== undefined && updatedAt !== undefined ? id : value;
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value);
