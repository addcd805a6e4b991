import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { keepDataVersion } from '../database/dataVersion.ts';
import { payloadLogger } from '../logging/log.ts';
import { prepareEnvironment } from '../settings/prepare.ts';
import { hostConfig } from './hostConfig.ts';

/**
 * Opens a Payload for one command, and closes it when the work is done or has failed. Scheduled work is left to the server.
 *
 * @param file the Payload config of a host. Without one it is the server's own: the environment is checked, and an empty
 *   or older database migrated.
 * @throws EnvironmentError or ConfigError before anything is opened, or whatever the work throws.
 */
export async function withPayload<T>(
  file: string | undefined,
  work: (payload: Payload) => Promise<T>,
): Promise<T> {
  const config = file === undefined ? await serverConfig() : await hostConfig(file);
  // What a command has to say is its own: why a database cannot be opened is thrown, too. (The type of a config that has
  // been read wants every option of the logger.)
  const { options, destination } = payloadLogger(process.stderr);
  const logger = {
    options: { ...options, level: 'silent' },
    destination,
  } as unknown as SanitizedConfig['logger'];
  // What a host does at its start, such as making its first documents, is no business of a command.
  const payload = await getPayload({ config: { ...config, logger }, disableOnInit: file !== undefined });
  payload.logger.level = 'error';
  try {
    if (file !== undefined) await keepDataVersion(payload);
    return await work(payload);
  } finally {
    await payload.destroy();
  }
}

async function serverConfig(): Promise<SanitizedConfig> {
  prepareEnvironment();
  return (await import('../payload.config.ts')).default;
}
