import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { run, SAMPLE, start } from '../support/portal.ts';
import { readOutput } from '../support/printed.ts';
import { databaseState } from './databaseState.ts';

// SQLite writes a document in several statements; interrupted.sqlite.test.ts kills between operations.
it('an import killed with -9 and started again comes to the same end as one that was not', async () => {
  const clean = await startPayload();
  await importCapture(clean, { from: SAMPLE });
  const expected = await databaseState(clean);

  const uri = await freshDatabaseUri();
  const child = start(['import', '--from', SAMPLE], uri, { DATA_DIR: await freshFolder() });
  await readOutput(child).printed(/Writing news-posts/);
  await sleep(20);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await run(['import', '--from', SAMPLE], uri)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Everything in the capture is imported.'),
  });
  expect(await databaseState(await startPayload({ uri }))).toEqual(expected);
}, 180_000);
