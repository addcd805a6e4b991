/** What an import is going to do: a capture and what is here in, operations out. Nothing in this room reads or writes. */
export {
  type Captured,
  type CapturedDocument,
  type ListState,
  readCaptured,
} from './captured.ts';
export { PLACE } from './content.ts';
export {
  type Decision,
  editedHere,
  isWritten,
  type Rule,
  toWeigh,
} from './decisions.ts';
export { DOUBTS, type Doubt, DoubtfulCapture, type DoubtKind } from './doubts.ts';
export type {
  FieldShape,
  Here,
  HereContent,
  HereDocument,
  Id,
  KindShape,
  KnownDocument,
  LedgerEntry,
  Named,
} from './here.ts';
export { matchDocuments } from './matching.ts';
export type { Operation, Write } from './operations.ts';
export { PlacedDocuments, referencedFirst } from './placed.ts';
export { type Plan, type PlanOptions, planImport } from './planImport.ts';
export { type RankedRow, relativeRanks } from './ranks.ts';
export { type NotReproduced, verifyCaptured } from './verify.ts';
export type { Conflict, FieldConflict } from './weigh.ts';
