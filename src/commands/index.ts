/** Summaries of the commands. */
export { importStatus, importSummary } from './importSummary.ts';
export { paritySummary } from './paritySummary.ts';
export { removalSummary } from './removeSampleCommand.ts';
