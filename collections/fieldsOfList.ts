import { type Field, type NumberField, toWords } from 'payload';
import type { ColumnField, ListField } from '../endpoints/lists/definition/field.ts';
import type { ListForm, Shown } from '../endpoints/lists/definition/form.ts';
import type { Label, ListFields } from '../endpoints/lists/index.ts';
import { type Bilingual, bilingual } from '../src/payload/i18n/bilingual.ts';
import { htmlText } from './fields/htmlText.ts';
import { imageField, keptJson } from './fields/image.ts';
import { seldomSet } from './fields/more.ts';
import { numberField } from './fields/number.ts';
import { referenceField, referencesField } from './fields/reference.ts';
import { slugField, urlSafe } from './fields/slug.ts';
import { dateField, flagField, listedField, modifiedField, rowsField } from './fields/smallFields.ts';
import { fits, textareaField, textField, webAddress } from './fields/text.ts';
import { portalOf } from './portal/portal.ts';

/** The Payload fields of a list's documents, in the order of the form. References use kinds in place of slugs. */
export function fieldsOfList(fields: ListFields, { fields: forms = {} }: ListForm = {}): Field[] {
  const { listed } = forms;
  return namesInForm(fields, forms).flatMap((name) => {
    const field = fields[name];
    if (field) return payloadFields(name, inForm(field, forms[name]));
    return listed ? [listedField(bilingualOf(listed.elsewhere))] : [];
  });
}

/** Keys in the order of the form: first those that it names, then the others. */
export function namesInForm(fields: ListFields, forms: object = {}): string[] {
  return [...new Set([...Object.keys(forms), ...Object.keys(fields)])];
}

/** A label in Greek, in English, and in its other languages. */
export function bilingualOf(label: Label): Bilingual {
  if (typeof label === 'string') return bilingual(label, label);
  const en = label.en ?? Object.values(label)[0] ?? '';
  // English first: Payload falls back to the first language.
  return { en, ...label, el: label.el ?? en };
}

/** A field with the properties of the form, which take precedence. */
function inForm(field: ListField, form: object = {}): ListField {
  if (field.type !== 'rows' || !('columns' in form)) return { ...field, ...form };
  const forms = form.columns as Record<string, object | undefined>;
  const columns = Object.entries(field.columns).map(([name, column]) => [
    name,
    { ...column, ...forms[name] },
  ]);
  return { ...field, ...form, columns: Object.fromEntries(columns) };
}

function payloadFields(name: string, field: ListField): Field[] {
  const texts = textsOf(name, field);
  switch (field.type) {
    case 'html':
      return htmlText({ ...texts, nullable: field.nullable ?? false });
    case 'image':
      return imageField({ description: SHOWN, ...texts, fills: field.fills, required: !field.nullable });
    case 'embedded': {
      const { list, missing, nullable, sidebar } = field;
      const required = nullable ? undefined : missing ? bilingualOf(missing) : CHOOSE;
      return referenceField({ ...texts, to: list.key, required, sidebar });
    }
    case 'embeddedMany':
      return [referencesField({ ...texts, to: field.list.key, sidebar: field.sidebar })];
    case 'timestamp':
      return dateField({ ...texts, nullable: field.nullable, sidebar: field.sidebar });
    case 'modified':
      return [modifiedField(texts)];
    case 'rows': {
      const columns = Object.entries(field.columns).map(([column, each]) => columnField(column, each));
      const { ranked, row } = field;
      const labels = row && { singular: bilingualOf(row.singular), plural: bilingualOf(row.plural) };
      return [rowsField({ ...texts, columns, row: labels, ranked })];
    }
    case 'slug': {
      const { label, ...rest } = texts;
      const { nullable, shared } = field;
      return [slugField({ ...rest, ...(field.label && { label }), nullable, shared })];
    }
    case 'json':
      return [keptJson({ description: AS_IT_CAME, ...texts })];
    default:
      return [columnField(name, field)];
  }
}

function columnField(name: string, field: ColumnField) {
  const texts = {
    ...textsOf(name, field),
    ...(field.sidebar !== undefined && { sidebar: field.sidebar }),
  };
  switch (field.type) {
    case 'text': {
      const { isTitle, multiline, nullable, required } = field;
      const check = isTitle ? fits : undefined;
      return (multiline ? textareaField : textField)({ ...texts, nullable, required }, check);
    }
    case 'slug':
      return textField({ ...texts, nullable: field.nullable, required: !field.nullable }, urlSafe);
    case 'webAddress':
      return textField({ ...texts, nullable: field.nullable, required: field.required }, webAddress);
    case 'integer':
      return numberField({
        sidebar: true,
        ...texts,
        whole: true,
        required: field.required,
        defaultValue: field.propose ? ownNumber : field.defaultValue,
        admin: field.propose && SIGNS,
      });
    case 'number':
      return numberField({ ...texts, required: field.required, defaultValue: field.defaultValue });
    case 'flag':
      return flagField({ ...texts, defaultValue: field.defaultValue });
  }
}

function textsOf(name: string, { label = toWords(name), description }: Shown) {
  return {
    name,
    label: bilingualOf(label),
    ...(description !== undefined && { description: bilingualOf(description) }),
  };
}

const SIGNS = {
  ...seldomSet(null),
  components: { afterInput: ['payload-portal-content/client#AuthorNumber'] },
};

/** The author number of the user who creates a document. */
const ownNumber: NumberField['defaultValue'] = ({ req, user }) =>
  portalOf(req.payload.config).author({ user }) ?? undefined;

const SHOWN = bilingual('Η πύλη δείχνει αυτή την εικόνα.', 'The portal shows this image.');
const CHOOSE = bilingual('Επιλέξτε ένα στοιχείο.', 'Choose an item.');
const AS_IT_CAME = bilingual('Δίνεται στην πύλη όπως ήρθε.', 'Passed to the portal unchanged.');
