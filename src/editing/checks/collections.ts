import type { CollectionConfig, Field, SelectField, TextField } from 'payload';
import { allows, noAccess } from '../../../collections/access/index.ts';
import { formAids } from '../../../collections/fields/smallFields.ts';
import { may } from '../../../collections/policies/may.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { CHECKS, type Check } from './rules/index.ts';
import { CHECK_LABELS } from './settings.ts';

/** The slugs of the collections with the links of published documents, and with what the checks have found in them. */
export const LINKS = 'portal-links';
export const FINDINGS = 'portal-findings';

const CLIENT = 'payload-portal-content/client';

/** Why a page cannot be had. */
export const REASONS = {
  missing: bilingual('η σελίδα δεν υπάρχει (404)', 'the page does not exist (404)'),
  removed: bilingual('η σελίδα έχει αφαιρεθεί (410)', 'the page has been removed (410)'),
  host: bilingual('δεν υπάρχει τέτοιος ιστότοπος', 'the site does not exist'),
  silent: bilingual('ο ιστότοπος δεν απαντά', 'the site does not answer'),
  redirects: bilingual('οδηγεί συνεχώς σε άλλη διεύθυνση', 'it keeps redirecting to other addresses'),
} satisfies Record<string, Bilingual>;

export type Reason = keyof typeof REASONS;

/** `failed`: once so far, so it is asked again before it counts as broken. `unasked`: in a private network. */
const STATES = {
  waiting: bilingual('Δεν έχει ελεγχθεί ακόμη', 'Not checked yet'),
  works: bilingual('Λειτουργεί', 'Works'),
  unclear: bilingual('Ο ιστότοπος δεν λέει αν υπάρχει', 'The site does not say whether the page exists'),
  failed: bilingual('Δεν απάντησε, θα ξαναελεγχθεί', 'No answer; will be checked again'),
  broken: bilingual('Δεν λειτουργεί', 'Does not work'),
  unasked: bilingual('Δεν ελέγχεται (ιδιωτικό δίκτυο)', 'Not checked (private network)'),
} satisfies Record<string, Bilingual>;

type LinkState = keyof typeof STATES;

/** The document that a row is about. */
export interface DocumentRow {
  id: number | string;
  /** The slug of its collection. */
  collectionSlug: string;
  document: string;
  title: string;
  /** The path of the field in the form. */
  field: string;
  words: string;
}

/** A link of a published document. */
export interface LinkRow extends DocumentRow {
  address: string;
  host: string;
  state: LinkState;
  reason?: Reason | null;
  /** When it was first found not to work (ISO 8601). */
  since?: string | null;
  checkedAt?: string | null;
  /** When to ask again, if that is not the next night. */
  retryAt?: string | null;
}

/** What a check has found in a published document. */
export interface FindingRow extends DocumentRow {
  check: Check;
}

const text = (name: string, label: Bilingual, index = false): TextField => ({
  name,
  type: 'text',
  label,
  index,
});

const time = (name: string, label: Bilingual, index = false): Field => ({
  name,
  type: 'date',
  label,
  index,
  admin: {
    components: { Cell: `${CLIENT}#PublishedTimeCell`, Field: `${CLIENT}#PublishedTime` },
    date: { pickerAppearance: 'dayAndTime' },
  },
});

const select = (name: string, label: Bilingual, options: Record<string, Bilingual>): SelectField => ({
  name,
  type: 'select',
  label,
  index: true,
  options: Object.entries(options).map(([value, each]) => ({ value, label: each })),
});

const documentFields: Field[] = [
  {
    ...text('title', bilingual('Έγγραφο', 'Document')),
    admin: { components: { Cell: `${CLIENT}#CheckedDocumentCell` } },
  },
  text('words', bilingual('Λέξεις', 'Words')),
  text('field', bilingual('Πεδίο', 'Field')),
  text('collectionSlug', bilingual('Συλλογή', 'Collection')),
  text('document', bilingual('Αριθμός εγγράφου', 'Document number'), true),
];

/** Rows that only the server writes, and that authors read. */
function rows({ admin, ...config }: CollectionConfig): CollectionConfig {
  return {
    ...config,
    access: { ...noAccess, read: allows(may.read) },
    admin: {
      group: bilingual('Έλεγχοι', 'Checks'),
      components: {
        beforeListTable: [`${CLIENT}#RowListStyles`],
        edit: { beforeDocumentControls: formAids },
      },
      // The cell of the title needs them.
      useAsTitle: 'title',
      hideAPIURL: true,
      ...admin,
    },
    forceSelect: { title: true, collectionSlug: true, document: true },
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
  };
}

const PortalLinks: CollectionConfig = rows({
  slug: LINKS,
  // Those that do not work first.
  defaultSort: '-since',
  labels: { singular: bilingual('Σύνδεσμος', 'Link'), plural: bilingual('Σύνδεσμοι', 'Links') },
  admin: {
    defaultColumns: ['title', 'words', 'address', 'state', 'reason', 'since'],
    listSearchableFields: ['address', 'words', 'title'],
    description: bilingual(
      'Οι σύνδεσμοι όσων είναι δημοσιευμένα, όπως τους βρήκε ο τελευταίος έλεγχος. «Δεν έχει ελεγχθεί ακόμη» μένουν όσο ο έλεγχος συνδέσμων είναι κλειστός (LINK_CHECKS=off), όπως στο δείγμα.',
      'The links in published content, as last checked. They stay "Not checked yet" while link checks are off (LINK_CHECKS=off), as in the sample.',
    ),
  },
  fields: [
    ...documentFields,
    {
      ...text('address', bilingual('Διεύθυνση', 'Address'), true),
      admin: { components: { Cell: `${CLIENT}#LinkAddressCell` } },
    },
    text('host', bilingual('Ιστότοπος', 'Site'), true),
    select('state', bilingual('Κατάσταση', 'State'), STATES),
    select('reason', bilingual('Λόγος', 'Reason'), REASONS),
    time('since', bilingual('Από', 'Since')),
    time('checkedAt', bilingual('Ελέγχθηκε', 'Checked'), true),
    { ...time('retryAt', bilingual('Ξανά', 'Again'), true), hidden: true } as Field,
  ],
});

const PortalFindings: CollectionConfig = rows({
  slug: FINDINGS,
  labels: {
    singular: bilingual('Εύρημα των ελέγχων', 'Check finding'),
    plural: bilingual('Ευρήματα των ελέγχων', 'Check findings'),
  },
  admin: {
    defaultColumns: ['title', 'check', 'words'],
    listSearchableFields: ['title', 'words'],
    description: bilingual(
      'Όσα βρίσκουν οι έλεγχοι σε όσα είναι δημοσιευμένα. Ανοίξτε το έγγραφο: στα δεξιά λέει τι να κάνετε.',
      'What the checks have found in published content. Open a document to see what to do, in its sidebar.',
    ),
  },
  fields: [
    ...documentFields,
    select(
      'check',
      bilingual('Έλεγχος', 'Check'),
      Object.fromEntries(CHECKS.map((each) => [each, CHECK_LABELS[each]])),
    ),
  ],
});

/** The links of what is published, and what the checks have found in it. */
export const checkCollections: CollectionConfig[] = [PortalLinks, PortalFindings];
