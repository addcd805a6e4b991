import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import { cause } from '../payload/database/cause.ts';
import { EnvironmentError } from '../system/settings/env.ts';

/** So many copies stay: of this upgrade, and of the one before. */
const KEPT = 2;

/**
 * Copies an SQLite database beside itself before it is migrated, once per upgrade: a start that is interrupted and repeated
 * makes no further copy.
 *
 * @param migration the newest one, which names the copy
 * @returns the copy; undefined if it was there already
 * @throws EnvironmentError if it cannot be made
 */
export async function copyBeforeMigration(
  { client }: Pick<SQLiteAdapter, 'client'>,
  file: string,
  migration: string,
): Promise<string | undefined> {
  const prefix = `${file}.before-`;
  const copy = prefix + migration;
  if (existsSync(copy)) return undefined;
  const unfinished = `${file}.copying-${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    await client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new EnvironmentError(
      `The database has to be brought up to date, and no copy of it could be made before: ${cause(error)}. ` +
        `Make room beside ${file}, and start again.`,
    );
  }
  const folder = path.dirname(file);
  const copies = readdirSync(folder).filter((name) => name.startsWith(path.basename(prefix)));
  for (const name of copies.sort().slice(0, -KEPT)) rmSync(path.join(folder, name));
  return copy;
}
