import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../../system/network/index.ts';
import type { ConnectionLimits } from '../../../system/settings/env.ts';
import type { Clients } from '../clientAddress.ts';

/** Warnings for the operator. All clients of an untrusted proxy count as one address. */
const ALL_TAKEN = 'MAX_CONNECTIONS are open: further ones are ended.';
const takenBy = (network: string) =>
  `MAX_CONNECTIONS_PER_ADDRESS are open from ${network}: further ones are ended. A proxy belongs in TRUST_PROXY.`;

/** Closes connections beyond the limits. Connections of trusted proxies are not counted, since they carry many clients. */
export function limitConnections(
  server: Server,
  { isTrusted }: Pick<Clients, 'isTrusted'>,
  { most, perAddress }: ConnectionLimits,
  onLimit: (line: string, limit: 'connections' | 'connections_of_address') => void = () => {},
): void {
  const open = new Map<string, number>();
  let all = 0;
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress ?? '');
    const own = open.get(network) ?? 0;
    if (all >= most || own >= perAddress) {
      if (all >= most) onLimit(ALL_TAKEN, 'connections');
      else onLimit(takenBy(network), 'connections_of_address');
      return void socket.destroy();
    }
    all += 1;
    open.set(network, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
