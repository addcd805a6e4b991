import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { prepareEnvironment } from '../server/prepare.ts';

/**
 * Opens the server's Payload for one command: checks the environment, migrates an empty or older database, and closes it
 * when the work is done or has failed. Scheduled work is left to the server.
 *
 * @throws EnvironmentError before anything is opened, or whatever the work throws.
 */
export async function withPayload<T>(work: (payload: Payload) => Promise<T>): Promise<T> {
  prepareEnvironment();
  const config = await (await import('../payload.config.ts')).default;
  // What a command has to say is its own; Payload is heard when something fails. (Its type for a config that has been
  // read wants every option of the logger.)
  const logger = {
    options: { level: 'error' },
    destination: process.stderr,
  } as unknown as SanitizedConfig['logger'];
  const payload = await getPayload({ config: { ...config, logger } });
  try {
    return await work(payload);
  } finally {
    await payload.destroy();
  }
}
