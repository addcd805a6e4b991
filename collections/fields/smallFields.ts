import type {
  ArrayField,
  CheckboxField,
  Field,
  FieldAffectingData,
  NumberField,
  TextareaField,
  TextField,
  UIField,
} from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { NO_DATE } from '../save/messages.ts';
import { seldomSet } from './more.ts';

/** Clients cannot read, query or sort by the field. */
const denyAll = () => false;

/** Part of `custom`: `@payloadcms/plugin-import-export` leaves the field out of its exports. */
export const notExported = { 'plugin-import-export': { disabled: true } };

/** A field with a computed value, hidden from editors and clients. */
export function hidden(field: FieldAffectingData): Field {
  const custom = { ...field.custom, ...notExported };
  return { ...field, custom, hidden: true, access: { read: denyAll } } as Field;
}

interface FlagOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** @default false */
  defaultValue?: boolean | undefined;
}

export function flagField({ name, label, description, defaultValue = false }: FlagOptions): CheckboxField {
  return {
    name,
    type: 'checkbox',
    defaultValue,
    label,
    admin: { ...seldomSet(defaultValue), position: 'sidebar', ...(description && { description }) },
  };
}

/** The checkbox `listed`. Without it, a document is only embedded in others and not in its own list. */
export function listedField(whereElse: { el: string; en: string }): CheckboxField {
  return flagField({
    name: 'listed',
    label: bilingual('Στη λίστα', 'In the list'),
    defaultValue: true,
    description: bilingual(
      `Χωρίς αυτό, δεν εμφανίζεται στη δική του λίστα, αλλά μόνο ${whereElse.el}.`,
      `If this is off, the item is shown only ${whereElse.en}, not in its own list.`,
    ),
  });
}

type Column = CheckboxField | NumberField | TextareaField | TextField;

interface RowsOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** In the order of the element's keys. */
  columns: Column[];
  /** The label of a row. A collapsed row then shows its first text. */
  row?: { singular: Bilingual; plural: Bilingual } | undefined;
  /** Adds a hidden rank to each row. */
  ranked?: boolean | undefined;
}

const RANK = 'rank';

/** An array of rows with plain values. */
export function rowsField({ name, label, description, columns, row, ranked }: RowsOptions): ArrayField {
  const text = columns.find(({ type }) => type === 'text' || type === 'textarea')?.name;
  return {
    name,
    type: 'array',
    label,
    ...(row && { labels: row }),
    custom: custom(
      ranked ? { role: 'ranked', rank: RANK, by: columns.map((column) => column.name) } : { role: 'rows' },
    ),
    admin: {
      ...(row && {
        components: {
          RowLabel: { path: 'payload-portal-content/client#LinkRowLabel', clientProps: { column: text } },
        },
      }),
      ...(description && { description }),
    },
    fields: ranked ? [...columns, hidden({ name: RANK, type: 'number' })] : columns,
  };
}

/** The field's name, for `admin.listSearchableFields`. */
export const SEARCH = 'search_text';

/**
 * The field with the search words of a document. Payload must be able to query it, so it is not `hidden`, but its value is
 * removed from responses.
 * @param also names of fields without a role whose words are included
 */
export function searchField(also: string[] = []): TextareaField {
  return {
    name: SEARCH,
    type: 'textarea',
    custom: { ...custom({ role: 'search', also }), ...notExported },
    label: bilingual('τίτλο, όνομα στη διεύθυνση, αριθμό και κείμενο', 'title, slug, number and text'),
    admin: { disableListColumn: true, disableListFilter: true, hidden: true },
    hooks: {
      afterRead: [
        ({ siblingData }) => {
          delete siblingData[SEARCH];
        },
      ],
    },
    // No limit of length.
    validate: () => true,
  };
}

interface DateOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** The lists give null for an empty date. Otherwise a new document gets the current time. */
  nullable?: boolean | undefined;
  sidebar?: boolean | undefined;
}

const now = () => new Date().toISOString();

/** A date and its exact string in `{name}_exact`, because imported timestamps have more digits than a date. */
export function dateField({ name, label, description, nullable = false, sidebar }: DateOptions): Field[] {
  const exact = `${name}_exact`;
  return [
    {
      name,
      type: 'date',
      custom: custom({ role: 'date', exact, nullable }),
      label,
      ...(!nullable && { defaultValue: now, hooks: { beforeDuplicate: [now] } }),
      admin: {
        ...(sidebar && { position: 'sidebar' as const }),
        components: {
          Field: {
            path: 'payload-portal-content/client#ZonedDateField',
            clientProps: { isRequired: !nullable },
          },
        },
        date: { pickerAppearance: 'dayAndTime', displayFormat: 'dd/MM/yyyy HH:mm', timeFormat: 'HH:mm' },
        ...(description && { description }),
      },
      validate: (value: unknown, { req }: { req: { i18n: { language: string } } }) => {
        if (value || nullable) return true;
        return translate(NO_DATE, req.i18n.language);
      },
    },
    hidden({ name: exact, type: 'text' }),
  ];
}

/** The time when a change was last published. It is read-only. */
export function modifiedField({ name, label }: { name: string; label: Bilingual }): Field {
  return {
    name,
    type: 'text',
    custom: custom({ role: 'modified' }),
    label,
    admin: {
      ...seldomSet(null),
      position: 'sidebar',
      readOnly: true,
      components: {
        Cell: 'payload-portal-content/client#PublishedTimeCell',
        Diff: 'payload-portal-content/rsc#TimeDiff',
        Field: 'payload-portal-content/client#PublishedTime',
      },
      description: bilingual('Ορίζεται όταν δημοσιεύεται μια αλλαγή.', 'Set when a change is published.'),
    },
  };
}

/** The plugin's form components, for `beforeDocumentControls`. */
export const formAids = ['payload-portal-content/rsc#FormAids'];

const LABEL = 'payload-portal-content/client#RequiredLabel';

/**
 * Marks the label of a field that is required for publishing. Payload's `required` would also add a NOT NULL column and apply
 * to the types of drafts.
 */
export const requiredLabel = { Label: LABEL };

/** Explains the mark above the fields, if a field has it. */
export function requiredLegend(fields: Field[]): UIField[] {
  const isMarked = fields.some(({ admin }) => {
    const { Label } = (admin as { components?: { Label?: unknown } } | undefined)?.components ?? {};
    return Label === LABEL;
  });
  if (!isMarked) return [];
  const admin = {
    components: { Field: 'payload-portal-content/client#RequiredLegend' },
    disableBulkEdit: true,
    disableListColumn: true,
  };
  return [{ name: 'required_legend', type: 'ui', admin }];
}

/** Shows in the sidebar which other documents use this one. */
export function whereUsedField(): UIField {
  return {
    name: 'where_used',
    type: 'ui',
    label: bilingual('Πού χρησιμοποιείται', 'Where it is used'),
    admin: {
      position: 'sidebar',
      disableListColumn: true,
      components: { Field: 'payload-portal-content/client#WhereUsed' },
    },
  };
}
