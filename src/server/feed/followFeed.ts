import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import { Backoff } from '../../../endpoints/read-model/retry.ts';
import { FeedSource, type FeedSourceOptions } from './FeedSource.ts';

/** The longest pause after a socket or a load that failed, in milliseconds. */
const LONGEST_PAUSE = 2000;

export interface FollowOptions {
  readModel: Pick<ReadModel, 'connect' | 'rehearse' | 'status'>;
  /** The unix socket of one cms process. */
  socket: string;
  /** See {@link FeedSourceOptions}. */
  versions?: FeedSourceOptions['versions'];
  /** Everything is in the lists. */
  onLoaded(): void;
  /** Changes show. */
  onShown(): void;
  /** A load has failed. It is tried again. */
  onFailed(line: string): void;
}

/** The lists of one front, fed by one cms process. */
export interface FrontFeed {
  /** True while the lists hear of every change that the cms makes. */
  hears(): boolean;
  /** That cms is gone: what it gave stays. */
  end(): void;
}

/** Keeps the lists fed by one cms process until it is ended, however often the socket or a load fails. */
export function followFeed({
  readModel,
  versions,
  socket,
  onLoaded,
  onShown,
  onFailed,
}: FollowOptions): FrontFeed {
  let source: FeedSource | undefined;
  let isEnded = false;

  async function follow(): Promise<void> {
    const backoff = new Backoff();
    while (!isEnded) {
      const { rehearse, status } = readModel;
      source = new FeedSource({ socket, status, rehearse, onShown, ...(versions && { versions }) });
      try {
        const disconnect = await readModel.connect(source);
        onLoaded();
        await source.closed;
        disconnect();
        backoff.reset();
        await sleep(backoff.fail(LONGEST_PAUSE));
      } catch (error) {
        source.close();
        if (isEnded) return;
        const pause = backoff.fail(LONGEST_PAUSE);
        onFailed(
          `The lists could not be loaded; tried again in ${pause / 1000} s: ${(error as Error).message}`,
        );
        await sleep(pause);
      }
    }
  }

  void follow();
  return {
    hears: () => source?.hears === true,
    end() {
      isEnded = true;
      source?.close();
    },
  };
}
