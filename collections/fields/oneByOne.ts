import type { Field } from 'payload';

/** Leaves fields, wherever they stand, out of bulk edits: what tells documents apart is not to be the same for many. */
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
