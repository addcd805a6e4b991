import { expect, it } from 'vitest';
import { isRunning } from '../support/cms.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

const LONG = 240_000;

it.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGKILL', 'npm has ended'],
] as const)(
  'npm start: one %s for what was started ends every process and frees the port',
  async (signal, reason) => {
    const server = await startServer({ node: 'npm', program: ['start'] });
    process.kill(server.pid, signal);
    // Of a negative number: whether there is any process of that group.
    await expect.poll(() => isRunning(-server.pid), { timeout: 60_000 }).toBe(false);
    expect(server.output()).toContain(`${reason}: finishing what is being answered.`);
    await expect(read(`${server.url}/healthz`)).rejects.toThrow('ECONNREFUSED');
  },
  LONG,
);
