import { setTimeout as pause } from 'node:timers/promises';
import type { ReadModel } from '../../endpoints/read-model/index.ts';
import { ipcSource } from './ipcSource.ts';
import type { FromCms, ToCms } from './messages.ts';
import type { CmsListener } from './supervisor.ts';

/** Milliseconds before a load that failed is tried again: doubled each time. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** What {@link feedLists} is told. */
export interface FeedOptions {
  readModel: ReadModel;
  send(message: ToCms): void;
  /** Everything is in the lists. */
  onLoaded(): void;
  /** What is not about documents. */
  onMessage(message: FromCms): void;
  log(line: string): void;
}

/** Keeps the lists fed by one cms process, until it ends: what it gave stays. */
export function feedLists({ readModel, send, onLoaded, onMessage, log }: FeedOptions): CmsListener {
  const ended = new AbortController();
  const source = ipcSource(send, (error) => log(`A change could not be taken: ${error}`));

  async function connect(): Promise<void> {
    for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      try {
        const disconnect = await readModel.connect(source);
        ended.signal.addEventListener('abort', disconnect);
        if (ended.signal.aborted) return disconnect();
        return onLoaded();
      } catch (error) {
        if (ended.signal.aborted) return;
        log(`The lists could not be loaded, tried again in ${wait / 1000} s: ${(error as Error).message}`);
        await pause(wait);
        if (ended.signal.aborted) return;
      }
    }
  }

  return {
    onMessage(message) {
      if (source.receive(message)) return;
      if (message.type === 'source') void connect();
      else onMessage(message);
    },
    onExit() {
      ended.abort();
      source.close(new Error('the cms ended'));
    },
  };
}
