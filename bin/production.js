import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './build.js';

/** All that the server and its commands read of the project. `data/` and `.env` of the folder stay as they are. */
const PARTS = [
  ...['bin', 'dist', '.next', 'sample', 'docs/prometheus'],
  ...['package.json', 'package-lock.json', '.npmrc', 'server/package.json', 'next.config.mjs'],
  ...['.env.example', 'LICENSE', 'CHANGELOG.md', 'README.md', 'SECURITY.md'],
];

/** Copies what is built, and what it runs with beside its packages, to a folder. */
export function copyProduction(folder) {
  for (const part of PARTS) {
    const to = path.join(folder, part);
    // What an earlier version had and this one lacks must not stay.
    rmSync(to, { recursive: true, force: true });
    // Links of the build lead to packages: to those of the folder, as they are written, and not to those of the project.
    cpSync(path.join(ROOT, part), to, { recursive: true, verbatimSymlinks: true });
  }
}
