import type { Payload } from 'payload';
import { expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { compareWithCapture } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { run, SAMPLE } from '../support/portal.ts';
import { startServer } from '../support/server.ts';

it('beside a running server, and a host’s own Payload, an import shows by itself, the same bytes as captured', async () => {
  const server = await startServer();
  if (!server.databaseUri) throw new Error('This server has a database of its own.');
  const running = await startPayload({ uri: server.databaseUri });
  await portalReadModel(running);
  expect(await run(['import', '--from', SAMPLE], server.databaseUri)).toMatchObject({ code: 0 });
  const verdict = async () => (await compareWithCapture({ legacy: SAMPLE, url: server.url })).verdict;
  await expect.poll(verdict, { timeout: 20_000 }).toBe('same');
  const started = await listsOf(await startPayload({ uri: server.databaseUri }));
  await vi.waitFor(async () => expect(await listsOf(running)).toEqual(started), { timeout: 20_000 });
}, 240_000);

/** All that a process serves. */
async function listsOf(payload: Payload): Promise<unknown> {
  return Promise.all(lists.map(({ key }) => served(payload, key)));
}
