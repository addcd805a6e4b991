import type { FlattenedField } from 'payload';
import { fieldsWithRole, isBookkeeping, roleOf } from '../portal/roles.ts';
import { broughtFor, type Data, type Save, trustedPlaces } from './known.ts';

/** ISO 8601 in UTC with six digits, as the contract requires. The clock gives only milliseconds. */
function sixDigits(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/** A date of the database adapter (a `Date` or a string), in milliseconds since 1970; NaN for anything else. */
export function milliseconds(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

/** A date in UTC with milliseconds. SQLite would store it in the form in which it was sent, and compares dates as texts. */
export function inUtc(value: unknown): unknown {
  const instant = milliseconds(value);
  return Number.isNaN(instant) ? value : new Date(instant).toISOString();
}

/** The exact string of a date: the imported one, until the date is edited. */
export function exactDate(
  data: Data,
  { name, exact, nullable }: { name: string; exact: string; nullable: boolean },
  save: Save,
): unknown {
  const brought = broughtFor(name, save);
  if (brought) return brought[name];
  if (nullable && (data[name] ?? null) === null) return null;
  const instant = milliseconds(data[name] ?? save.now);
  const stored = trustedPlaces(data, save).map((place) => place[exact]);
  const same = stored.find((each) => typeof each === 'string' && milliseconds(each) === instant);
  return same ?? (Number.isNaN(instant) ? null : sixDigits(new Date(instant)));
}

/** The time when a change was last published. `data` includes all other values. */
export function modifiedDate(
  fields: readonly FlattenedField[],
  data: Data,
  name: string,
  save: Save,
): unknown {
  const { main, now, publishes } = save;
  const brought = broughtFor(name, save);
  if (brought) return brought[name];
  const before = main?.[name] ?? null;
  const changed = !main || !before || !hasEqualElement(fields, main, data);
  return publishes && changed ? sixDigits(now) : before;
}

const OF_PAYLOAD = new Set(['id', '_status', 'createdAt', 'updatedAt', 'deletedAt']);

/** True if two states of a document give the same element. Rich texts and dates are compared by their served values. */
function hasEqualElement(fields: readonly FlattenedField[], one: Data, other: Data): boolean {
  const forgotten = new Set(fieldsWithRole(fields, 'reference').map(({ last }) => last));
  return fields
    .filter((field) => !OF_PAYLOAD.has(field.name) && !forgotten.has(field.name))
    .filter(
      (field) => !isBookkeeping(field) && !['html', 'date', 'modified'].includes(roleOf(field)?.role ?? ''),
    )
    .every(({ name }) => comparable(one[name]) === comparable(other[name]));
}

function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (key, each) => {
    if (key === 'id') return undefined;
    if (each && typeof each === 'object' && 'id' in each && '_status' in each) return String(each.id);
    return typeof each === 'number' ? String(each) : (each ?? null);
  });
}
