import { getTranslation } from '@payloadcms/translations';
import type { FlattenedField, PayloadRequest } from 'payload';
import { roleOf } from '../../../collections/portal/roles.ts';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { readJson } from '../../../endpoints/lists/definition/parse.ts';
import { type Element, type List, toJson } from '../../../endpoints/lists/index.ts';
import type { PreviewedKey } from './types.ts';

interface Elements {
  before: string | null;
  after: string | null;
  /** Whether the save draws its number. */
  isNew: boolean;
}

/** The keys of an element with their exact JSON, before and after. */
export function previewedKeys(
  req: PayloadRequest,
  { keptKeys }: Pick<List, 'keptKeys'>,
  collection: string,
  { before, after, isNew }: Elements,
): PreviewedKey[] {
  const [old, made] = [before, after].map((each) => each && (readJson(each, keptKeys) as Element));
  const keys = new Set([...Object.keys(made || {}), ...Object.keys(old || {})]);
  return [...keys].map((key) => {
    const field = fieldOf(req, collection, key);
    const decided = key === 'id' ? isNew && 'number' : roleOf(field)?.role === 'modified' && 'time';
    return {
      key,
      label: fieldLabel(req, collection, key),
      type: typeOf(field),
      before: jsonOf(old, key),
      after: jsonOf(made, key),
      ...(decided && { decided }),
    };
  });
}

/** The label of a key's field in the form; the key if it has none. */
export function fieldLabel(req: PayloadRequest, collection: string, key: string): string {
  const label = labelOf(fieldOf(req, collection, key));
  return label ? getTranslation(label, req.i18n) : key;
}

export function fieldOf(
  { payload }: PayloadRequest,
  collection: string,
  key: string,
): FlattenedField | undefined {
  const fields = payload.collections[collection]?.config.flattenedFields ?? [];
  return fields.find(({ name }) => name === (key === 'id' ? 'api_id' : key));
}

export function typeOf(field: FlattenedField | undefined): PreviewedKey['type'] {
  if (roleOf(field)?.role === 'html') return 'html';
  if (field?.type === 'upload') return 'image';
  return field?.type === 'textarea' ? 'text' : 'other';
}

function jsonOf(element: Element | '' | null | undefined, key: string): string | null {
  return element && key in element ? toJson(element[key]) : null;
}
