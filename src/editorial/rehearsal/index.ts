/** Saves that stop before the write. */

export { type Change, changeOf, type Rehearser, rehearse, rehearseDraft, rehearseNew } from './rehearse.ts';
export { PROVISIONAL } from './withoutWrites.ts';
