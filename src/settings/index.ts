/** What the server is told by its environment and its data folder. */
export { firstStart, keptSecret } from './dataDir.ts';
export type { ConnectionLimits } from './env.ts';
export { EnvironmentError, publicUrl, readEnvironment, variableNames } from './env.ts';
export { filePath, fileUri } from './fileUri.ts';
