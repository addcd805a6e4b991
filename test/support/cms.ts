import { expect, vi } from 'vitest';
import { read } from './reader.ts';
import type { TestServer } from './server.ts';

/** The process id of a server's cms that was started last. */
export function cmsPid(server: Pick<TestServer, 'output'>): number {
  const starts = [...server.output().matchAll(/The cms is starting \(process (\d+)\)/g)];
  const pid = Number(starts.at(-1)?.[1]);
  // a signal to process 0 or NaN would go to the tests themselves
  if (!(pid > 1)) throw new Error(`the server did not say that its cms is starting:\n${server.output()}`);
  return pid;
}

/** What `/readyz` answers: the HTTP status and the JSON value. */
interface Readiness {
  code: number;
  status: string;
  /** A moment, in ISO 8601. */
  since: string;
  cms: string;
}

/** Asks a server how it stands. */
export async function readiness({ url }: { url: string }): Promise<Readiness> {
  const { status, body } = await read(`${url}/readyz`);
  return { code: status, ...JSON.parse(body.toString()) };
}

/** Waits until `/readyz` says all of this. @param within milliseconds @throws the assertion's error when it does not by then */
export async function untilReadiness(
  server: { url: string },
  expected: Partial<Readiness>,
  within = 60_000,
): Promise<void> {
  const stands = async () => expect(await readiness(server)).toMatchObject(expected);
  await vi.waitFor(stands, { timeout: within, interval: 50 });
}

/** Kills the cms (SIGKILL) and waits, a minute at most, until another one is up. */
export async function killCms(server: TestServer): Promise<void> {
  const killed = cmsPid(server);
  process.kill(killed, 'SIGKILL');
  await server.printed(new RegExp(`\\(process ${killed}\\)[^]*The cms is starting`));
  await untilReadiness(server, { code: 200, cms: 'up' });
}

/** Whether there is a process of that number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
