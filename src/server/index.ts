/** The checkpoint: the lists on disk. */
export { Checkpoint, type CheckpointOptions } from './checkpoint.ts';
export { checkpointPaths, keptLists } from './keptLists.ts';
