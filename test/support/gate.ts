import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onFileEnd } from './cleanup.ts';

/** A port of its own that leads to another one of this machine, until it is shut. */
export interface Gate {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a gate to a port; whoever must be cut off from what listens there goes through it. */
export async function openGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    // a broken connection is what a gate is for
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  }
  function pass(from: Socket): void {
    const to = keep(connect(target, '127.0.0.1'));
    keep(from).pipe(to).pipe(from);
    from.once('close', () => to.destroy());
    to.once('close', () => from.destroy());
  }
  async function listen(port: number): Promise<number> {
    server = createServer(pass).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function shut(): Promise<void> {
    const closed = server && once(server.close(), 'close');
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listen(0);
  onFileEnd(shut);
  return { port, shut, open: async () => void (await listen(port)) };
}
