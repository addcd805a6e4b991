import { randomUUID } from 'node:crypto';
import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { keepDataVersion } from '../database/dataVersion.ts';
import { databaseProblem } from '../database/index.ts';
import { readableLogger } from '../logging/log.ts';
import { EnvironmentError } from '../settings/env.ts';
import { prepareEnvironment } from '../settings/prepare.ts';
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
  try {
    return await work(payload);
  } finally {
    await payload.destroy();
  }
}

/** The config of the server itself, for the prepared environment. The database of a restore may be broken. */
export async function serverConfig({ restores = false } = {}): Promise<SanitizedConfig> {
  const environment = prepareEnvironment({ restores });
  const problem = restores ? undefined : await databaseProblem(environment);
  if (problem) throw new EnvironmentError(problem.message);
  return (await import('../payload.config.ts')).default;
}
