import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload } from 'payload';
import { describeError } from '../../logging/describeError.ts';

const MESSAGE = 'PostgreSQL has closed a connection; another one is made when it is needed.';

/**
 * Keeps the process alive when PostgreSQL closes its connections, as it does when it starts again. Payload 3.90 listens to none
 * of them but the first, and Node ends a process over an error that nobody listens to.
 *
 * Upstream: payloadcms/payload#16939, #3920.
 * Depends on it: a host's process, lists and all, while its database starts again.
 */
export function outliveConnections({ db, logger }: BasePayload): void {
  const { pool } = db as unknown as Partial<PostgresAdapter>;
  if (db.name !== 'postgres' || !pool) return;
  // Of a connection that nobody uses.
  pool.on('error', (err) => logger.warn(`${MESSAGE} ${describeError(err)}`));
  // Of one that a save holds between two statements: the next one fails and says why.
  const held = () => {};
  pool.on('acquire', (client) => {
    if (!client.listeners('error').includes(held)) client.on('error', held);
  });
}
