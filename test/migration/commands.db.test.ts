import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { describe, expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { compareWithCapture } from '../../src/migration/index.ts';
import { served } from '../support/content.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { readOutput } from '../support/printed.ts';
import { startServer } from '../support/server.ts';
import { databaseState } from './databaseState.ts';
import { ROOT, run, start } from './portalContent.ts';

const SAMPLE = path.join(ROOT, 'sample');

describe('portal-content import', () => {
  it('killed with -9 and started again comes to the same end as one that was not', async () => {
    const clean = await freshDatabaseUri();
    expect((await run(['import', '--from', SAMPLE], clean)).code).toBe(0);
    const expected = await databaseState(await startPayload({ uri: clean }));

    const uri = await freshDatabaseUri();
    for (const [list, after] of [
      ['service-groups', 0],
      ['news-posts', 20],
    ] as const) {
      const child = start(['import', '--from', SAMPLE], uri, await freshFolder());
      await readOutput(child).printed(new RegExp(`Writing ${list}`));
      await sleep(after);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    expect(await run(['import', '--from', SAMPLE], uri)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything in the capture is imported.'),
    });
    expect(await databaseState(await startPayload({ uri }))).toEqual(expected);
  }, 180_000);
});

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
