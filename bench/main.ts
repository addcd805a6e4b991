import { type Data, makeData, removeData } from './data.ts';
import { measureChanges } from './figures/changes.ts';
import { measureEditors } from './figures/editors.ts';
import { measureFresh } from './figures/fresh.ts';
import { measureImport } from './figures/import.ts';
import { measureMemory } from './figures/memory.ts';
import { measureOrderings } from './figures/orderings.ts';
import { measureRest } from './figures/rest.ts';
import { measureSaves } from './figures/saves.ts';
import { measureExpress, measureSpeed } from './figures/speed.ts';
import { measureStart } from './figures/start.ts';
import { machine } from './machine.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { printLine } from './print.ts';
import { endAll } from './processes/child.ts';
import { Stages } from './stages.ts';

/** Measures one portal, part after part. */
async function measure(data: Data, options: Options): Promise<void> {
  const stages = new Stages(options);
  const parts: Record<Part, () => Promise<void>> = {
    start: () => measureStart(data, options),
    speed: () => measureSpeed(stages, data, options),
    express: () => measureExpress(data, options),
    rest: () => stages.on(data, (stage) => measureRest(stage, options)),
    editors: () => stages.on(data, (stage) => measureEditors(stage, options)),
    changes: () => stages.onProbed(data, (stage) => measureChanges(stage, options)),
    saves: () => measureSaves(data, options),
    import: () => stages.on(data, (stage) => measureImport(stage, options)),
    orderings: () => stages.on(data, (stage) => measureOrderings(stage, options)),
    memory: () => measureMemory(data, options),
    fresh: () => stages.on(data, (stage) => measureFresh(stage, options)),
  };
  for (const [name, part] of Object.entries(parts)) if (options.parts.has(name as Part)) await part();
  await stages.close();
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const about = machine();
  for (const size of options.sizes) await measure(await makeData(size, options), options);
  for (const line of ['', ...about]) printLine(line);
}

let ending = false;

/** Nothing is left, whatever the reason for the end. What goes wrong after that is a consequence of it. */
async function end(status: number, error?: unknown): Promise<void> {
  if (ending) return;
  ending = true;
  if (error) console.error(error);
  await endAll();
  await removeData();
  process.exit(status);
}

process.on('unhandledRejection', (error) => void end(1, error));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1));
run().then(
  () => end(0),
  (error: unknown) => end(1, error),
);
