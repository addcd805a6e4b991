/**
 * Writes one checkpoint after the other, for the tests that put this process through faults, and says what happens on
 * standard output. The n-th, counted from 0, has so many rows as the arguments say in turn, each of which says n.
 *
 * node checkpoints.mjs FILE COUNT ROWS...
 */
import { build } from '../../../bin/build.js';

await build('dist', () => {});
const { checkpoint } = await import('../../../dist/src/server/checkpoint.js');
const { lists } = await import('../../../dist/endpoints/lists/index.js');

const [file, count, ...sizes] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);

for (let n = 0; n < Number(count); n++) {
  const rows = Array.from({ length: Number(sizes[n % sizes.length]) }, (_, index) => ({
    documentId: String(index),
    apiId: n,
    position: Infinity,
    linkRanks: [],
    bytes: Buffer.alloc(1000, `${n} `),
  }));
  const snapshot = () => ({
    settings: { collation: 'el', lists: {} },
    lists: [{ slug: 'news-posts', rows }],
  });
  const writer = checkpoint({ file, lists, snapshot, log: say });
  writer.changed();
  await writer.close();
  say(`ended ${n}`);
}
