/** The audit log: who did what. `record.ts` is the one door into it. */
export { AuditLog } from './AuditLog.ts';
export { AS_PLANNED, AUDIT_LOG } from './actions.ts';
export { changedFields } from './changedFields.ts';
export { historyOf } from './history.ts';
export { recordAction, retentionField } from './record.ts';
export { withHistory, withHistoryLabel } from './withHistory.ts';
export { noteText } from './words.ts';
