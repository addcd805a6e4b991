import type { BasePayload, PayloadRequest } from 'payload';
import { may } from '../../collections/policies/may.ts';
import { AUDIT_LOG, type AuditRow } from './actions.ts';

/** More than anybody reads on one page. */
const MOST = 200;

/** The newest entries of a document. */
export async function historyOf(
  { db }: BasePayload,
  collection: string,
  document: number | string,
): Promise<AuditRow[]> {
  const where = { collectionSlug: { equals: collection }, document: { equals: String(document) } };
  const newest = { limit: MOST, pagination: false, sort: ['-at', '-id'] };
  return (await db.find<AuditRow>({ collection: AUDIT_LOG, ...newest, where })).docs;
}

/** Of content, whoever may read it; of users, who reads the whole log. Nobody where the log is left out. */
export function mayReadHistory(
  req: PayloadRequest,
  { auth }: { auth?: unknown },
): Promise<boolean> | boolean {
  if (!(AUDIT_LOG in req.payload.collections)) return false;
  return auth ? may.readAuditLog(req) : may.read(req);
}
