import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { checkpoint } from '../../src/server/checkpoint.ts';
import { freshFolder } from '../support/databases.ts';
import { anySnapshot } from './checkpoint/snapshots.ts';

const silent = (line: string) => expect.unreachable(line);

it('any snapshot is read as it was written', async () => {
  const file = join(await freshFolder(), 'checkpoint');
  let kept: Snapshot | undefined;
  const options = { file, lists, log: silent, snapshot: () => kept };
  await fc.assert(
    fc.asyncProperty(anySnapshot, async (snapshot) => {
      kept = snapshot;
      const writer = checkpoint(options);
      writer.changed();
      await writer.close();
      expect((await checkpoint(options).read())?.snapshot).toEqual(snapshot);
    }),
  );
});
