import { convertLexicalToPlaintext } from '@payloadcms/richtext-lexical/plaintext';
import { getTranslation, type I18nClient } from '@payloadcms/translations';
import type { ClientField, FormState, StaticLabel } from 'payload';
import { flattenTopLevelFields, reduceFieldsToValues } from 'payload/shared';

export type Data = Record<string, unknown>;

/** Never kept nor shown: passwords, and files, which a form cannot be given again. */
const LEFT_OUT = /password|^file$/i;

/** The values of the form's fields that differ from their initial values, by the name of the field. */
export function typedIn(state: FormState): Data {
  const changed = Object.entries(state).filter(([, { initialValue, value }]) => !isSame(initialValue, value));
  const names = new Set(changed.map(([path]) => path.split('.')[0] ?? path));
  const values: Data = reduceFieldsToValues(state, true);
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.has(name) && !LEFT_OUT.test(name)),
  );
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** The texts among the values of a form, each under its label. */
export function wordsIn(data: Data, fields: ClientField[], i18n: I18nClient): string {
  const texts = Object.entries(data).flatMap(([name, value]) => {
    const top = named(fields, name);
    const rows = top?.type === 'array' && Array.isArray(value) ? (value as Data[]) : undefined;
    if (top?.type !== 'array' || !rows) return labelled(labelOf(top, i18n), textOf(top, value));
    return rows.flatMap((row, at) =>
      Object.entries(row).flatMap(([column, cell]) => {
        const inner = named(top.fields, column);
        return labelled(`${labelOf(top, i18n)} ${at + 1}, ${labelOf(inner, i18n)}`, textOf(inner, cell));
      }),
    );
  });
  return texts.join('\n\n');
}

function labelled(label: string, text: string): string[] {
  return text.trim() === '' ? [] : [`${label}:\n${text.trim()}`];
}

function labelOf(field: ClientField | undefined, i18n: I18nClient): string {
  const given = field && 'label' in field && field.label;
  return given ? getTranslation(given as StaticLabel, i18n) : '';
}

function named(fields: ClientField[], name: string): ClientField | undefined {
  return flattenTopLevelFields(fields).find((field) => 'name' in field && field.name === name) as ClientField;
}

function textOf(field: ClientField | undefined, value: unknown): string {
  if (field?.type === 'richText' && value) return convertLexicalToPlaintext({ data: value as never });
  const isText = field?.type === 'textarea' || field?.type === 'text';
  return isText && typeof value === 'string' ? value : '';
}
