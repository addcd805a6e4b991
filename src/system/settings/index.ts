/** The environment variables and the data folder of the server. */
export {
  beginRestore,
  cancelRestore,
  endRestore,
  firstStart,
  keptSecret,
  madeSecret,
  noteBackup,
  readBackupNote,
  refuseUnfinishedRestore,
  unfinishedRestore,
} from './dataDir.ts';
export type { ConnectionLimits } from './env.ts';
export { EnvironmentError, publicUrl, readEnvironment, readS3Settings } from './env.ts';
export { unreadNames } from './envFile.ts';
export { filePath, fileUri } from './fileUri.ts';
export { existingFolder, freeBytes, socketProblem } from './folders.ts';
export { loadEnvironment, prepareEnvironment } from './prepare.ts';
export { beSoleServer, isServed, socketOf } from './soleServer.ts';
export { isBucket } from './values.ts';
export { variableNames } from './variables.ts';
