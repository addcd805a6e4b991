import { type Field, toWords } from 'payload';
import type { ColumnField, ListField } from '../endpoints/lists/field.ts';
import type { Label, ListFields } from '../endpoints/lists/index.ts';
import { type Bilingual, bilingual } from '../src/i18n/bilingual.ts';
import { dateField, modifiedField } from './fields/date.ts';
import { flagField } from './fields/flags.ts';
import { htmlText } from './fields/htmlText.ts';
import { imageField, keptJson } from './fields/image.ts';
import { integer, numberField } from './fields/number.ts';
import { referenceField, referencesField } from './fields/reference.ts';
import { rowsField } from './fields/rows.ts';
import { slugField, urlSafe } from './fields/slug.ts';
import { textareaField, textField, webAddress } from './fields/text.ts';

/** The fields of a document whose list has these; references go to collections by their kinds. */
export function fieldsOfList(fields: ListFields): Field[] {
  return Object.entries(fields).flatMap(([name, field]) => payloadFields(name, field));
}

/** A label in Greek and English, whatever other languages it is in. */
export function bilingualOf(label: Label): Bilingual {
  if (typeof label === 'string') return bilingual(label, label);
  const first = Object.values(label)[0] ?? '';
  return { ...label, el: label.el ?? label.en ?? first, en: label.en ?? first };
}

function payloadFields(name: string, field: ListField): Field[] {
  const label = bilingualOf(field.label ?? toWords(name));
  const description = field.description === undefined ? undefined : bilingualOf(field.description);
  const shown = { name, label, ...(description && { description }) };
  switch (field.type) {
    case 'html':
      return htmlText({ ...shown, nullable: field.nullable ?? false });
    case 'image':
      return imageField({ description: SHOWN, ...shown, required: !field.nullable });
    case 'embedded': {
      const { list, nullable, sidebar } = field;
      const required = nullable ? undefined : CHOOSE;
      return referenceField({ ...shown, to: list.key, required, sidebar });
    }
    case 'embeddedMany':
      return [referencesField({ ...shown, to: field.list.key, sidebar: field.sidebar })];
    case 'timestamp':
      return dateField({ ...shown, nullable: field.nullable, sidebar: field.sidebar });
    case 'modified':
      return [modifiedField(shown)];
    case 'rows': {
      const columns = Object.entries(field.columns).map(([column, each]) => columnField(column, each));
      return [rowsField({ ...shown, columns })];
    }
    case 'slug': {
      const { label: named, nullable, shared } = field;
      return [
        slugField({ name, ...(named && { label }), ...(description && { description }), nullable, shared }),
      ];
    }
    case 'json':
      return [keptJson({ description: AS_IT_CAME, ...shown })];
    default:
      return [columnField(name, field)];
  }
}

function columnField(name: string, field: ColumnField) {
  const description = field.description === undefined ? undefined : bilingualOf(field.description);
  const shown = {
    name,
    label: bilingualOf(field.label ?? toWords(name)),
    ...(description && { description }),
    ...(field.sidebar !== undefined && { sidebar: field.sidebar }),
  };
  switch (field.type) {
    case 'text': {
      const { multiline, nullable, required } = field;
      return (multiline ? textareaField : textField)({ ...shown, nullable, required });
    }
    case 'slug':
      return textField({ ...shown, nullable: field.nullable, required: !field.nullable }, urlSafe);
    case 'webAddress':
      return textField({ ...shown, nullable: field.nullable, required: field.required }, webAddress);
    case 'integer':
      return integer({ ...shown, required: field.required ?? false, ...defaultOf(field) });
    case 'number':
      return numberField({ ...shown, required: field.required, ...defaultOf(field) });
    case 'flag':
      return flagField({ ...shown, defaultValue: field.defaultValue });
  }
}

function defaultOf({ defaultValue }: { defaultValue?: number | undefined }) {
  return defaultValue === undefined ? {} : { defaultValue };
}

const SHOWN = bilingual('Η πύλη δείχνει αυτή την εικόνα.', 'The portal shows this image.');
const CHOOSE = bilingual('Επιλέξτε ένα στοιχείο.', 'Choose an item.');
const AS_IT_CAME = bilingual('Δίνεται στην πύλη όπως ήρθε.', 'Handed to the portal as it came.');
