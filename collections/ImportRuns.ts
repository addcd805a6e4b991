import type { BasePayload, CollectionConfig, Field, FieldHook } from 'payload';
import { type Bilingual, bilingual } from '../src/payload/i18n/bilingual.ts';
import { allows, noAccess } from './access/index.ts';
import { formAids } from './fields/smallFields.ts';
import { may } from './policies/may.ts';

const CLIENT = 'payload-portal-content/client';

/** An import gives a sign of life every few seconds; after so many milliseconds without one it is gone. */
export const SILENCE = 60_000;

/** The row of `portal-imports` that has it. */
export const LOCK = 'lock';

/** An import that broke off cannot say so itself: nobody has its lock any more. */
const interrupted: FieldHook = async ({ value, req }) => {
  if (value !== 'running') return value;
  const where = { key: { equals: LOCK } };
  const lock = await req.payload.db.findOne<{ id: string; fingerprint: string }>({
    collection: 'portal-imports',
    req,
    where,
  });
  const { seen } = JSON.parse(lock?.fingerprint ?? '{}') as { seen?: string };
  return seen !== undefined && Date.now() - Date.parse(seen) < SILENCE ? value : 'interrupted';
};

const time = (name: string, label: Bilingual): Field => ({
  name,
  type: 'date',
  label,
  admin: {
    components: { Field: `${CLIENT}#PublishedTime` },
    date: { pickerAppearance: 'dayAndTime' },
  },
});

/** When the last import has ended (ISO 8601); undefined if there was none. */
export async function lastImport({ db }: Pick<BasePayload, 'db'>): Promise<string | undefined> {
  const { docs } = await db.find<{ ended?: Date | string }>({
    collection: 'portal-import-runs',
    where: { ended: { exists: true } },
    sort: '-ended',
    limit: 1,
    pagination: false,
  });
  const ended = docs[0]?.ended;
  return ended && new Date(ended).toISOString();
}

/** Rows of JSON, as a table with these columns. */
const table = (name: string, label: Bilingual, columns: Record<string, Bilingual>): Field => ({
  name,
  type: 'json',
  label,
  admin: {
    components: { Field: { path: `${CLIENT}#RowsTable`, clientProps: { columns } } },
    disableListColumn: true,
    disableListFilter: true,
  },
});

/** Each import, as admins read it. Only imports themselves write here. */
export const ImportRuns: CollectionConfig = {
  slug: 'portal-import-runs',
  labels: {
    singular: bilingual('Εισαγωγή', 'Import'),
    plural: bilingual('Εισαγωγές', 'Imports'),
  },
  access: { ...noAccess, read: allows(may.readImports) },
  admin: {
    group: bilingual('Διαχείριση', 'Administration'),
    components: { edit: { beforeDocumentControls: formAids } },
    useAsTitle: 'began',
    listSearchableFields: ['folder', 'operator'],
    defaultColumns: ['began', 'state', 'operator', 'folder', 'capturedAt'],
    description: bilingual(
      'Τι έφεραν οι εντολές portal-content import. Εδώ μόνο διαβάζονται.',
      'What the portal-content import commands have imported. Read-only.',
    ),
    hideAPIURL: true,
  },
  defaultSort: '-began',
  disableDuplicate: true,
  lockDocuments: false,
  fields: [
    time('began', bilingual('Άρχισε', 'Began')),
    time('ended', bilingual('Τελείωσε', 'Ended')),
    {
      name: 'state',
      type: 'select',
      label: bilingual('Κατάσταση', 'State'),
      options: [
        { value: 'running', label: bilingual('Σε εξέλιξη', 'Running') },
        { value: 'interrupted', label: bilingual('Διακόπηκε', 'Interrupted') },
        { value: 'finished', label: bilingual('Ολοκληρώθηκε', 'Finished') },
      ],
      hooks: { afterRead: [interrupted] },
    },
    { name: 'operator', type: 'text', label: bilingual('Από', 'By') },
    { name: 'folder', type: 'text', label: bilingual('Φάκελος', 'Folder') },
    time('capturedAt', bilingual('Λήψη από το παλιό σύστημα', 'Captured')),
    { name: 'plan', type: 'text', label: bilingual('Αριθμός σχεδίου', 'Plan number') },
    {
      name: 'archive',
      type: 'text',
      label: bilingual('Αντίγραφο πριν από την εισαγωγή', 'Backup before the import'),
    },
    {
      name: 'restore',
      type: 'text',
      label: bilingual('Εντολή που το επαναφέρει', 'Command that brings it back'),
      admin: {
        description: bilingual(
          'Ο διακομιστής πρέπει να έχει σταματήσει. Φεύγει και ό,τι έγραψαν οι συντάκτες από τότε. Μένουν τα τρία νεότερα αντίγραφα.',
          'The server has to be stopped. What editors have written since goes, too. The newest three backups stay.',
        ),
      },
    },
    table('outcome', bilingual('Τι έγινε', 'What was done'), {
      list: bilingual('Λίστα', 'List'),
      created: bilingual('Νέα', 'Created'),
      updated: bilingual('Άλλαξαν', 'Updated'),
      unchanged: bilingual('Ίδια', 'Unchanged'),
      kept: bilingual('Έμειναν όπως τα έχουν οι συντάκτες', 'Kept as edited'),
      refused: bilingual('Δεν έγιναν δεκτά', 'Refused'),
      withdrawn: bilingual('Αποσύρθηκαν', 'Withdrawn'),
    }),
    table('captures', bilingual('Αρχεία', 'Captures'), {
      file: bilingual('Αρχείο', 'File'),
      count: bilingual('Στοιχεία', 'Elements'),
      sha256: { el: 'SHA-256', en: 'SHA-256' },
    }),
  ],
};

/** A collection of key-value rows without API access. */
function internal(slug: string, field: Field): CollectionConfig {
  return {
    slug,
    access: noAccess,
    admin: { hidden: true },
    lockDocuments: false,
    fields: [{ name: 'key', type: 'text', required: true, unique: true, index: true }, field],
  };
}

/** The last numbers given: `api_id` per list, link ranks. */
export const Counters = internal('portal-counters', { name: 'value', type: 'number', required: true });

/** The state of imports: a fingerprint per imported element, and the findings of the last import. */
export const Imports = internal('portal-imports', { name: 'fingerprint', type: 'textarea', required: true });
