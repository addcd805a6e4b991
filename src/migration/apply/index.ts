/** Reads what is here in bulk, and does what a plan says. It decides nothing. */
export { apply, type Step } from './apply.ts';
export { documentData } from './documentData.ts';
export { addressesWithoutFile, type CopiedImages, copyImages, type ImageBytes } from './images.ts';
export { Ledger } from './ledger.ts';
export { type ImportLock, ImportRunning, takeLock } from './lock.ts';
export { contentsOf } from './readContents.ts';
export { readHere } from './readHere.ts';
export { withRetry } from './retry.ts';
export { setOwnImages } from './storeSettings.ts';
