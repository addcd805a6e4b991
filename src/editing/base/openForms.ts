import type { CollectionConfig, PayloadRequest } from 'payload';
import { noAccess } from '../../../collections/access/index.ts';
import { editorKeyOf, editorOf } from '../../../collections/portal/portal.ts';
import { describeError } from '../../system/logging/describeError.ts';

const OPEN_FORMS = 'portal-open-forms';

/** How long an open form counts after its last sign of life, in milliseconds: three times what passes between two. */
const LIFETIME = 60_000;

/** Who has which document open in a form, and when the form last asked for something newer. */
export const OpenForms: CollectionConfig = {
  slug: OPEN_FORMS,
  access: noAccess,
  admin: { hidden: true },
  lockDocuments: false,
  timestamps: false,
  fields: [
    // The document, and the key of the account.
    { name: 'key', type: 'text', required: true, unique: true, index: true },
    { name: 'document', type: 'text', required: true, index: true },
    { name: 'by', type: 'text', required: true },
    { name: 'at', type: 'date', required: true, index: true },
  ],
};

interface Row {
  id: number | string;
  key: string;
  by: string;
}

/**
 * Notes that the request's user has a document open in a form, and says who else has. It stops nobody: an error is logged.
 * @param document the collection and the id
 */
export async function otherOpenForms(req: PayloadRequest, document: string): Promise<string[]> {
  const { db, logger } = req.payload;
  const collection = OPEN_FORMS;
  const key = `${document} ${editorKeyOf(req)}`;
  const now = Date.now();
  try {
    const data = { key, document, by: editorOf(req), at: new Date(now).toISOString() };
    await db.upsert({ collection, data, where: { key: { equals: key } } });
    const before = new Date(now - LIFETIME).toISOString();
    await db.deleteMany({ collection, where: { at: { less_than: before } } });
    const where = { document: { equals: document }, key: { not_equals: key } };
    const { docs } = await db.find<Row>({ collection, where, limit: 0, pagination: false, sort: 'by' });
    return [...new Set(docs.map(({ by }) => by))];
  } catch (error) {
    logger.error(`Who has ${document} open: ${describeError(error)}`);
    return [];
  }
}
