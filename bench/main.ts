import { Command } from 'commander';
import { measureImports } from './imports.ts';
import { measureLists } from './lists.ts';
import { Portal, type SizeName } from './portal.ts';
import { printHeading } from './print.ts';
import { runNode, script, stop } from './processes.ts';
import { measurePreviews, measureSaves } from './saves.ts';
import { fillDatabase, type Server, startServer } from './server.ts';
import { Comparison, startBare, startBareExpress, startExpressRouter } from './speed.ts';

/** Prints every figure beside its promise. Only a stale read or a failed request makes it fail. */

const program = new Command('npm run bench --')
  .description('Measures what docs/performance.md promises, on a portal of 3,000 posts and 3,000 links.')
  .argument('[part]', 'only this: import, lists')
  .option('--large', 'on a portal of 10,000 posts and 50,000 links')
  .option('--quick', 'on a tiny portal: shows that the benchmark works, its figures mean nothing')
  .parse();
const options = program.opts<{ large?: boolean; quick?: boolean }>();
const [part] = program.args;
if (part !== undefined && part !== 'import' && part !== 'lists') program.error(`There is no part ${part}.`);
const size: SizeName = options.quick ? 'quick' : options.large ? 'large' : 'small';
/** Two starts of the same program differ by some hundredths, each for as long as it runs. */
const starts = options.quick ? 1 : 3;
const seconds = options.quick ? 0.1 : 1;
const saves = options.quick ? 6 : 150;
let stale = 0;

if (part === undefined) await measureServers();
if (part !== 'lists') await measureImports(size, options.quick ? 1 : 3);
// Not in the quick run of all parts, which the tests make.
if (part === 'lists' || (part === undefined && !options.quick)) await measureLists(options.quick ?? false);

async function measureServers(): Promise<void> {
  const { posts, links } = new Portal(size).size;
  console.log(
    `${posts.toLocaleString('en')} posts and ${links.toLocaleString('en')} links, Node ${process.version}`,
  );
  const filled = fillDatabase(size);
  // The quick run goes on meanwhile, since its figures mean nothing.
  if (!options.quick) await filled;
  await runNode(['--expose-gc', script('readModel.js'), size]);
  await compareExpress();
  await filled;
  await compareServer();
  if (!options.quick) await withServer(2, countStale);
  if (stale > 0) process.exitCode = 1;
}

async function compareExpress(): Promise<void> {
  const comparison = new Comparison(seconds);
  for (let start = 1; start <= starts; start += 1) {
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

/** The quick run starts the server once, so that it has two fronts and counts stale reads too. */
async function compareServer(): Promise<void> {
  const comparison = new Comparison(seconds);
  for (let start = 1; start <= starts; start += 1) {
    const fronts = options.quick ? 2 : 1;
    await withServer(fronts, async (server) => {
      const bare = await startBare(server);
      await comparison.compare(server, bare);
      await stop(bare.child);
      if (start < starts) return;
      await comparison.print(
        'Requests per second of processor time: the server beside a bare node:http server',
      );
      printHeading('Reads that do not show a save that has been answered');
      await countStale(server, fronts);
    });
  }
}

async function countStale(server: Server, fronts: number): Promise<void> {
  stale += await measureSaves(server, { fronts, saves });
  if (fronts === 1) return;
  printHeading('What the portal will read, until the answer');
  await measurePreviews(server, options.quick ? 1 : 20);
}

async function withServer(
  fronts: number,
  work: (server: Server, fronts: number) => Promise<void>,
): Promise<void> {
  const server = await startServer(fronts);
  await work(server, fronts);
  await stop(server.child);
}
