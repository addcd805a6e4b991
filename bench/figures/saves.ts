import { copyOf, type Data, environmentOf } from '../data.ts';
import type { Options } from '../options.ts';
import { digits, ms, printFigure, printSection, progress } from '../print.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { Saver } from '../processes/saver.ts';
import { median, spreadOf } from '../statistics.ts';

export async function startSaver(data: Data, readModel: boolean): Promise<Child<Saver>> {
  const saver = startChild<Saver>(new URL('../processes/saver.js', import.meta.url), {
    env: environmentOf(data),
  });
  await saver.ask('open', { readModel });
  return saver;
}

/** What a save takes with the read model in the same process, beside one without. */
export async function measureSaves(data: Data, { quick }: Options): Promise<void> {
  printSection(
    `Saves, ${data.size} portal: what the read model adds`,
    'How much longer a save takes with the read model than without, medians of saves in turn; each side over a database of its own.',
  );
  const savers = {
    on: await startSaver(await copyOf(data), true),
    off: await startSaver(await copyOf(data), false),
  };
  for (const collection of ['news-posts', 'service-useful-links', 'news-categories']) {
    const took: Record<'on' | 'off', number[]> = { on: [], off: [] };
    for (const saver of Object.values(savers)) await saver.ask('target', { collection, count: 50 });
    for (let round = -3; round < (quick ? 1 : 60); round += 1) {
      progress(`saves: ${collection}, ${round + 1}`);
      for (const side of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const save = await savers[side].ask('save', undefined);
        if (round >= 0) took[side].push(save.took);
      }
    }
    const on = spreadOf(took.on);
    const off = spreadOf(took.off);
    printFigure({
      value: ms(median(took.on) - median(took.off)),
      name: collection,
      detail: `${digits(on.median)} ms (${digits(on.least)} .. ${digits(on.most)}) beside ${digits(off.median)} ms (${digits(off.least)} .. ${digits(off.most)})`,
    });
  }
  await Promise.all(Object.values(savers).map((saver) => saver.stop()));
}
