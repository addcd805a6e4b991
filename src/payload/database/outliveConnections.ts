import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BasePayload } from 'payload';
import { describeError } from '../../system/logging/describeError.ts';

const MESSAGE = 'PostgreSQL has closed a connection; another one is made when it is needed.';

/**
 * Keeps the process alive when PostgreSQL closes its connections, for example at a restart. Payload 3.90 handles errors of the
 * first connection only, and Node ends a process on an unhandled 'error' event.
 *
 * Upstream: payloadcms/payload#16939, #3920.
 * Needed for: a host's process, which serves the lists while its database restarts.
 */
export function outliveConnections({ db, logger }: BasePayload): void {
  const { pool } = db as unknown as Partial<PostgresAdapter>;
  if (db.name !== 'postgres' || !pool) return;
  // An error of an idle connection.
  pool.on('error', (err) => logger.warn(`${MESSAGE} ${describeError(err)}`));
  // An error of a connection in use, between two statements. The next statement fails and reports it.
  const held = () => {};
  pool.on('acquire', (client) => {
    if (!client.listeners('error').includes(held)) client.on('error', held);
  });
}
