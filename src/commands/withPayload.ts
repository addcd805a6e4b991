import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { actsFor } from '../audit/index.ts';
import { copyInto, inFile, unchanged } from '../backup/index.ts';
import { keepDataVersion, refuseLaterVersion } from '../database/dataVersion.ts';
import { databaseProblem } from '../database/index.ts';
import { isCurrentFile } from '../database/sqliteFile.ts';
import { readableLogger } from '../system/logging/log.ts';
import { operator } from '../system/operator.ts';
import { EnvironmentError } from '../system/settings/env.ts';
import { filePath } from '../system/settings/folders.ts';
import { prepareEnvironment } from '../system/settings/prepare.ts';
import { hostConfig } from './hostConfig.ts';

/**
 * Opens Payload for one command, and closes it afterwards. Scheduled jobs do not run.
 *
 * @param file a host's Payload config. Without it, the server's own config is used: the environment is checked, and an empty
 *   or older database is migrated.
 * @throws EnvironmentError or ConfigError before anything is opened, or the error of `work`
 */
export async function withPayload<T>(
  file: string | undefined,
  work: (payload: Payload) => Promise<T>,
): Promise<T> {
  const config = file === undefined ? await serverConfig() : await hostConfig(file);
  return opened(
    config,
    async (payload) => {
      if (file !== undefined) await keepDataVersion(payload);
      return work(payload);
    },
    // A host's `onInit`, which may create documents, must not run in a command.
    { runsOnInit: file === undefined },
  );
}

/**
 * Opens Payload for a command that only looks: nothing is written, and no database made. Where an SQLite database is missing,
 * or older than this release, a copy that is thrown away is looked at.
 *
 * @param file as of {@link withPayload}
 */
export async function withPayloadUnchanged<T>(
  file: string | undefined,
  work: (payload: Payload) => Promise<T>,
): Promise<T> {
  const config = file === undefined ? await serverConfig({ writes: false }) : await hostConfig(file);
  const look = async (payload: Payload) => {
    await refuseLaterVersion(payload);
    return work(payload);
  };
  const { name, ...adapter } = config.db.init({ payload: {} as Payload });
  if (name === 'mongoose') return opened(unchanged(config), look, { runsOnInit: false });
  const { url = '' } = (adapter as unknown as Partial<SQLiteAdapter>).clientConfig ?? {};
  if (name !== 'sqlite' || !url.startsWith('file:')) return opened(config, look, { runsOnInit: false });
  const database = path.resolve(filePath(url));
  const isThere = existsSync(database) && statSync(database).size > 0;
  if (isThere && (file !== undefined || (await isCurrentFile(database))))
    return opened(config, look, { runsOnInit: false });
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-content-'));
  try {
    const copy = path.join(folder, 'portal.db');
    if (isThere) await copyInto(database, copy);
    return await opened(inFile(config, copy), look, { runsOnInit: file === undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens Payload with a config, and closes it when `work` has ended. */
export async function opened<T>(
  config: SanitizedConfig,
  work: (payload: Payload) => Promise<T>,
  { runsOnInit }: { runsOnInit: boolean },
): Promise<T> {
  // Silent while opening, since errors are thrown and the command prints them. (The type of a sanitized config requires
  // all options of the logger.)
  const { options, destination } = readableLogger(process.stderr);
  const logger = {
    options: { ...options, level: 'silent' },
    destination,
  } as unknown as SanitizedConfig['logger'];
  const key = randomUUID();
  const payload = await getPayload({ config: { ...config, logger }, key, disableOnInit: !runsOnInit });
  payload.logger.level = 'error';
  actsFor(payload, operator());
  try {
    return await work(payload);
  } finally {
    await payload.destroy();
  }
}

/**
 * The config of the server itself, for the prepared environment. The database of a restore may be broken.
 * @param writes false for a command that writes nothing
 */
export async function serverConfig({ restores = false, writes = true } = {}): Promise<SanitizedConfig> {
  const environment = prepareEnvironment({ restores, writes });
  // A look at an SQLite file writes to it.
  const isAsked = !restores && (writes || environment.database !== 'sqlite');
  const problem = isAsked ? await databaseProblem(environment) : undefined;
  if (problem) throw new EnvironmentError(problem.message);
  return (await import('../payload.config.ts')).default;
}
