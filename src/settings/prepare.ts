import { existsSync } from 'node:fs';
import path from 'node:path';
import { keptSecret } from './dataDir.ts';
import { type Environment, readEnvironment } from './env.ts';
import { fileUri } from './fileUri.ts';

/** What this process and those that it starts make is for this user alone: the database has hashes of passwords. */
export function keepToThisUser(): void {
  process.umask(0o077);
}

/** An environment with everything in place that Payload needs. */
export interface PreparedEnvironment extends Environment {
  secret: string;
}

/** The file, in the folder a command is started from, that may set what the environment does not. */
const ENV_FILE = '.env';

/**
 * Reads `.env` and the environment, and changes nothing else.
 *
 * @throws EnvironmentError naming what is wrong.
 */
export function loadEnvironment(): Environment {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return readEnvironment();
}

/**
 * Loads the environment, makes the secret where nothing is configured, and puts what came of it back into
 * `process.env`, with the data folder as an absolute path: src/payload.config.ts reads it there, in this process and in
 * those that it starts. Once for each process: the second time, nothing would look unconfigured.
 *
 * @throws EnvironmentError naming what is wrong.
 */
export function prepareEnvironment(): PreparedEnvironment {
  const environment = loadEnvironment();
  const dataDir = path.resolve(environment.dataDir);
  const secret = environment.secret ?? keptSecret(dataDir);
  const databaseUri = environment.ownDatabase
    ? fileUri(path.join(dataDir, 'portal.db'))
    : environment.databaseUri;
  process.env.DATA_DIR = dataDir;
  process.env.DATABASE_URI = databaseUri;
  process.env.PAYLOAD_SECRET = secret;
  return { ...environment, dataDir, secret, databaseUri };
}
