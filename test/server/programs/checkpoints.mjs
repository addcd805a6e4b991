/**
 * Writes a checkpoint of two lists, `posts` with so many rows of 1,000 bytes and `categories` without any, and says on standard output
 * what is logged, and after how many steps it ended. Its time is 2022-02-22T22:22:22.222Z. It is killed (-9) before it turns to the file system for the KILL_AT-th time, counted
 * from 0; of a file that is written then, half is there. -1 is never.
 *
 * node checkpoints.mjs MODULE FOLDER ROWS KILL_AT, where MODULE is checkpoint.ts as JavaScript
 */
import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [module, folder, rows, killAt] = process.argv.slice(2);

let steps = 0;
function step(beforeDeath = () => {}) {
  if (steps++ !== Number(killAt)) return;
  beforeDeath();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}
for (const name of ['mkdir', 'readdir', 'writeFile', 'utimes', 'stat', 'rename', 'rm']) {
  const original = fs[name];
  fs[name] = (...args) => {
    step();
    if (name === 'writeFile')
      step(() => {
        const whole = Buffer.concat([args[1]].flat());
        writeFileSync(args[0], whole.subarray(0, whole.length / 2));
      });
    return original(...args);
  };
}
syncBuiltinESMExports();
// A process that reaches the limit to the size of its files is ended otherwise.
process.on('SIGXFSZ', () => {});

const bytes = Buffer.alloc(1000, `${rows} `);
const entries = Array.from({ length: Number(rows) }, (_, apiId) => ({
  row: {
    documentId: String(apiId),
    apiId,
    position: Infinity,
    linkRanks: [],
    length: bytes.length,
    digest: 'digest',
  },
  linkRank: null,
}));
const posts = { list: 'posts', entries, body: Buffer.from(`[${entries.map(() => bytes).join(',')}]`) };
const snapshot = {
  settings: { collation: 'el', lists: {} },
  lists: [posts, { list: 'categories', entries: [], body: Buffer.from('[]') }],
};

// A time of its own, to the millisecond.
Date.now = () => Date.parse('2022-02-22T22:22:22.222Z');
const { Checkpoint } = await import(module);
const say = (line) => process.stdout.write(`${line}\n`);
const writer = new Checkpoint({ folder, lists: [], snapshot: async () => snapshot, log: say });
writer.changed();
await writer.close();
say(`ended after ${steps} steps`);
