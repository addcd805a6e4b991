import type { Field } from 'payload';

/** Excludes fields with unique values from bulk edits, in tabs and groups too. */
export function oneByOne(fields: Field[], names: readonly (string | undefined)[]): Field[] {
  return fields.map((field) => {
    if ('name' in field && field.name) {
      if (!names.includes(field.name)) return field;
      return { ...field, admin: { ...field.admin, disableBulkEdit: true } } as Field;
    }
    if (field.type === 'tabs') {
      const tabs = field.tabs.map((tab) => ({ ...tab, fields: oneByOne(tab.fields, names) }));
      return { ...field, tabs } as Field;
    }
    return 'fields' in field ? ({ ...field, fields: oneByOne(field.fields, names) } as Field) : field;
  });
}
