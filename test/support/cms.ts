import { expect, vi } from 'vitest';
import { read } from './reader.ts';
import type { TestServer } from './server.ts';

/** The process id of a server's latest cms. */
export function cmsPid(server: Pick<TestServer, 'output'>): number {
  const starts = [...server.output().matchAll(/The cms is starting \(process (\d+)\)/g)];
  const pid = Number(starts.at(-1)?.[1]);
  // a signal to process 0 or NaN would go to the tests themselves
  if (!(pid > 1)) throw new Error(`the server did not say that its cms is starting:\n${server.output()}`);
  return pid;
}

/** The answer of `/readyz`: the HTTP status and the JSON value. */
interface Readiness {
  code: number;
  status: string;
  /** A time, in ISO 8601. */
  since: string;
  cms: string;
}

export async function readiness({ url }: { url: string }): Promise<Readiness> {
  const { status, body } = await read(`${url}/readyz`);
  return { code: status, ...JSON.parse(body.toString()) };
}

/** Waits until `/readyz` has all these values. @param within milliseconds @throws the assertion's error after that time */
export async function untilReadiness(
  server: { url: string },
  expected: Partial<Readiness>,
  within = 60_000,
): Promise<void> {
  const stands = async () => expect(await readiness(server)).toMatchObject(expected);
  await vi.waitFor(stands, { timeout: within, interval: 50 });
}

/** Kills the cms (SIGKILL) and waits, for a minute at most, until another one is up. */
export async function killCms(server: TestServer): Promise<void> {
  const killed = cmsPid(server);
  process.kill(killed, 'SIGKILL');
  await server.printed(new RegExp(`\\(process ${killed}\\)[^]*The cms is starting`));
  await untilReadiness(server, { code: 200, cms: 'up' });
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
