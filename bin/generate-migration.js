#!/usr/bin/env node
import './require-node.js';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Writes the step that brings the SQLite database of an older version to the shape of this one: after a list was added to
 * `endpoints/lists/index.ts`, say. `npm run generate:migration NAME`. MongoDB needs none.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'src/database/migrations');
const scratch = mkdtempSync(path.join(tmpdir(), 'portal-migration-'));

const { status } = spawnSync(
  process.execPath,
  [path.join(ROOT, 'node_modules/payload/bin.js'), 'migrate:create', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: '--conditions=production',
      // It compares with the last step, not with a database.
      DATABASE_URI: `file:${path.join(scratch, 'portal.db')}`,
      DATA_DIR: scratch,
      PAYLOAD_SECRET: 'a secret that signs nothing, for one command',
    },
  },
);
rmSync(scratch, { recursive: true, force: true });

// The next step is compared with the newest shape alone.
for (const name of readdirSync(FOLDER)
  .filter((each) => each.endsWith('.json'))
  .sort()
  .slice(0, -1))
  rmSync(path.join(FOLDER, name));

// As this project's modules are written: types are imported as types, and files by their own names.
for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.ts'))) {
  const file = path.join(FOLDER, name);
  const written = readFileSync(file, 'utf8')
    .replaceAll(/(from '\.\/\w+)\.js'/g, "$1.ts'")
    .replace(
      'import { MigrateUpArgs, MigrateDownArgs, sql }',
      'import { type MigrateUpArgs, type MigrateDownArgs, sql }',
    );
  writeFileSync(file, written);
}
process.exitCode = status ?? 1;
