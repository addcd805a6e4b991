import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { run, SAMPLE, start } from '../support/portal.ts';
import { readOutput } from '../support/printed.ts';
import { databaseState } from './databaseState.ts';

/** How many kills there are, on each database: `KILLS=50 LONG=1 npx vitest run test/migration/killed` */
const KILLS = Number(process.env.KILLS ?? 5);
/** So many on one database before an import is let go on to its end. */
const AT_MOST = 5;
const MINUTE = 60_000;

let expected: Record<string, unknown>;
/** About how long an import writes, in milliseconds. */
let span: number;
beforeAll(async () => {
  const clean = await startPayload();
  const began = performance.now();
  await importCapture(clean, { from: SAMPLE });
  span = performance.now() - began;
  expected = await databaseState(clean);
});

const args = ['import', '--from', SAMPLE];

/** Kills an import at a random moment, and gives that moment. */
async function kill(uri: string): Promise<string> {
  const child = start(args, uri, { DATA_DIR: await freshFolder() });
  await readOutput(child).printed(/Reading the captures/);
  const moment = Math.random() * span;
  await sleep(moment);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return `${Math.round(moment)} ms`;
}

// interrupted.sqlite.test.ts kills between operations; a database writes a document in several statements.
it.each(
  Array.from({ length: Math.ceil(KILLS / AT_MOST) }, (_, index) =>
    Math.min(AT_MOST, KILLS - index * AT_MOST),
  ),
)(
  'an import killed with -9 at random moments (%i) comes to the same end as one that was not',
  async (kills) => {
    const uri = await freshDatabaseUri();
    const moments: string[] = [];
    while (moments.length < kills) moments.push(await kill(uri));
    expect(await run(args, uri), `killed after ${moments}`).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything in the capture is imported.'),
    });
    const payload = await startPayload({ uri });
    expect(await databaseState(payload), `killed after ${moments}`).toEqual(expected);
    await payload.destroy();
  },
  10 * MINUTE,
);
