import type { Log } from '../../system/logging/log.ts';

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
