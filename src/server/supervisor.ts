import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CMS_SOCKET, type FromCms, MISCONFIGURED, type ToCms } from './messages.ts';

/** How the cms stands: nothing is proxied unless it is up. */
export type CmsState = 'starting' | 'up' | 'down' | 'stopped';

/** What {@link superviseCms} is told. */
export interface SupervisorOptions {
  /** The module that the cms runs. */
  script: string;
  /** The environment of the next process, PORTAL_CMS_SOCKET aside. */
  env(): NodeJS.ProcessEnv;
  /** Node's own options for it. */
  execArgv: string[];
  /** A new process has begun; returns who listens to it. */
  onStart(send: (message: ToCms) => void, pid: number | undefined): CmsListener;
  /** It said that only an operator can put it right; true ends the supervision. */
  onMisconfigured(message: string): boolean;
  log(line: string): void;
}

/** What one cms process says, and its end. */
export interface CmsListener {
  onMessage(message: FromCms): void;
  onExit(): void;
}

/** The cms as the front sees it. */
export interface Supervisor {
  state(): CmsState;
  /** The socket on which the cms answers, while it does. */
  socketPath(): string | undefined;
  /** Asks the cms to finish what it is doing; resolves when it has ended. */
  stop(): Promise<void>;
  /** Ends the cms at once. */
  kill(): void;
}

/** Milliseconds before a cms that died is started again: doubled each time it does not get to listen. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/** A cms that has listened this long, in milliseconds, had a good start. */
const GOOD_START = 60_000;
/** How long a cms may take to stop before it is killed, in milliseconds. */
const STOP_PATIENCE = 30_000;

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

/** Runs the cms in a process of its own, again and again until it is told to stop. */
export function superviseCms(options: SupervisorOptions): Supervisor {
  const { log } = options;
  // mkdtemp makes it for this user alone (0700): who reaches the socket reaches the cms past the front.
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-cms-'));
  const clearAway = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clearAway);

  let child: ChildProcess | undefined;
  let state: CmsState = 'starting';
  let socket: string | undefined;
  let starts = 0;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;
  let ended: () => void = () => {};

  function start(): void {
    const socketPath = path.join(folder, `${++starts}.sock`);
    let misconfigured: string | undefined;
    let listeningSince = Number.POSITIVE_INFINITY;
    state = 'starting';
    const cms = fork(options.script, {
      env: { ...options.env(), [CMS_SOCKET]: socketPath },
      execArgv: options.execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = cms;
    const listener = options.onStart((message) => {
      // A closed channel is no news here: 'exit' tells of it.
      if (cms.connected) cms.send(message, () => {});
    }, cms.pid);
    cms.on('message', (message: FromCms) => {
      if (message.type === 'listening') {
        state = 'up';
        socket = socketPath;
        listeningSince = Date.now();
      }
      if (message.type === 'misconfigured') misconfigured = message.message;
      listener.onMessage(message);
    });
    function end(code: number | null, signal: NodeJS.Signals | null): void {
      rmSync(socketPath, { force: true });
      child = undefined;
      socket = undefined;
      listener.onExit();
      if (state === 'stopped') {
        clearAway();
        ended();
        return;
      }
      state = 'down';
      const why = code === MISCONFIGURED && misconfigured ? misconfigured : '';
      if (why && options.onMisconfigured(why)) return;
      failures = Date.now() - listeningSince > GOOD_START ? 0 : failures + 1;
      startAgain(listeningSince === Number.POSITIVE_INFINITY, signal ?? `status ${code}`);
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

  function startAgain(neverListened: boolean, how: string): void {
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE);
    const times = failures > 1 ? ` ${failures} times in a row` : '';
    const what = neverListened ? `could not start${times}` : 'ended';
    log(`The cms ${what} (${how}); it is started again in ${seconds(pause)}.`);
    restart = setTimeout(start, pause);
  }

  start();
  return {
    state: () => state,
    socketPath: () => socket,
    stop() {
      state = 'stopped';
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
      state = 'stopped';
      clearTimeout(restart);
      child?.kill('SIGKILL');
    },
  };
}
