/** The checkpoint: the lists on disk; where the server listens; how it sends e-mail. */
export { Checkpoint, type CheckpointOptions, checkpointFolder, keptLists } from './checkpoint.ts';
export { listenProblem } from './http/listen.ts';
export { mailProblem, smtp } from './mail.ts';
export { isSave } from './notes.ts';
