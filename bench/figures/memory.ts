import type { Data } from '../data.ts';
import type { Options } from '../options.ts';
import { bytes, digits, printFigure, printSection, progress } from '../print.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { ReadModelHost } from '../processes/readModelHost.ts';

function host(): Child<ReadModelHost> {
  return startChild(new URL('../processes/readModelHost.js', import.meta.url), { execArgv: ['--expose-gc'] });
}

/** The read model's own memory: a process with it, minus the same process before it was loaded. */
export async function measureMemory(data: Data, { quick }: Options): Promise<void> {
  printSection(
    `Memory, ${data.size} portal: the read model's own`,
    'Heap and buffers after two collections, with it minus without it, beside the bytes of the five default lists.',
  );
  progress('memory of the read model');
  const [loaded, empty] = [host(), host()];
  await loaded.ask('load', data.documents);
  const before = await empty.ask('memory', undefined);
  const unread = await loaded.ask('memory', undefined);
  const served = await loaded.ask('readDefaults', undefined);
  const read = await loaded.ask('memory', undefined);
  const detail = (used: number) => `${bytes(used - before)} beside ${bytes(served)} of lists`;
  printFigure({
    value: digits((unread - before) / served),
    name: 'loaded, nothing read yet',
    detail: detail(unread),
  });
  printFigure({
    value: digits((read - before) / served),
    name: 'the five default lists read',
    detail: detail(read),
  });
  const count = quick ? 20 : 300;
  progress(`memory of the read model, ${count} orderings`);
  await loaded.ask('readOrderings', count);
  const after = await loaded.ask('memory', undefined);
  printFigure({ value: bytes(after - read), name: `more after ${count} other orderings` });
  await Promise.all([loaded.stop(), empty.stop()]);
}
