import type { BasePayload, PayloadRequest } from 'payload';
import { may } from '../../collections/policies/may.ts';
import { AUDIT_LOG, type AuditRow, SEVERAL } from './actions.ts';

/** More than anybody reads on one page. */
const MOST = 200;

/** The newest entries of a document, also those of bulk actions that it was part of. */
export async function historyOf(
  { db }: BasePayload,
  collection: string,
  document: number | string,
): Promise<AuditRow[]> {
  const { docs } = await db.find<AuditRow>({
    collection: AUDIT_LOG,
    limit: MOST,
    pagination: false,
    sort: ['-at', '-id'],
    where: {
      and: [
        { collectionSlug: { equals: collection } },
        // So the index of `document` finds the few that are looked into.
        { document: { in: [String(document), SEVERAL] } },
        { or: [{ document: { equals: String(document) } }, { documents: { contains: ` ${document} ` } }] },
      ],
    },
  });
  return docs;
}

/** Of content, whoever may read it; of users, who reads the whole log. */
export function mayReadHistory(req: PayloadRequest, { auth }: { auth?: unknown }) {
  return auth ? may.readAuditLog(req) : may.read(req);
}
