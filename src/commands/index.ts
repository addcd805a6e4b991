/** Summaries of the commands, and how they show progress. */
export { importStatus, importSummary } from './importSummary.ts';
export { paritySummary } from './paritySummary.ts';
export { progressDisplay } from './progress.ts';
export { removalSummary } from './removeSampleCommand.ts';
