import type { AddressInfo, Server } from 'node:net';
import { type Environment, EnvironmentError } from '../../settings/env.ts';

/**
 * Starts to listen on the configured host and port. Gives the port.
 *
 * @throws EnvironmentError if the address cannot be used
 */
export function listen(server: Server, address: Pick<Environment, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    function refuse(error: NodeJS.ErrnoException): void {
      reject(new EnvironmentError(refusal(address, error)));
    }
    server.once('error', refuse);
    server.listen(address, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function refusal(
  { host, port }: Pick<Environment, 'host' | 'port'>,
  { code }: NodeJS.ErrnoException,
): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program${host ? ` on ${host}` : ''}. Example: PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Example: PORT=3000`;
  return `HOST ${host} is no address of this machine (${code}). Example: HOST=127.0.0.1`;
}
