import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onFileEnd } from './cleanup.ts';

/** A port that forwards to another port of this machine until it is shut. */
export interface Gate {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a gate to a port, for clients whose connection should be cut later. */
export async function openGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    // Broken connections are expected here.
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
