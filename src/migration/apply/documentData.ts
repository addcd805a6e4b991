import type { FlattenedField } from 'payload';
import { roleOf } from '../../../collections/portal/roles.ts';
import type { NewDocument } from '../../../endpoints/lists/index.ts';
import { htmlToLexical } from '../../rich-text/index.ts';
import { PLACE } from '../plan/index.ts';

/** What a planned reference stands for: a Payload id, or nothing that is there. */
type Resolve<T> = (planId: string) => T | undefined;

type Data = Record<string, unknown>;

/**
 * What a document says, as an editor would type it into Payload: rich texts as editor states, references by Payload's ids.
 * What no editor types follows from the document itself (collections/storedValues).
 */
export function documentData(
  document: NewDocument,
  fields: FlattenedField[],
  resolve: Resolve<number | string>,
): Data {
  const data: Data = {};
  for (const field of fields) {
    const { name } = field;
    const value = document[name];
    if (value === undefined || PLACE.has(name)) continue;
    const { role } = roleOf(field) ?? {};
    if ('relationTo' in field) data[name] = references(value, resolve);
    else if (role === 'html') data[name] = value ? htmlToLexical(String(value)) : null;
    else if (role === 'date') data[name] = value === null ? null : new Date(String(value)).toISOString();
    else data[name] = value;
  }
  return data;
}

function references(value: unknown, resolve: Resolve<number | string>): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => resolve(String(each)) ?? []);
  return value === null ? null : (resolve(String(value)) ?? null);
}
