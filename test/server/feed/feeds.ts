import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type {
  Change,
  DocumentSource,
  ReadModelStatus,
  Subscriber,
} from '../../../endpoints/read-model/index.ts';
import { type FeedServer, FeedSource, feedServer } from '../../../src/server/feed/index.ts';
import { freshFolder } from '../../support/databases.ts';

/** A change of a document with that text. */
export function change(id: number, text = ''): Change {
  return {
    kind: 'news-posts',
    id: String(id),
    document: { id: String(id), api_id: id, position: null, text },
  };
}

/** A source with the given batches, and a way to publish changes. */
export function source(batches: Iterable<Change[]>, { failAfter = Number.POSITIVE_INFINITY } = {}) {
  const subscribers = new Set<Subscriber>();
  let asked = 0;
  let released = false;
  const documents: DocumentSource = {
    async *load() {
      try {
        for (const batch of batches) {
          if (asked >= failAfter) throw new Error('the database is away');
          asked++;
          yield batch;
        }
      } finally {
        released = true;
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
  return {
    documents,
    publish: async (changes: Change[]) => {
      await Promise.all([...subscribers].map((subscriber) => subscriber.changed(changes)));
    },
    say(what: 'lost' | boolean) {
      for (const { lost, current } of subscribers) what === 'lost' ? lost() : current(what);
    },
    asked: () => asked,
    released: () => released,
    subscribers: () => subscribers.size,
  };
}

const servers: FeedServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A feed over a real socket. */
export async function serve(documents: DocumentSource, { patience = 30_000 } = {}) {
  const late: string[] = [];
  const server = feedServer(documents, { patience, onLate: () => late.push('late') });
  servers.push(server);
  const socket = join(await freshFolder(), 'feed');
  await server.listen(socket);
  return { server, socket, late };
}

/** How the lists of a front stand that has loaded them. */
export function status(): ReadModelStatus {
  return { state: 'live', since: 0, loaded: true, lists: {}, missing: [], failed: [] };
}

/** A front's end of it, before it subscribes. */
function connectTo(socket: string, asked: () => ReadModelStatus) {
  const errors: unknown[] = [];
  let taken = 0;
  let closed = false;
  const onTaken = () => taken++;
  const onError = (error: unknown) => errors.push(error);
  const front = new FeedSource({ socket, status: asked, onTaken, onError });
  void front.closed.then(() => {
    closed = true;
  });
  return { front, errors, taken: () => taken, closed: () => closed };
}

/** Takes a change for ever. */
export const never = () => new Promise<void>(() => {});

/** A front that has subscribed, with what it has heard. */
export async function subscribed(
  socketPath: string,
  options: { changed?: Subscriber['changed']; status?: () => ReadModelStatus } = {},
) {
  const connected = connectTo(socketPath, options.status ?? status);
  const heard: unknown[] = [];
  const unsubscribe = connected.front.subscribe({
    async changed(changes) {
      await options.changed?.(changes);
      heard.push(...changes);
    },
    lost: () => heard.push('lost'),
    current: (isCurrent) => heard.push(isCurrent),
  });
  await expect.poll(() => connected.front.hears).toBe(true);
  return { ...connected, heard, unsubscribe };
}

/** All changes of a load, in order. */
export async function collect(batches: AsyncIterable<Change[]>): Promise<Change[]> {
  const all: Change[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
