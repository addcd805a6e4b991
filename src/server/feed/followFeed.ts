import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import { watchdog } from '../watchdog.ts';
import { connection } from './connection.ts';
import { feedSource } from './feedSource.ts';
import type { FromFront, ToFront } from './messages.ts';

/** Milliseconds before a connection or a load that failed is tried again: doubled each time. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

/** Seconds without a sign of life from the cms after which the lists count as behind. */
const SILENCE = 3;

/** What {@link followFeed} is told. */
export interface FollowOptions {
  readModel: ReadModel;
  /** The unix socket of one cms process. */
  socket: string;
  /** Everything is in the lists. */
  onLoaded(): void;
  /** Changes have been taken. */
  onTaken(): void;
  log(line: string): void;
}

/** The lists of one front, fed by one cms process. */
export interface Following {
  /** True while the lists hear of every change that the cms makes. */
  hears(): boolean;
  /** That cms is gone: what it gave stays. */
  end(): void;
}

/** Keeps the lists fed by one cms process until it is ended, however often the connection or a load fails. */
export function followFeed({ readModel, socket, onLoaded, onTaken, log }: FollowOptions): Following {
  const ended = new AbortController();
  let hears = () => false;

  /** Feeds the lists over one connection, until that is closed. */
  async function followOnce(): Promise<void> {
    const { send, close } = connection<ToFront, FromFront>(connectSocket(socket), {
      onMessage(message) {
        alive.seen();
        source.receive(message);
      },
      onClose: () => gone.abort(),
    });
    const gone = new AbortController();
    const source = feedSource({
      send,
      onTaken,
      onError: (error) => log(`A change could not be taken: ${error}`),
    });
    const alive = watchdog(SILENCE, source.silent);
    gone.signal.addEventListener('abort', () => {
      alive.stop();
      source.close(new Error('the connection to the cms has ended'));
    });
    ended.signal.addEventListener('abort', close, { signal: gone.signal });
    hears = source.hears;
    const disconnect = await readModel.connect(source).catch((error: unknown) => {
      close();
      throw error;
    });
    if (!gone.signal.aborted) {
      onLoaded();
      await new Promise((resolve) => gone.signal.addEventListener('abort', resolve));
    }
    disconnect();
  }

  async function follow(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!ended.signal.aborted) {
      try {
        await followOnce();
        pause = FIRST_PAUSE;
      } catch (error) {
        if (ended.signal.aborted) return;
        log(`The lists could not be loaded; tried again in ${pause / 1000} s: ${(error as Error).message}`);
      }
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  void follow();
  return { hears: () => hears(), end: () => ended.abort() };
}
