import { describe, expect, it } from 'vitest';
import { Announcements } from '../../src/documents/announcements.ts';

const document = (id: string) => ({ kind: 'news-posts', id });

/** Announcements whose telling a test holds up, lets go or fails. */
function held(patience?: number) {
  const told: string[][] = [];
  const current: boolean[] = [];
  const turns: { succeed(): void; fail(): void }[] = [];
  const announcements = new Announcements({
    tell: (touched) => {
      told.push(touched.map(({ id }) => id));
      return new Promise((resolve, reject) => {
        turns.push({ succeed: resolve, fail: () => reject(new Error('no database')) });
      });
    },
    current: (isCurrent) => void current.push(isCurrent),
    ...(patience !== undefined && { patience }),
  });
  const turn = async (number: number) => {
    while (!turns[number]) await new Promise((resolve) => setTimeout(resolve, 1));
    return turns[number];
  };
  return { announcements, told, current, turn };
}

describe('an announcement', () => {
  it('is over when it has been told', async () => {
    const { announcements, told, turn } = held();
    let over = false;
    const added = announcements.add([document('1')]).then(() => {
      over = true;
    });
    const first = await turn(0);
    expect(over).toBe(false);
    first.succeed();
    await added;
    expect(told).toEqual([['1']]);
  });

  it('waits for the one before it, and takes along what came in meanwhile, each document once', async () => {
    const { announcements, told, turn } = held();
    const added = [announcements.add([document('1')])];
    await turn(0);
    for (const id of ['2', '3', '2']) added.push(announcements.add([document(id)]));
    expect(told).toEqual([['1']]);
    (await turn(0)).succeed();
    (await turn(1)).succeed();
    await Promise.all(added);
    expect(told).toEqual([['1'], ['2', '3']]);
  });

  it('that fails is tried again, together with what came in meanwhile, and is over then', async () => {
    const { announcements, told, current, turn } = held();
    const added = [announcements.add([document('1')])];
    await turn(0);
    added.push(announcements.add([document('2')]));
    (await turn(0)).fail();
    (await turn(1)).succeed();
    await Promise.all(added);
    expect(told).toEqual([['1'], ['2', '1']]);
    expect(current).toEqual([false, true]);
  });

  it('lets the save go after a while, and is told all the same', async () => {
    const { announcements, told, current, turn } = held(10);
    await announcements.add([document('1')]);
    (await turn(0)).fail();
    (await turn(1)).succeed();
    expect(told).toEqual([['1'], ['1']]);
    await expect.poll(() => current).toEqual([false, true]);
  });

  it('holds nobody up when nothing is told any more', async () => {
    const { announcements, turn } = held();
    const added = announcements.add([document('1')]);
    await turn(0);
    announcements.close();
    await added;
    await announcements.add([document('2')]);
  });
});
