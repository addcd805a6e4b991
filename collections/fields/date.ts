import type { Field } from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { NO_DATE } from '../save/messages.ts';
import { hidden } from './hidden.ts';

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
