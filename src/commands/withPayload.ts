import { getPayload, type Payload } from 'payload';
import { prepareEnvironment } from '../server/prepare.ts';

/**
 * Opens the server's Payload for one command: checks the environment, migrates an empty or older database, and closes it
 * when the work is done or has failed. Scheduled work is left to the server.
 *
 * @throws EnvironmentError before anything is opened, or whatever the work throws.
 */
export async function withPayload<T>(work: (payload: Payload) => Promise<T>): Promise<T> {
  prepareEnvironment();
  const { default: config } = await import('../payload.config.ts');
  const payload = await getPayload({ config });
  try {
    return await work(payload);
  } finally {
    await payload.destroy();
  }
}
