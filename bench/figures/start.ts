import { copyOf, type Data, freshFolder } from '../data.ts';
import type { Options } from '../options.ts';
import { bytes, printFigure, printSection, progress, time } from '../print.ts';
import { startServer } from '../processes/server.ts';
import { familyOf } from '../processes/table.ts';
import { spreadOf } from '../statistics.ts';

/** From the start of a server until it can be used, with an empty folder and with what an earlier start left there. */
export async function measureStart(data: Data, { quick }: Options): Promise<void> {
  printSection(
    `Start, ${data.size} portal: from the command to the first answer`,
    'Median (least .. most of all starts); then what the server has in memory when both are there.',
  );
  const copy = await copyOf(data);
  const times = quick ? 1 : 3;
  let kept = '';
  let memory: number[] = [];
  for (const [name, dataDir] of [
    ['with an empty DATA_DIR', freshFolder],
    ['with the DATA_DIR of an earlier start', async () => kept],
  ] as const) {
    const starts: { lists: number; administration: number }[] = [];
    let status = '';
    for (let round = 0; round < times; round += 1) {
      progress(`start ${name}, round ${round + 1}`);
      kept = await dataDir();
      const server = await startServer(copy, { dataDir: kept });
      starts.push(server.started);
      status = server.firstStatus;
      memory = (await familyOf(server.pid)).map(({ resident }) => resident);
      await server.stop();
    }
    const lists = time(spreadOf(starts.map((start) => start.lists)));
    printFigure({ ...lists, name: `lists, ${name}`, detail: `/readyz first said "${status}"` });
    const administration = time(spreadOf(starts.map((start) => start.administration)));
    printFigure({ ...administration, name: `administration, ${name}` });
  }
  const [front = 0, ...others] = memory;
  printFigure({ value: bytes(front), name: 'resident memory of the front' });
  printFigure({
    value: bytes(others.reduce((sum, each) => sum + each, 0)),
    name: 'resident memory of the cms',
  });
}
