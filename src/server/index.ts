/** The checkpoint: the lists on disk; where the server listens; how it sends e-mail. */
export { Checkpoint, type CheckpointOptions } from './checkpoint.ts';
export { listenProblem } from './http/listen.ts';
export { checkpointFolder, keptLists } from './keptLists.ts';
export { mailProblem, smtp } from './mail.ts';
export { isSave } from './saveRequests.ts';
