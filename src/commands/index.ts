/** What the commands say of an import, of a comparison and of a removal, in words. */
export { importStatus, importSummary } from './importSummary.ts';
export { paritySummary } from './paritySummary.ts';
export { removalSummary } from './removeSampleCommand.ts';
