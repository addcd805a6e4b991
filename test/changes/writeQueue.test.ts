import { describe, expect, it } from 'vitest';
import type { Change } from '../../endpoints/read-model/index.ts';
import { WriteQueue } from '../../src/changes/index.ts';

const document = (id: string) => ({ kind: 'news-posts', id });

/** A queue whose reads and publications a test holds up, lets go or fails. */
function held(timeout?: number) {
  const read: string[][] = [];
  const setHealthy: boolean[] = [];
  const reads: { succeed(): void; fail(): void }[] = [];
  const published: { changes: Change[]; show(): void }[] = [];
  const said = { epoch: '1' };
  const queue = new WriteQueue({
    epoch: () => said.epoch,
    read: (touched) => {
      read.push(touched.map(({ id }) => id));
      const changes = touched.map(({ kind, id }) => ({ kind, id, document: null }));
      return new Promise((resolve, reject) => {
        reads.push({ succeed: () => resolve(changes), fail: () => reject(new Error('no database')) });
      });
    },
    publish: (changes) => new Promise((show) => published.push({ changes, show })),
    setHealthy: (isHealthy) => void (setHealthy.at(-1) !== isHealthy && setHealthy.push(isHealthy)),
    ...(timeout !== undefined && { timeout }),
  });
  const at = async <T>(list: T[], place: number): Promise<T> => {
    while (list.length <= place) await new Promise((resolve) => setTimeout(resolve, 1));
    return list[place] as T;
  };
  const succeed = async (place: number) => (await at(reads, place)).succeed();
  const fail = async (place: number) => (await at(reads, place)).fail();
  const show = async (place: number) => (await at(published, place)).show();
  return { queue, said, read, setHealthy, published, succeed, fail, show };
}

describe('a write', () => {
  it('is read after the one before it, together with what came meanwhile, each document once', async () => {
    const { queue, read, succeed, show } = held();
    const added = [queue.add([document('1')])];
    await expect.poll(() => read).toHaveLength(1);
    for (const id of ['2', '3', '2']) added.push(queue.add([document(id)]));
    expect(read).toEqual([['1']]);
    for (const place of [0, 1]) {
      await succeed(place);
      await show(place);
    }
    await Promise.all(added);
    expect(read).toEqual([['1'], ['2', '3']]);
  });

  it('that was read before another epoch began is read again', async () => {
    const { queue, said, read, published, succeed, show } = held();
    const added = queue.add([document('1')]);
    await expect.poll(() => read).toHaveLength(1);
    said.epoch = '2';
    await succeed(0);
    await succeed(1);
    await show(0);
    await added;
    expect([read, published.length]).toEqual([[['1'], ['1']], 1]);
  });

  it('lets the save go after a while, and is published all the same', async () => {
    const { queue, read, setHealthy, published, succeed, fail } = held(10);
    await queue.add([document('1')]);
    await fail(0);
    await succeed(1);
    await expect.poll(() => published).toHaveLength(1);
    expect(read).toEqual([['1'], ['1']]);
    expect(setHealthy).toEqual([false, true]);
  });

  it('holds up no save when nothing is published any more', async () => {
    const { queue } = held();
    const added = queue.add([document('1')]);
    queue.close();
    await added;
    await queue.add([document('2')]);
  });
});
