/** Signals this close together are one, in milliseconds: a terminal and npm each send the same. */
const SAME_SIGNAL = 1000;
/** How often npm is looked for, in milliseconds. */
const LOOK_FOR_NPM = 1000;

/** What can be stopped. */
export interface Stoppable {
  /** Finishes what is under way. */
  stop(): Promise<void>;
  /** Ends at once. */
  kill(): void;
}

/**
 * Stops and ends this process with 0 on SIGTERM and SIGINT, and when the `npm start` that began it is gone. A second signal
 * kills, and ends it with 1.
 */
export function onStopSignal(server: Stoppable, log: (line: string) => void): void {
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

/** A process whose parent has ended gets another one. */
function onParentEnd(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, LOOK_FOR_NPM).unref();
}
