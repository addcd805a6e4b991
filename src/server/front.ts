import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { createHandler } from '../../endpoints/http/index.ts';
import { nodeListener } from '../../endpoints/http/node.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { createReadModel } from '../../endpoints/read-model/index.ts';
import { gently } from './closeGently.ts';
import type { CmsStanding } from './control.ts';
import type { Environment } from './env.ts';
import { type Following, followFeed } from './feed/followFeed.ts';
import { health } from './health.ts';
import { checkpointFile, keptLists } from './keptLists.ts';
import { listen } from './listen.ts';
import { cmsProxy } from './proxy.ts';
import { endSilent } from './silence.ts';

/**
 * A front: the lists, from memory, with nothing else in the process that could make a reader wait; whatever is no
 * list goes to the cms.
 */
export interface Front {
  /** Takes the lists from the checkpoint until the cms gives them; true where there are any. */
  restore(): Promise<boolean>;
  /** Writes the checkpoint from now on; one front of a server does. */
  keepCheckpoint(): void;
  /**
   * Begins to take requests; gives the port.
   *
   * @throws EnvironmentError saying what is wrong with the address.
   */
  listen(): Promise<number>;
  /** Answers what is asked on a connection that another process has accepted. */
  take(connection: Socket): void;
  /** Learns how the cms stands. */
  cms(standing: CmsStanding): void;
  /** Takes no new requests and finishes what is being answered. */
  close(): Promise<void>;
}

/** What {@link createFront} is told. */
export interface FrontOptions {
  environment: Environment;
  /** Everything that the cms has is in the lists: after the first load, and after each that follows a break. */
  onLoaded(): void;
  log(line: string): void;
}

/** How long requests may take to end once the front is to stop, in milliseconds. */
export const PATIENCE = 30_000;
/** In seconds. Longer than the minute that reverse proxies keep a connection: it is theirs to close it. */
const KEEP_ALIVE = 65;
/** In seconds: a client that keeps to what it is told closes first, and sends nothing into a connection that is being ended. */
const GRACE = 2;

/** Makes a front that listens nowhere yet. */
export function createFront({ environment, onLoaded, log }: FrontOptions): Front {
  const readModel = createReadModel({
    lists,
    onError: (message, error) => log(`${message} ${(error as Error).message}`),
  });
  const kept = keptLists({ file: checkpointFile(environment), lists, readModel, log });
  let standing: CmsStanding = { state: 'starting' };
  let following: Following | undefined;
  let followed: string | undefined;
  let takes = false;

  function follow(socket: string): Following {
    return followFeed({
      readModel,
      socket,
      log,
      onTaken: kept.taken,
      onLoaded() {
        kept.loaded();
        onLoaded();
      },
    });
  }

  const handler = createHandler({
    readModel,
    lists,
    age: kept.age,
    keepAlive: KEEP_ALIVE,
    compression: environment.compression,
  });
  // Only while its changes are heard: a reader who has saved would not see it otherwise.
  const reaches = () => following?.hears() === true;
  const proxy = cmsProxy(() => (reaches() ? standing.requests : undefined));
  const isHealth = health(readModel, () => (standing.state === 'up' && !reaches() ? 'down' : standing.state));
  const listener = nodeListener(handler, (request, response) => {
    if (!isHealth(request, response)) proxy(request, response);
  });
  const server = createServer(listener);
  endSilent(server, (KEEP_ALIVE + GRACE) * 1000);
  const closeGently = gently(server);
  // Who asks before sending a body is told by whoever takes the body; a list takes none.
  server.on('checkContinue', listener);

  return {
    restore: kept.restore,
    keepCheckpoint: kept.keep,
    listen: () => listen(server, environment),
    take(connection) {
      if (!takes) {
        takes = true;
        // With this, Node begins to look for requests that take too long to arrive.
        server.emit('listening');
      }
      // What Node sets where it accepts for an HTTP server itself.
      connection.allowHalfOpen = true;
      server.emit('connection', connection);
    },
    cms(next) {
      standing = next;
      if (next.feed === followed) return;
      following?.end();
      followed = next.feed;
      following = followed ? follow(followed) : undefined;
    },
    async close() {
      // Whatever is saved meanwhile is still heard of.
      await closeGently(PATIENCE);
      following?.end();
      await kept.close();
    },
  };
}
