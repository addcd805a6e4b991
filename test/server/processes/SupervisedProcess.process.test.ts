import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { FromCms, ToCms } from '../../../src/server/processes/control.ts';
import { SupervisedProcess } from '../../../src/server/processes/SupervisedProcess.ts';
import { onFileEnd } from '../../support/cleanup.ts';

const SCRIPT = path.join(import.meta.dirname, 'programs/cms.mjs');

/** Plays a role of `programs/cms.mjs`. */
class Player extends SupervisedProcess<FromCms, ToCms> {
  pid = 0;
  readonly events = new EventEmitter<{ listening: [] }>();
  readonly #role: string;

  constructor(role: string, log: (line: string) => void) {
    super({ name: 'It', log });
    this.#role = role;
  }

  protected override fork(): ChildProcess {
    const child = fork(SCRIPT, { env: { ...process.env, ROLE: this.#role }, execArgv: [] });
    this.pid = child.pid ?? 0;
    return child;
  }

  protected override onMessage({ type }: FromCms): void {
    if (type === 'listening') this.events.emit('listening');
  }

  protected override onEnd(): number {
    return 1000;
  }
}

async function started(role: string) {
  const lines: string[] = [];
  const supervised = new Player(role, (line) => lines.push(line));
  onFileEnd(() => supervised.kill());
  supervised.start();
  await once(supervised.events, 'listening');
  return { supervised, pid: supervised.pid, lines };
}

it('who does not stop in time is killed, and not started again', async () => {
  const { supervised, pid, lines } = await started('deaf');
  await supervised.stop({ type: 'stop' }, 50);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(lines).toEqual([`It is starting (process ${pid}).`]);
});

it('what is sent to nobody fails', async () => {
  const { supervised } = await started('well');
  await supervised.stop({ type: 'stop' }, 10_000);
  await new Promise<void>((resolve) => supervised.send({ type: 'stop' }, resolve));
});
