import type { BasePayload, Field, SelectField } from 'payload';
import { type Bilingual, bilingual } from '../i18n/bilingual.ts';

/** Labels by the names of fields, and by the operations of the sharing settings. */
const LABELS: Record<string, Bilingual> = {
  title: bilingual('Όνομα', 'Name'),
  isShared: bilingual('Κοινή', 'Shared'),
  access: bilingual('Ποιοι τη χρησιμοποιούν', 'Sharing settings'),
  where: bilingual('Φίλτρα', 'Filters'),
  columns: bilingual('Στήλες', 'Columns'),
  groupBy: bilingual('Ομαδοποίηση', 'Group by'),
  relatedCollection: bilingual('Λίστα', 'List'),
  users: bilingual('Χρήστες', 'Users'),
  read: bilingual('Ανάγνωση', 'Read'),
  update: bilingual('Αλλαγή', 'Update'),
  delete: bilingual('Διαγραφή', 'Delete'),
};

const QUESTIONS: Record<string, Bilingual> = {
  read: bilingual('Ποιοι βλέπουν την προβολή', 'Who can see the view'),
  update: bilingual('Ποιοι αλλάζουν την προβολή', 'Who can change the view'),
  delete: bilingual('Ποιοι διαγράφουν την προβολή', 'Who can delete the view'),
};

const OPTIONS: Record<string, Bilingual> = {
  everyone: bilingual('Όλοι', 'Everyone'),
  onlyMe: bilingual('Μόνο εγώ', 'Only me'),
  specificUsers: bilingual('Ορισμένοι χρήστες', 'Specific users'),
};

/** Columns whose cells Payload writes in English, from names of fields and operators. */
const UNTRANSLATED = ['access', 'where', 'columns', 'groupBy'];

/**
 * Translates the form of query presets, and leaves out what cannot be translated: columns of their list, and grouping where
 * no list has it. Payload 3.90 has English labels there, and adds the collection after all plugins, so this runs on the
 * initialized Payload.
 *
 * Needed for: an admin that is completely in Greek.
 */
export function translatePresets({ collections }: BasePayload): void {
  const config = collections['payload-query-presets']?.config;
  if (!config) return;
  config.admin.defaultColumns = ['title', 'isShared'];
  const isGrouped = Object.values(collections).some(({ config: { admin } }) => admin.groupBy);
  for (const field of config.fields) {
    if (!('name' in field)) continue;
    translate(field, '');
    if (UNTRANSLATED.includes(field.name)) set(field, { disableListColumn: true, disableListFilter: true });
    if (field.name === 'groupBy' && !isGrouped) set(field, { hidden: true });
  }
}

/** @param parent the name of the field that it is in */
function translate(field: Field, parent: string): void {
  const name = 'name' in field ? field.name : operationOf(field);
  if (name === 'constraint') {
    Object.assign(field, { label: QUESTIONS[parent] });
    for (const option of (field as SelectField).options) {
      if (typeof option === 'object' && OPTIONS[option.value])
        option.label = OPTIONS[option.value] as Bilingual;
    }
    return;
  }
  const isSaid = 'label' in field && field.label !== false;
  if (LABELS[name] && isSaid) Object.assign(field, { label: LABELS[name] });
  if ('fields' in field) for (const each of field.fields) translate(each, name);
}

/** The operation that a collapsible part of the sharing settings is about: the name of its only field. */
function operationOf(field: Field): string {
  const [first] = 'fields' in field ? field.fields : [];
  return first && 'name' in first ? first.name : '';
}

function set(field: Field, admin: object): void {
  Object.assign(field, { admin: { ...field.admin, ...admin } });
}
