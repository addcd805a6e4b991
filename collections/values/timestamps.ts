import type { FlattenedField } from 'payload';
import { fieldsWithRole, isNote, roleOf } from '../portal/roles.ts';
import { broughtFor, type Data, type Save, trustedPlaces } from './known.ts';

/** ISO 8601 in UTC with six digits, as the contract has new timestamps; the clock gives milliseconds. */
function sixDigits(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/** A date as a database layer gives it (a `Date` or a text), in milliseconds since 1970; NaN for anything else. */
export function milliseconds(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

/** The exact string of a date: the one that it came with, until the date itself is edited. */
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

/** When a change was last published. `data` has all the other values. */
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
  const changed = !main || !before || !servesTheSame(fields, main, data);
  return publishes && changed ? sixDigits(now) : before;
}

const OF_PAYLOAD = new Set(['id', '_status', 'createdAt', 'updatedAt', 'deletedAt']);

/** Whether two states of a document serve the same. Texts and dates count by what is served of them. */
function servesTheSame(fields: readonly FlattenedField[], one: Data, other: Data): boolean {
  const forgotten = new Set(fieldsWithRole(fields, 'reference').map(({ last }) => last));
  return fields
    .filter((field) => !OF_PAYLOAD.has(field.name) && !forgotten.has(field.name))
    .filter((field) => !isNote(field) && !['html', 'date', 'modified'].includes(roleOf(field)?.role ?? ''))
    .every(({ name }) => comparable(one[name]) === comparable(other[name]));
}

function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (key, each) => {
    if (key === 'id') return undefined;
    if (each && typeof each === 'object' && 'id' in each && '_status' in each) return String(each.id);
    return typeof each === 'number' ? String(each) : (each ?? null);
  });
}
