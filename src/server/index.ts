/** The lists on disk: as the front that writes them sees them, and as a start finds them. */
export { Checkpoint, type CheckpointOptions } from './checkpoint.ts';
export { checkpointPaths, keptLists } from './keptLists.ts';
