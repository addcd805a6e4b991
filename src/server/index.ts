/** The checkpoint: the lists on disk; and where the server listens. */
export { Checkpoint, type CheckpointOptions } from './checkpoint.ts';
export { listenProblem } from './http/listen.ts';
export { checkpointPaths, keptLists } from './keptLists.ts';
export { isSave } from './saveRequests.ts';
