import type { Server } from 'node:http';

/** How often connections are looked at that have become idle since, in milliseconds. */
const SWEEP = 50;

/**
 * Stops accepting connections and resolves when every request that is being answered has its answer. Connections that
 * wait for a next request are closed; those still busy after `patience` milliseconds are cut.
 */
export function closeGently(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
