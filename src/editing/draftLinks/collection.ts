import type { CollectionConfig, Field } from 'payload';
import { noAccess } from '../../../collections/access/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';

/** The slug of the collection of links that show a draft. */
export const DRAFT_LINKS = 'portal-draft-links';

/** A link that shows the newest draft of one document. */
export interface DraftLinkRow {
  id: number | string;
  collectionSlug: string;
  document: string;
  /** Of the document, when the link was made. */
  title: string;
  madeBy: string;
  /** The key of the user who made it, whose rights it has. */
  maker: string;
  /** ISO 8601, as are all times. */
  madeAt: string;
  expiresAt: string;
  revokedAt?: string | null;
  revokedBy?: string | null;
  /** How often it was opened, once a minute at most. */
  opened: number;
  lastOpenedAt?: string | null;
}

const text = (name: string, index = false): Field => ({ name, type: 'text', index });
const time = (name: string): Field => ({ name, type: 'date' });

/** The links that show a draft. They are read and written by their endpoints alone. */
export const DraftLinks: CollectionConfig = {
  slug: DRAFT_LINKS,
  labels: {
    singular: bilingual('Σύνδεσμος προεπισκόπησης', 'Draft link'),
    plural: bilingual('Σύνδεσμοι προεπισκόπησης', 'Draft links'),
  },
  access: noAccess,
  admin: { hidden: true },
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    text('collectionSlug'),
    text('document', true),
    text('title'),
    text('madeBy'),
    text('maker'),
    time('madeAt'),
    time('expiresAt'),
    time('revokedAt'),
    text('revokedBy'),
    { name: 'opened', type: 'number', defaultValue: 0 },
    time('lastOpenedAt'),
  ],
};
