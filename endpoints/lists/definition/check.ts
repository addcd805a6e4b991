import { isPart } from './contract.ts';
import type { ListField, ListFields } from './field.ts';
import type { ListForm } from './form.ts';
import { isSchema } from './schemas.ts';
import type { Kind, List } from './types.ts';

// Checks of a definition, so that mistakes show at once and not with the first document.

/** Names used by files, settings and collections of this project. */
const TAKEN_KEYS = [
  ...['collation', 'index', 'media', 'portal-counters', 'portal-import-runs', 'portal-imports'],
  'portal-settings',
];

/** Fields that every document already has. */
const TAKEN_NAMES = [
  'api_id',
  'createdAt',
  'deletedAt',
  'file',
  'hash',
  'listed',
  'position',
  'salt',
  'source_key',
  'updatedAt',
];

/** Suffixes of the hidden fields that belong to a field, by its type. */
const COMPANIONS: Partial<Record<ListField['type'], readonly string[]>> = {
  html: ['html', 'source'],
  image: ['kept', 'last'],
  embedded: ['last'],
  timestamp: ['exact'],
};

/** Types whose values are strings. They may share a key with a field of any JSON. */
const TEXTS: readonly string[] = ['html', 'modified', 'slug', 'text', 'timestamp', 'webAddress'];

function refuse(key: Kind, what: string): never {
  throw new Error(`defineList: the list "${key}" ${what}.`);
}

/** @throws Error if the key is not valid in file names, paths and settings */
export function refuseKey(key: Kind): void {
  if (!/^[a-z][a-z0-9-]*$/.test(key))
    refuse(key, 'has a key that is not of lower-case letters, digits and "-", beginning with a letter');
  if (TAKEN_KEYS.includes(key)) refuse(key, `can't be called so: "${key}" is a name of the project's own`);
}

/** @throws Error if the element is not an object schema of zod 4 */
export function refuseElement(key: Kind, element: unknown): void {
  if (!isSchema(element)) {
    refuse(
      key,
      `has an element that is no schema of zod 4 (your import of "zod" may find zod 3): make it with the "z" of ` +
        `payload-portal-content/lists`,
    );
  }
  if (!('shape' in element)) refuse(key, 'has an element that is no z.strictObject({…})');
}

/** The keys that an ordering names and a list does not have. */
export function unknownKeys(ordering: string, keys: readonly string[]): string[] {
  const names = ordering.split(',').map((term) => term.trim().replace(/^-/, ''));
  return names.filter((name) => name !== '' && !keys.includes(name));
}

/** @throws Error if an ordering names a key that cannot be used for ordering */
export function refuseOrderings({
  key,
  orderable,
  defaultOrdering,
  documentedOrderings,
}: Pick<List, 'key' | 'orderable' | 'defaultOrdering' | 'documentedOrderings'>): void {
  for (const [option, ordering] of [
    ['defaultOrdering', defaultOrdering],
    ...documentedOrderings.map((each) => ['documentedOrderings', each] as const),
  ] as const) {
    const unknown = unknownKeys(ordering, orderable);
    if (unknown.length === 0) continue;
    refuse(
      key,
      `can't be ordered by ${unknown.join(', ')}, which its ${option} names; it can by ${orderable.join(', ')}`,
    );
  }
}

/** @throws Error if a field is not possible in a document, an element or a database */
export function refuseFields(list: Kind, fields: ListFields): void {
  const names = Object.keys(fields);
  if (names.length === 0) refuse(list, 'has no fields');
  for (const name of names) refuseName(list, name);
  for (const [name, field] of Object.entries(fields)) {
    const companions = (COMPANIONS[field.type] ?? []).map((ending) => `${name}_${ending}`);
    const companion = companions.find((each) => names.includes(each));
    if (companion !== undefined)
      refuse(list, `has a field "${companion}", which is the name of a hidden field beside "${name}"`);
    if (field.type === 'rows') refuseColumns(list, name, field);
    if ('list' in field && isPart(field.list)) refusePart(list, name, { whole: fields, ...field.list });
  }
  const ranked = names.filter(
    (name) => fields[name]?.type === 'rows' && Object(fields[name]).ranked === true,
  );
  if (ranked.length > 1) refuse(list, `has several fields of ranked rows: ${ranked.join(', ')}`);
  const modified = names.filter((name) => fields[name]?.type === 'modified');
  if (modified.length > 1) refuse(list, `has several fields of the time of a change: ${modified.join(', ')}`);
  refuseMixed(list, fields);
}

function refuseColumns(
  list: Kind,
  name: string,
  { columns, ranked }: Extract<ListField, { type: 'rows' }>,
): void {
  if (Object.keys(columns).length === 0) refuse(list, `has rows "${name}" without a column`);
  for (const column of Object.keys(columns)) {
    if (column === 'id') refuse(list, `has a column "id" in "${name}", where rows have an id of their own`);
    if (ranked && column === 'rank')
      refuse(list, `has a column "rank" in "${name}", where rows have a rank of their own`);
    refuseName(list, column, [], `the column "${column}" of "${name}"`);
  }
}

/** A part must belong to the same list, so that the missing fields of its documents are known. */
function refusePart(
  list: Kind,
  name: string,
  { key, fields, whole }: { key: Kind; fields: ListFields; whole: ListFields },
): void {
  if (key !== list)
    refuse(list, `has a part of "${key}" at "${name}"; only its own elements can be there in part`);
  const unknown = Object.keys(fields).filter((each) => fields[each]?.type !== whole[each]?.type);
  if (unknown.length > 0)
    refuse(list, `has a part at "${name}" with what it does not have itself: ${unknown.join(', ')}`);
}

/** @throws Error if the form names an unknown field */
export function refuseForm(
  list: Kind,
  fields: ListFields,
  { columns = [], fields: forms = {} }: ListForm,
): void {
  const known = [...Object.keys(fields), 'listed', 'updatedAt'];
  const unknown = [...Object.keys(forms), ...columns].filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(list, `has a form of what it has no field of: ${unknown.join(', ')}`);
}

function refuseName(list: Kind, name: string, taken = TAKEN_NAMES, what = `a field "${name}"`): void {
  if (name === 'id') refuse(list, 'names "id" among its fields; every element has it, first of all');
  if (taken.includes(name)) refuse(list, `has ${what}, a name that every document has a field of already`);
  if (!/^[a-z][a-z0-9_]*$/i.test(name))
    refuse(list, `has ${what}, a name that is not of letters, digits and "_", beginning with a letter`);
}

/** Keys with any JSON are kept at any depth, so the same name must not have another type elsewhere in the element. */
function refuseMixed(list: Kind, fields: ListFields): void {
  const kept = new Map<string, string>();
  const strict = new Map<string, string>();
  const walk = (inner: ListFields, path: string): void => {
    for (const [name, field] of Object.entries(inner)) {
      const place = `${path}${name}`;
      if (field.type === 'image' || field.type === 'json') kept.set(name, place);
      else if (!TEXTS.includes(field.type)) strict.set(name, place);
      if (field.type === 'rows') walk(field.columns, `${place}.`);
      if (!('list' in field)) continue;
      if (field.list.fields) walk(field.list.fields, `${place}.`);
      else for (const key of field.list.keptKeys ?? []) kept.set(key, `${place}.${key}`);
    }
  };
  walk(fields, '');
  for (const [name, place] of kept) {
    const other = strict.get(name);
    if (other === undefined) continue;
    refuse(list, `has any JSON at "${place}" and none at "${other}": give one of them another name`);
  }
}
