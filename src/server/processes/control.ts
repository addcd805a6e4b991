import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { BackupNotes } from '../../database/backupNotes.ts';
import type { Log } from '../../system/logging/log.ts';
import type { MetricsJson } from '../../system/metrics/registries.ts';

/** Messages of the cms to the main process over the IPC channel. */
export type FromCms =
  /** A sign of life, once a second from the start. */
  | { type: 'pulse' }
  /** The database is open, and the feed socket accepts connections. */
  | { type: 'source' }
  /** The admin and REST answer on the request socket. */
  | { type: 'listening' }
  /** The first start has created the sample portal and this user. */
  | { type: 'first-admin'; email: string; password: string }
  /** What it knows of the content has changed. */
  | { type: 'notes'; notes: CmsNotes }
  | MetricsMessage
  /** The cms ends because of an error. It is started again. */
  | { type: 'failed'; message: string }
  /** The cms ends because of an error that the operator has to fix. */
  | { type: 'misconfigured'; message: string };

export type ToCms = { type: 'stop' } | { type: 'metrics' };

/** The answer to a request for metrics. */
interface MetricsMessage {
  type: 'metrics';
  metrics: MetricsJson;
}

/** What the cms knows of its content, and the readers of the lists do not. What it does not know yet is undefined. */
export interface CmsNotes {
  /** The last save that the server could not make. */
  saveFailed?: { reason: string; at: string } | undefined;
  /** Images whose file is not in the folder. */
  mediaMissing?: number | undefined;
  /** Planned changes whose time has come, and those that have failed and that nobody has seen yet. */
  planned?: { due: number; failed: number } | undefined;
  /** When the last import ended. */
  imported?: string | undefined;
  backups?: BackupNotes | undefined;
}

/** Environment variables of the cms. */
export const CMS_ENV = {
  /** The Unix socket for requests. */
  requests: 'PORTAL_CMS_SOCKET',
  /** The Unix socket for documents. */
  feed: 'PORTAL_CMS_FEED',
  /** '1' on the first start with the server's own database. */
  firstStart: 'PORTAL_CMS_FIRST_START',
  /** '1' if the last start has failed: what it said is not said again. */
  again: 'PORTAL_CMS_AGAIN',
  /** '1' if lists are already served, so the database is not new. */
  serving: 'PORTAL_CMS_SERVING',
};

/** Milliseconds between two signs of life. */
export const PULSE = 1000;

/** The state of the cms. Requests are passed on only if it is `up`. */
export type CmsState = 'starting' | 'up' | 'down' | 'stopped';

/** The state of the cms and its sockets, for the front. */
export interface CmsStatus {
  state: CmsState;
  /** The socket for documents, once it accepts connections. */
  feed?: string | undefined;
  /** The socket for requests, while the cms is up. */
  requests?: string | undefined;
  notes?: CmsNotes | undefined;
}

/** Signals within this many milliseconds count as one, because a terminal and npm both send the same. */
const SAME_SIGNAL = 1000;

/** How often to check whether npm still runs, in milliseconds. */
const LOOK_FOR_NPM = 1000;

export interface Stoppable {
  /** Finishes open requests. */
  stop(): Promise<void>;
  /** Ends at once. */
  kill(): void;
}

/**
 * Stops the server and exits with 0 on SIGTERM or SIGINT, or when the `npm start` that started it has ended. A second signal
 * kills the server and exits with 1.
 */
export function onStopSignal(server: Stoppable, log: Log): void {
  let since: number | undefined;

  async function stop(reason: string): Promise<void> {
    since = performance.now();
    log(`${reason}: finishing what is being answered.`);
    await server.stop();
    process.exit(0);
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (since === undefined) {
      void stop(signal);
    } else if (performance.now() - since > SAME_SIGNAL) {
      server.kill();
      process.exit(1);
    }
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (process.env.npm_lifecycle_event !== 'start') return;
  onParentEnd(() => {
    if (since === undefined) void stop('npm has ended');
  });
}

/** Detects the end of the parent process by the change of `process.ppid`. */
function onParentEnd(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, LOOK_FOR_NPM).unref();
}

/**
 * Gives a child a lower priority than the front: readers of the lists come first. It is set from outside right after the fork: on
 * Linux, threads inherit the priority when they start, and Node starts some before any code of the child runs.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, which its exit reports, or the system has no priorities.
  }
}

export interface Watchdog {
  /** Call it at each sign of life. */
  seen(): void;
  stop(): void;
}

/**
 * Calls `onSilent` once after so many seconds without a sign of life. It counts ticks of its own timer, so time in which this
 * process itself was suspended does not count.
 */
export function watchdog(seconds: number, onSilent: () => void): Watchdog {
  let silent = 0;
  const timer = setInterval(() => {
    if (++silent === seconds) onSilent();
  }, PULSE).unref();
  return {
    seen() {
      silent = 0;
    },
    stop: () => clearInterval(timer),
  };
}
