import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { CMS_ENV, type CmsStanding, type FromCms, MISCONFIGURED, type ToCms } from './control.ts';
import { growingPauses, seconds } from './growingPauses.ts';
import { watchdog } from './watchdog.ts';

/** What {@link superviseCms} is told. */
export interface SupervisorOptions {
  /** The module that the cms runs. */
  script: string;
  /** The environment of the next process, its sockets aside. */
  env(): NodeJS.ProcessEnv;
  /** Node's own options for it. */
  execArgv: string[];
  /** A new process has begun. */
  onStart(pid: number | undefined): void;
  /** The cms stands otherwise than before. */
  onStanding(standing: CmsStanding): void;
  /** The first start has made a user. */
  onFirstAdmin(admin: { email: string; password: string }): void;
  /** It said that only an operator can put it right; true ends the supervision. */
  onMisconfigured(message: string): boolean;
  log(line: string): void;
  /** Seconds without a sign of life after which the cms is killed. @default 60 */
  hungAfter?: number;
}

/** The cms as the main process sees it. */
export interface Supervisor {
  standing(): CmsStanding;
  /** Asks the cms to finish what it is doing; resolves when it has ended. */
  stop(): Promise<void>;
  /** Ends the cms at once. */
  kill(): void;
}

/**
 * The longest pause before a cms is started again, in milliseconds: its database may be back any moment, while an operator
 * takes longer.
 */
const LONGEST_PAUSE = { ended: 2000, misconfigured: 30_000 };
/** How long a cms may take to stop before it is killed, in milliseconds. */
const STOP_PATIENCE = 30_000;

/** Runs the cms in a process of its own, again and again until it is told to stop. */
export function superviseCms(options: SupervisorOptions): Supervisor {
  const { log, hungAfter = 60 } = options;
  // mkdtemp makes it for this user alone (0700): who reaches a socket reaches the cms past the front.
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-cms-'));
  const clearAway = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clearAway);

  const pauses = growingPauses();
  let child: ChildProcess | undefined;
  let standing: CmsStanding = { state: 'starting' };
  let starts = 0;
  let restart: NodeJS.Timeout | undefined;
  let ended: () => void = () => {};

  function enter(next: CmsStanding): void {
    standing = next;
    options.onStanding(next);
  }

  function start(): void {
    starts += 1;
    const requests = path.join(folder, `${starts}.sock`);
    const feed = path.join(folder, `${starts}.feed`);
    let misconfigured = '';
    let listened = false;
    const cms = fork(options.script, {
      env: { ...options.env(), [CMS_ENV.requests]: requests, [CMS_ENV.feed]: feed },
      execArgv: options.execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = cms;
    yieldToReaders(cms);
    options.onStart(cms.pid);
    enter({ state: 'starting' });
    const alive = watchdog(hungAfter, () => {
      log(`The cms has given no sign of life for ${hungAfter} s; it is killed.`);
      cms.kill('SIGKILL');
    });
    cms.on('message', (message: FromCms) => {
      alive.seen();
      // What it sent before it heard that it is to stop changes nothing.
      if (standing.state === 'stopped') return;
      if (message.type === 'source') enter({ ...standing, feed });
      if (message.type === 'listening') {
        listened = true;
        pauses.begun();
        enter({ state: 'up', feed, requests });
      }
      if (message.type === 'first-admin') options.onFirstAdmin(message);
      if (message.type === 'misconfigured') misconfigured = message.message;
    });
    function end(code: number | null, signal: NodeJS.Signals | null): void {
      alive.stop();
      for (const socket of [requests, feed]) rmSync(socket, { force: true });
      child = undefined;
      if (standing.state === 'stopped') {
        clearAway();
        ended();
        return;
      }
      enter({ state: 'down' });
      const why = code === MISCONFIGURED ? misconfigured : '';
      if (why && options.onMisconfigured(why)) return;
      const pause = pauses.next(why ? LONGEST_PAUSE.misconfigured : LONGEST_PAUSE.ended);
      const times = pauses.failures > 1 ? ` ${pauses.failures} times in a row` : '';
      const what = listened ? 'ended' : `could not start${times}`;
      log(`The cms ${what} (${signal ?? `status ${code}`}); it is started again in ${seconds(pause)}.`);
      restart = setTimeout(start, pause);
    }
    // Both: what the cms said last may be read only after its exit has been seen.
    Promise.all([once(cms, 'exit'), once(cms, 'disconnect')]).then(
      ([[code, signal]]) => end(code, signal),
      (error: Error) => {
        log(`The cms could not be started: ${error.message}`);
        cms.kill('SIGKILL');
        end(null, null);
      },
    );
  }

  start();
  return {
    standing: () => standing,
    stop() {
      enter({ state: 'stopped', feed: standing.feed, requests: standing.requests });
      clearTimeout(restart);
      const cms = child;
      if (!cms) {
        clearAway();
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const impatience = setTimeout(() => cms.kill('SIGKILL'), STOP_PATIENCE);
        ended = () => {
          clearTimeout(impatience);
          resolve();
        };
        if (cms.connected) cms.send({ type: 'stop' } satisfies ToCms, () => {});
        else cms.kill('SIGKILL');
      });
    },
    kill() {
      standing = { state: 'stopped' };
      clearTimeout(restart);
      child?.kill('SIGKILL');
    },
  };
}

/**
 * Lets the readers go first where there are fewer cores than work. Done from outside and at once: on Linux the threads of a
 * process inherit this when they begin, and Node begins some before any code of the cms runs.
 */
function yieldToReaders({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Gone already, which its exit tells; or the system has no priorities to give.
  }
}
