import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inheritedEnvironment } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What a run prints a value for, at the beginning of each line's name. */
const FIGURES = [
  'news-categories/',
  'news-categories/  304',
  'service-groups/',
  'featured-sections/',
  'featured-sections/?ordering=-section_two_links',
  'news-posts/',
  'news-posts/  304',
  'service-useful-links/',
  'service-useful-links/?ordering=title',
  'service-useful-links/?ordering=-title',
  'p99 of reads, editors at work / quiet',
  'of a bare node:http server',
  'p99 of reads, random orderings / quiet',
  'p99 of reads, an import at work / quiet',
  "more of the front's memory at its peak",
  'loaded, nothing read yet',
  'the five default lists read',
  'more after 20 other orderings',
  'nothing is changed',
  'a post',
  'a link, which moves in its orderings',
  'a category that many posts embed',
  '100 links at once (bulk edit)',
  'the collation (settings)',
  'and the first read of what it changed',
];

/** All but `start` and `fresh`, which start five servers more: the tests of the server and its faults do that already. */
const PARTS = 'speed,express,rest,editors,changes,saves,import,orderings,memory';

/** It may wait for its turn among other tests; alone it takes a minute or so. */
const PATIENCE = 300_000;

it(
  'the benchmark runs, and prints every figure of these parts',
  async () => {
    const { stdout } = await run(process.execPath, ['bench/run.js', '--quick', '--only', PARTS], {
      cwd: ROOT,
      env: { ...inheritedEnvironment() } as NodeJS.ProcessEnv,
      timeout: PATIENCE - 20_000,
    });
    const lines = stdout.split('\n').map((line) => line.trim());
    const printed = FIGURES.filter((figure) =>
      lines.some((line) => /\s{2}/.test(line) && line.includes(`  ${figure}`)),
    );
    expect(printed).toEqual(FIGURES);
  },
  PATIENCE,
);
