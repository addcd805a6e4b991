import { Command } from 'commander';
import { measureEditors } from './editors.ts';
import { measureImports } from './imports.ts';
import { measureLists } from './lists.ts';
import { Portal, type SizeName } from './portal.ts';
import { printHeading } from './print.ts';
import { runNode, script, stop } from './processes.ts';
import { measurePreviews, measureSaves } from './saves.ts';
import { measureScale } from './scale.ts';
import { fillDatabase, type Server, startServer } from './server.ts';
import { Comparison, startBare, startBareExpress, startExpressRouter } from './speed.ts';

/** Prints every figure beside its promise. Only a stale read or a failed request makes it fail. */

const program = new Command('npm run bench --')
  .description('Measures what docs/performance.md promises, on a portal of 3,000 posts and 3,000 links.')
  .argument('[part]', 'only this: editors, import, lists')
  .option('--large', 'on a portal of 10,000 posts and 50,000 links')
  .option('--huge', 'only what grows: 20,000 posts and 100,000 links, beside 3,000 of both')
  .parse();
const options = program.opts<{ large?: boolean; huge?: boolean }>();
const [part] = program.args;
const PARTS = { import: () => measureImports(size), lists: measureLists, editors: measureEditors };
const size: SizeName = options.large ? 'large' : 'small';
/** Two starts of the same program differ by some hundredths, each for as long as it runs. */
const STARTS = 3;
const SECONDS = 1;
const SAVES = 150;
let stale = 0;
if (part !== undefined && !(part in PARTS)) program.error(`There is no part ${part}.`);

if (options.huge) {
  await measureScale();
} else {
  if (part === undefined) await measureServers();
  for (const [name, measure] of Object.entries(PARTS))
    if (part === undefined || part === name) await measure();
}

async function measureServers(): Promise<void> {
  const { posts, links } = new Portal(size).size;
  console.log(
    `${posts.toLocaleString('en')} posts and ${links.toLocaleString('en')} links, Node ${process.version}`,
  );
  await fillDatabase(size);
  await runNode(['--expose-gc', script('readModel.js'), size]);
  await compareExpress();
  await compareServer();
  if (stale > 0) process.exitCode = 1;
}

async function compareExpress(): Promise<void> {
  const comparison = new Comparison(SECONDS);
  for (let start = 1; start <= STARTS; start += 1) {
    const adapter = await startExpressRouter(size);
    const bare = await startBareExpress(adapter);
    await comparison.compare(adapter, bare);
    await stop(adapter.child);
    await stop(bare.child);
  }
  await comparison.print(
    'Requests per second of processor time: the Express adapter beside a bare Express app',
  );
}

async function compareServer(): Promise<void> {
  const comparison = new Comparison(SECONDS);
  for (let start = 1; start <= STARTS; start += 1) {
    await withServer(async (server) => {
      const bare = await startBare(server);
      await comparison.compare(server, bare);
      await stop(bare.child);
      if (start < STARTS) return;
      await comparison.print(
        'Requests per second of processor time: the server beside a bare node:http server',
      );
      printHeading('Reads that do not show a save that has been answered');
      stale = await measureSaves(server, SAVES);
      printHeading('What the portal will read, until the answer');
      await measurePreviews(server, 20);
    });
  }
}

async function withServer(work: (server: Server) => Promise<void>): Promise<void> {
  const server = await startServer();
  await work(server);
  await stop(server.child);
}
