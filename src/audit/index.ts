/** The audit log: who did what. `record.ts` is the one door into it. */
export { AuditLog } from './AuditLog.ts';
export { AS_PLANNED, AUDIT_LOG, type AuditRow } from './actions.ts';
export { historyOf, mayReadHistory } from './history.ts';
export { type AuditEntry, actsFor, recordAction, recordRefusedSignIn, retentionField } from './record.ts';
export { actionText, noteText } from './words.ts';
