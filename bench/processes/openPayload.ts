import { getPayload, type Payload, type SanitizedConfig } from 'payload';

/** The server's own Payload on the database that the environment names; heard only when something fails. */
export async function openPayload(): Promise<Payload> {
  const config = await (await import('../../src/payload.config.ts')).default;
  // Payload's type for a config that has been read wants every option of the logger.
  const logger = {
    options: { level: 'error' },
    destination: process.stderr,
  } as unknown as SanitizedConfig['logger'];
  return getPayload({ config: { ...config, logger } });
}
