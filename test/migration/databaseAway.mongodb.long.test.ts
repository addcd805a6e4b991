import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { startPayload } from '../support/payload.ts';
import { SAMPLE } from '../support/portal.ts';
import { startReplicaSet } from '../support/replicaSet.ts';
import { databaseState } from './databaseState.ts';

it('a database that goes away during an import is waited for, and the end is the same', async () => {
  const clean = await startPayload();
  const { lists } = await importCapture(clean, { from: SAMPLE });

  const set = await startReplicaSet({ count: 1 });
  const payload = await startPayload({ uri: set.uri('portal') });
  vi.spyOn(payload.logger, 'error').mockImplementation(() => {});
  let outage: Promise<void> | undefined;
  const breakDown = async () => {
    const [member] = set.members;
    await member?.kill();
    await sleep(3_000);
    await member?.start();
  };
  const report = await importCapture(payload, {
    from: SAMPLE,
    onProgress({ list, done }) {
      if (list === 'news-posts' && done > 5) outage ??= breakDown();
    },
  });
  expect(outage).toBeDefined();
  await outage;
  expect(report.lists).toEqual(lists);
  expect(await databaseState(payload)).toEqual(await databaseState(clean));
}, 240_000);
