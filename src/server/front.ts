import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandler } from '../../endpoints/http/index.ts';
import { nodeListener } from '../../endpoints/http/node.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { createReadModel } from '../../endpoints/read-model/index.ts';
import { gently } from './closeGently.ts';
import type { CmsStanding } from './control.ts';
import type { Environment } from './env.ts';
import { type Following, followFeed } from './feed/followFeed.ts';
import { health } from './health.ts';
import { cmsProxy } from './proxy.ts';

/**
 * A front: the lists, from memory, with nothing else in the process that could make a reader wait; whatever is no
 * list goes to the cms.
 */
export interface Front {
  /** Begins to take requests; gives the port. Rejects with what the system says against it. */
  listen(): Promise<number>;
  /** Learns how the cms stands. */
  cms(standing: CmsStanding): void;
  /** Finishes what is being answered, and takes no new requests. */
  close(): Promise<void>;
}

/** What {@link createFront} is told. */
export interface FrontOptions {
  environment: Pick<Environment, 'host' | 'port'>;
  /** Everything that the cms has is in the lists: after the first load, and after each that follows a break. */
  onLoaded(): void;
  log(line: string): void;
}

/** How long requests may take to end once the front is to stop, in milliseconds. */
export const PATIENCE = 30_000;
/** Longer than the minute that reverse proxies keep a connection: it is theirs to close it. */
const KEEP_ALIVE = 65_000;

function listen(server: Server, { host, port }: FrontOptions['environment']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Makes a front that listens nowhere yet. */
export function createFront({ environment, onLoaded, log }: FrontOptions): Front {
  const readModel = createReadModel({ lists });
  let standing: CmsStanding = { state: 'starting' };
  let following: Following | undefined;
  let followed: string | undefined;

  const handler = createHandler({ readModel, lists });
  const isHealth = health(readModel, () => standing.state);
  // Only once its changes are heard: a reader who has saved would not see it otherwise.
  const proxy = cmsProxy(() => (following?.hears() ? standing.requests : undefined));
  const listener = nodeListener(handler, (request, response) => {
    if (!isHealth(request, response)) proxy(request, response);
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener);
  const closeGently = gently(server);
  // Who asks before sending a body is told by whoever takes the body; a list takes none.
  server.on('checkContinue', listener);

  return {
    listen: () => listen(server, environment),
    cms(next) {
      standing = next;
      if (next.feed === followed) return;
      following?.end();
      followed = next.feed;
      following = followed
        ? followFeed({ readModel, socket: followed, onLoaded, onTaken: () => {}, log })
        : undefined;
    },
    async close() {
      await closeGently(PATIENCE);
      following?.end();
    },
  };
}
