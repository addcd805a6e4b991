import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CmsStanding, FromFrontProcess, ToFrontProcess } from './control.ts';
import { dispatcher, type Taker } from './dispatcher.ts';
import { PATIENCE } from './front.ts';
import type { Fronts, FrontsOptions } from './fronts.ts';
import { type GrowingPauses, growingPauses, seconds } from './growingPauses.ts';
import { saidOnce } from './saidOnce.ts';
import { watchdog } from './watchdog.ts';

/** The module that a front runs. */
const SCRIPT = fileURLToPath(new URL('./frontProcess.js', import.meta.url));
/** The longest pause before a front that ended is started again, in milliseconds. */
const LONGEST_PAUSE = 10_000;
/** How long a front that is started beside others waits for the cms before it serves the checkpoint, in milliseconds. */
const LOAD_PATIENCE = 10_000;
/** Seconds without a sign of life after which a front is killed. */
const HUNG_AFTER = 60;
/** How long a front may take to write the checkpoint once its requests have ended, in milliseconds. */
const CLOSING = 10_000;

/** One front that runs. */
interface FrontProcess {
  process: ChildProcess;
  pauses: GrowingPauses;
  /** It may be told things. */
  started: boolean;
  /** It has lists to serve. */
  serving: boolean;
  loaded: boolean;
  /** It has waited for the cms long enough. */
  impatient: boolean;
  keepsCheckpoint: boolean;
  /** Gives it connections, while it takes any. */
  taker: Taker | undefined;
}

/** Several fronts on one port, each in a process of its own; this process accepts for them and serves nothing itself. */
export function frontProcesses({ environment, onLoaded, log }: FrontsOptions): Fronts {
  const running = new Set<FrontProcess>();
  const port = dispatcher();
  const say = saidOnce(log);
  let standing: CmsStanding = { state: 'starting' };
  let stopping = false;
  let allLoaded = false;
  let onFirstStarted: () => void = () => {};
  let onEnd: () => void = () => {};

  function tell({ process, started }: FrontProcess, message: ToFrontProcess): void {
    // A closed channel is no news here: 'exit' tells of it.
    if (started && process.connected) process.send(message, () => {});
  }

  /** Has those that are ready take connections, and one of them keep the checkpoint. */
  function consider(): void {
    if (stopping) return;
    const fronts = [...running].filter(({ started }) => started);
    const taking = fronts.filter(({ taker }) => taker);
    for (const front of fronts) {
      if (front.taker) continue;
      // Whoever comes to one that has not loaded yet would find older lists than at the others, or none.
      const isWorse = !front.loaded && taking.some(({ loaded }) => loaded);
      const ready = front.serving && (!isWorse || front.impatient);
      if (taking.length > 0 && !ready) continue;
      front.taker = takerOf(front);
      taking.push(front);
      front.pauses.begun();
      port.add(front.taker);
    }
    const [first] = fronts;
    if (first && !fronts.some(({ keepsCheckpoint }) => keepsCheckpoint)) {
      first.keepsCheckpoint = true;
      tell(first, { type: 'keep-checkpoint' });
    }
  }

  function start(pauses: GrowingPauses): void {
    const child = fork(SCRIPT, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    log(`A front is starting (process ${child.pid}).`);
    const front: FrontProcess = {
      process: child,
      pauses,
      started: false,
      serving: false,
      loaded: false,
      impatient: false,
      keepsCheckpoint: false,
      taker: undefined,
    };
    running.add(front);
    const alive = watchdog(HUNG_AFTER, () => {
      log(`A front has given no sign of life for ${HUNG_AFTER} s; it is killed.`);
      child.kill('SIGKILL');
    });
    const impatience = setTimeout(() => {
      front.impatient = true;
      consider();
    }, LOAD_PATIENCE);
    child.on('message', (message: FromFrontProcess) => {
      alive.seen();
      if (message.type === 'log') say(message.line);
      if (message.type === 'started') {
        front.started = true;
        front.serving = message.serving;
        tell(front, { type: 'cms', standing });
        onFirstStarted();
      }
      if (message.type === 'loaded') {
        front.serving = true;
        front.loaded = true;
        allLoaded ||=
          running.size === environment.webConcurrency && [...running].every((each) => each.loaded);
        if (allLoaded) onLoaded();
      }
      if (message.type === 'started' || message.type === 'loaded') consider();
    });
    child.on('error', (error) => log(`A front: ${error.message}`));
    child.once('exit', (code, signal) => {
      alive.stop();
      clearTimeout(impatience);
      running.delete(front);
      if (front.taker) port.remove(front.taker);
      if (stopping) {
        if (running.size === 0) onEnd();
        return;
      }
      const pause = pauses.next(LONGEST_PAUSE);
      log(`A front ended (${signal ?? `status ${code}`}); it is started again in ${seconds(pause)}.`);
      setTimeout(() => {
        if (!stopping) start(pauses);
      }, pause);
      consider();
    });
  }

  return {
    async listen() {
      const listening = await port.listen(environment);
      const started = new Promise<void>((resolve) => {
        onFirstStarted = resolve;
      });
      for (let each = 0; each < environment.webConcurrency; each++) start(growingPauses());
      await started;
      return listening;
    },
    cms(next) {
      standing = next;
      for (const front of running) tell(front, { type: 'cms', standing });
    },
    serving: () => [...running].some(({ serving }) => serving),
    loaded: () => allLoaded,
    async stop() {
      stopping = true;
      // Each is told after the last connection that is given to it.
      await port.close();
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        const impatience = setTimeout(() => killAll(running), PATIENCE + CLOSING);
        onEnd = () => {
          clearTimeout(impatience);
          resolve();
        };
        for (const front of running) {
          if (front.started) tell(front, { type: 'stop' });
          else front.process.kill('SIGKILL');
        }
      });
    },
    kill() {
      stopping = true;
      killAll(running);
    },
  };
}

function takerOf({ process }: FrontProcess): Taker {
  return (connection, onFailed) => {
    process.send({ type: 'connection' } satisfies ToFrontProcess, connection, {}, (error) => {
      if (error) onFailed();
    });
  };
}

function killAll(fronts: Iterable<FrontProcess>): void {
  for (const { process } of fronts) process.kill('SIGKILL');
}
