import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CmsStanding, FromFrontProcess, ToFrontProcess } from './control.ts';
import { PATIENCE } from './front.ts';
import type { Fronts, FrontsOptions } from './fronts.ts';
import { type GrowingPauses, growingPauses, seconds } from './growingPauses.ts';
import { listen } from './listen.ts';
import { watchdog } from './watchdog.ts';

/** The longest pause before a front that ended is started again, in milliseconds. */
const LONGEST_PAUSE = 10_000;
/** How long a front that is started beside others waits for the cms before it serves the checkpoint, in milliseconds. */
const LOAD_PATIENCE = 10_000;
/** Seconds without a sign of life after which a front is killed. */
const HUNG_AFTER = 60;
/** How long a front may take to write the checkpoint once its requests have ended, in milliseconds. */
const CLOSING = 10_000;
/** Of lines that several fronts say within this many milliseconds, the first is printed. */
const SAME_LINE = 10_000;

/** One front that runs. */
interface FrontProcess {
  worker: Worker;
  /** It may be told things. */
  started: boolean;
  /** It has lists to serve. */
  serving: boolean;
  loaded: boolean;
  /** Told to take requests. */
  listens: boolean;
  keepsCheckpoint: boolean;
  /** It has waited for the cms long enough. */
  impatient: boolean;
}

/** Several fronts on one port, each in a process of its own (node:cluster); this process itself serves nothing. */
export function frontProcesses({ environment, onLoaded, log }: FrontsOptions): Fronts {
  const { host, port: wanted, webConcurrency } = environment;
  const running = new Set<FrontProcess>();
  const say = saidOnce(log);
  let standing: CmsStanding = { state: 'starting' };
  let stopping = false;
  let allLoaded = false;
  let onListening: (() => void) | undefined;
  let onEnd: () => void = () => {};

  function tell({ worker, started }: FrontProcess, message: ToFrontProcess): void {
    if (started && worker.isConnected()) worker.send(message, () => {});
  }

  /** Gives the fronts that run what there is to do. */
  function consider(): void {
    if (stopping) return;
    const fronts = [...running].filter(({ started }) => started);
    const listening = fronts.filter(({ listens }) => listens);
    const isBetter = listening.some(({ loaded }) => loaded);
    for (const front of fronts) {
      // Whoever comes to one that has not loaded yet would find older lists than at the others, or none.
      const ready = front.loaded || (front.serving && (front.impatient || !isBetter));
      if (front.listens || (listening.length > 0 && !ready)) continue;
      front.listens = true;
      listening.push(front);
      tell(front, { type: 'listen' });
    }
    const [first] = fronts;
    if (first && !fronts.some(({ keepsCheckpoint }) => keepsCheckpoint)) {
      first.keepsCheckpoint = true;
      tell(first, { type: 'keep-checkpoint' });
    }
  }

  function start(pauses: GrowingPauses): void {
    const worker = cluster.fork();
    log(`A front is starting (process ${worker.process.pid}).`);
    const front: FrontProcess = {
      worker,
      started: false,
      serving: false,
      loaded: false,
      listens: false,
      keepsCheckpoint: false,
      impatient: false,
    };
    running.add(front);
    const alive = watchdog(HUNG_AFTER, () => {
      say(`A front has given no sign of life for ${HUNG_AFTER} s; it is killed.`);
      worker.process.kill('SIGKILL');
    });
    const impatience = setTimeout(() => {
      front.impatient = true;
      consider();
    }, LOAD_PATIENCE);
    worker.on('message', (message: FromFrontProcess) => {
      alive.seen();
      switch (message.type) {
        case 'started':
          front.started = true;
          front.serving = message.serving;
          tell(front, { type: 'cms', standing });
          break;
        case 'loaded':
          front.serving = true;
          front.loaded = true;
          break;
        case 'listening':
          pauses.begun();
          onListening?.();
          break;
        case 'log':
          say(message.line);
          break;
      }
      if (message.type !== 'pulse' && message.type !== 'log') consider();
      if (message.type !== 'loaded') return;
      allLoaded ||= running.size === webConcurrency && [...running].every(({ loaded }) => loaded);
      if (allLoaded) onLoaded();
    });
    worker.once('exit', (code, signal) => {
      alive.stop();
      clearTimeout(impatience);
      running.delete(front);
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
      // Said here once what is wrong with the address; and with PORT=0 all fronts need the same.
      const probe = createServer();
      const port = await listen(probe, { host, port: wanted });
      await new Promise((resolve) => probe.close(resolve));
      process.env.PORT = String(port);
      cluster.setupPrimary({ exec: fileURLToPath(new URL('./frontProcess.js', import.meta.url)), args: [] });
      await new Promise<void>((resolve) => {
        onListening = resolve;
        for (let each = 0; each < webConcurrency; each++) start(growingPauses());
      });
      return port;
    },
    cms(next) {
      standing = next;
      for (const front of running) tell(front, { type: 'cms', standing });
    },
    serving: () => [...running].some(({ serving }) => serving),
    loaded: () => allLoaded,
    stop() {
      stopping = true;
      if (running.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const impatience = setTimeout(() => killAll(running), PATIENCE + CLOSING);
        onEnd = () => {
          clearTimeout(impatience);
          resolve();
        };
        for (const front of running) {
          if (front.started) tell(front, { type: 'stop' });
          else front.worker.process.kill('SIGKILL');
        }
      });
    },
    kill() {
      stopping = true;
      killAll(running);
    },
  };
}

function killAll(fronts: Iterable<FrontProcess>): void {
  for (const { worker } of fronts) worker.process.kill('SIGKILL');
}

/** Prints what several processes say at about the same time once. */
function saidOnce(log: (line: string) => void): (line: string) => void {
  const said = new Map<string, number>();
  return (line) => {
    const now = performance.now();
    for (const [each, at] of said) if (now - at > SAME_LINE) said.delete(each);
    if (said.has(line)) return;
    said.set(line, now);
    log(line);
  };
}
