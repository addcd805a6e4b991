import { expect, it } from 'vitest';
import { isRunning } from '../support/cms.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

const LONG = 240_000;

it(
  'npm start: its end by SIGKILL ends every process and frees the port',
  async () => {
    const server = await startServer({ node: 'npm', program: ['start'] });
    process.kill(server.pid, 'SIGKILL');
    // Of a negative number: whether there is any process of that group.
    await expect.poll(() => isRunning(-server.pid), { timeout: 60_000 }).toBe(false);
    expect(server.output()).toContain('npm has ended: finishing what is being answered.');
    await expect(read(`${server.url}/healthz`)).rejects.toThrow('ECONNREFUSED');
  },
  LONG,
);
