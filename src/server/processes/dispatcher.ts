import { createServer, type Socket } from 'node:net';
import type { Environment } from '../../settings/env.ts';
import { acceptAll } from '../http/acceptAll.ts';
import { listen } from '../http/listen.ts';

/** Hands a connection to who answers on it; calls `onFailed` where that is gone. */
export type Taker = (connection: Socket, onFailed: () => void) => void;

/** The port of a server with several fronts: accepts connections and hands them out in turn. */
export interface Dispatcher {
  /** @throws EnvironmentError saying what is wrong with the address. */
  listen(address: Pick<Environment, 'host' | 'port'>): Promise<number>;
  /** Gives it its share of the connections from now on. */
  add(taker: Taker): void;
  remove(taker: Taker): void;
  /** Hands out what waits to be accepted, then closes the port. */
  close(): Promise<void>;
}

/**
 * Accepts for several processes. node:cluster would too, but when its last worker closes the port, what has been accepted and
 * not been handed out is dropped.
 */
export function dispatcher(): Dispatcher {
  const takers: Taker[] = [];
  /** Connections that came while no front was ready. */
  const waiting: Socket[] = [];
  let accepted = 0;

  function dispatch(connection: Socket): void {
    const taker = takers.shift();
    if (!taker) {
      waiting.push(connection);
      return;
    }
    takers.push(taker);
    taker(connection, () => {
      remove(taker);
      dispatch(connection);
    });
  }

  function remove(taker: Taker): void {
    const place = takers.indexOf(taker);
    if (place >= 0) takers.splice(place, 1);
  }

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => {
    accepted += 1;
    // Whoever takes it finds out by itself.
    connection.on('error', () => {});
    dispatch(connection);
  });

  return {
    listen: (address) => listen(server, address),
    add(taker) {
      takers.push(taker);
      for (const connection of waiting.splice(0)) dispatch(connection);
    },
    remove,
    async close() {
      await acceptAll(() => accepted);
      server.close();
    },
  };
}
