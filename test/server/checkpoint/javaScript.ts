import { join } from 'node:path';
import { build } from 'esbuild';
import { freshFolder } from '../../support/databases.ts';

const CHECKPOINT = join(import.meta.dirname, '../../../src/server/checkpoint.ts');

/** The checkpoint as JavaScript, for a process of its own, without a build of everything else; gives its file. */
export async function checkpointAsJavaScript(): Promise<string> {
  const outfile = join(await freshFolder(), 'checkpoint.mjs');
  await build({ entryPoints: [CHECKPOINT], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}
