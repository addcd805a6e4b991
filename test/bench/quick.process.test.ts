import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inheritedEnvironment } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Alone it takes some ten seconds; beside other tests it waits for its turn. */
const PATIENCE = 180_000;

const SPEED = ['a list of # KB # promised 0.9', 'a 304 # promised 0.9', 'a list of # KB # promised 0.9'];

/** What the lines say in their order, with `#` for what is measured. */
const FIGURES = [
  'at rest # promised 5',
  'at the peak of another load # promised 10',
  'a post # ms promised 15 ms',
  'a link # ms promised 15 ms',
  '20 links at once # ms promised 15 ms',
  'a category that many posts show # ms promised 15 ms',
  'a preview of that category # ms promised 15 ms',
  'a text of 1 MB # ms promised 15 ms',
  '1,000 deletions # ms promised 15 ms',
  'new settings # ms promised 15 ms',
  'an ordering of posts that nobody holds # ms promised 60 ms',
  'an ordering of links that nobody holds # ms promised 60 ms',
  // the Express adapter, then the server
  ...SPEED,
  ...SPEED,
  'stale reads after 6 saves, 2 fronts # promised 0',
  ...['service-groups', 'news-posts', 'service-useful-links', 'news-categories'].map(
    (list) => `a preview in ${list} # ms promised 1000 ms`,
  ),
  'on SQLite # promised 1.0',
  'at its peak # MB promised 500 MB',
];

it(
  'the benchmark prints every figure beside what is promised, and no read is stale',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['bench/run.js', '--quick'], {
      cwd: ROOT,
      env: { ...inheritedEnvironment() } as NodeJS.ProcessEnv,
      timeout: PATIENCE - 10_000,
    });
    const figures = stdout.split('\n').filter((line) => line.includes('promised'));
    expect(figures.map(claimOf)).toEqual(FIGURES);
    expect(stdout).toMatch(/fronts\s+0\s/);
  },
  PATIENCE,
);

/** A line up to its promise: `a post   2.1 ms   promised 15 ms   1.9 ms` is `a post # ms promised 15 ms`. */
function claimOf(line: string): string {
  const [, name = '', unit = '', promise = ''] =
    /^ {2}(.+?) {3,}[\d.,]+( ms| MB)? {3}promised (\S+(?: ms| MB)?)/.exec(line) ?? [];
  return `${name.replace(/\d+ KB/, '# KB')} #${unit} promised ${promise}`;
}
