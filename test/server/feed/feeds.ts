import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type {
  Change,
  DocumentSource,
  Epoch,
  Follower,
  Load,
  ReadModel,
  ReadModelStatus,
} from '../../../endpoints/read-model/index.ts';
import { FeedServer } from '../../../src/server/feed/FeedServer.ts';
import { FeedSource } from '../../../src/server/feed/FeedSource.ts';
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
export function source(batches: Iterable<Change[]>) {
  const followers = new Set<Follower>();
  let epoch: Epoch | undefined = 'first';
  let asked = 0;
  let released = false;
  async function* read() {
    try {
      for (const batch of batches) {
        asked++;
        yield batch;
      }
    } finally {
      released = true;
    }
  }
  const documents: DocumentSource = {
    load: async () => ({ epoch: epoch ?? 'none', changes: read() }),
    follow(follower) {
      followers.add(follower);
      follower.epoch(epoch);
      return () => followers.delete(follower);
    },
  };
  return {
    documents,
    publish: async (changes: Change[]) => {
      await Promise.all([...followers].map((follower) => follower.changed(changes, epoch)));
    },
    say(said: Epoch | undefined) {
      epoch = said;
      for (const follower of followers) follower.epoch(said);
    },
    asked: () => asked,
    released: () => released,
  };
}

const servers: FeedServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A feed over a real socket. */
export async function serve(documents: DocumentSource, { timeout = 30_000 } = {}) {
  const late: string[] = [];
  const server = new FeedServer(documents, { timeout, onLate: () => late.push('late') });
  servers.push(server);
  const socket = join(await freshFolder(), 'feed');
  await server.listen(socket);
  return { server, socket, late };
}

/** How the lists of a front stand that has loaded them. */
export function status(): ReadModelStatus {
  return { state: 'live', since: 0, loaded: true, lists: {}, missing: [], failed: [] };
}

/** What comes of a change in a front that has loaded nothing else. */
export const rehearse: ReadModel['rehearse'] = async ({ document }) => ({
  before: null,
  after: JSON.stringify(document),
  orderings: [],
  others: [],
  missing: [],
  failed: [],
});

/** A front's end of it, before it follows. */
function connectTo(
  socket: string,
  asked: () => ReadModelStatus,
  rehearsing = rehearse,
  versions: ReadModel['versions'] = () => undefined,
) {
  let closed = false;
  const front = new FeedSource({ socket, status: asked, rehearse: rehearsing, versions, onShown() {} });
  void front.closed.then(() => {
    closed = true;
  });
  return { front, closed: () => closed };
}

/** Takes a change for ever. */
export const never = () => new Promise<void>(() => {});

/** A front that follows, with what it has heard: changes, and what the source says when that is another epoch. */
export async function following(
  socketPath: string,
  options: {
    changed?: (changes: readonly Change[]) => void | Promise<void>;
    status?: () => ReadModelStatus;
    rehearse?: ReadModel['rehearse'];
    versions?: ReadModel['versions'];
  } = {},
) {
  const connected = connectTo(socketPath, options.status ?? status, options.rehearse, options.versions);
  const heard: unknown[] = [];
  let said: Epoch | undefined | null = null;
  connected.front.follow({
    async changed(changes) {
      await options.changed?.(changes);
      heard.push(...changes);
    },
    epoch(epoch) {
      if (epoch !== said) heard.push(epoch);
      said = epoch;
    },
  });
  await expect.poll(() => connected.front.hears).toBe(true);
  return { ...connected, heard };
}

/** All changes of a load, in order. */
export async function collect(load: Promise<Load>): Promise<Change[]> {
  const all: Change[] = [];
  for await (const batch of (await load).changes) all.push(...batch);
  return all;
}
