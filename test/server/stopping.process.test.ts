import { expect, it } from 'vitest';
import { isRunning } from '../support/cms.ts';
import { read } from '../support/reader.ts';
import { startServer } from '../support/server.ts';

/** A build, should the sources have changed, and a start. */
const LONG = 240_000;

it.each([
  ['node bin/start.js', 'SIGTERM', 'SIGTERM', { WEB_CONCURRENCY: '2' }],
  ['npm start', 'SIGTERM', 'SIGTERM', {}],
  ['npm start', 'SIGKILL', 'npm has ended', {}],
] as const)(
  '%s: one %s for what was started ends every process and frees the port',
  async (command, signal, reason, env) => {
    const [node, ...program] = command.split(' ');
    const server = await startServer({ node, program, env });
    process.kill(server.pid, signal);
    // Of a negative number: whether there is any process of that group.
    await expect.poll(() => isRunning(-server.pid), { timeout: 60_000 }).toBe(false);
    expect(server.output()).toContain(`${reason}: finishing what is being answered.`);
    await expect(read(`${server.url}/healthz`)).rejects.toThrow('ECONNREFUSED');
  },
  LONG,
);
