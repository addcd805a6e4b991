import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EnvironmentError } from './env.ts';

/** What the server keeps beside its database, in DATA_DIR: nothing here belongs to the portal's content. */

const SECRET = 'secret';
const UNFINISHED = 'first-start-unfinished';

/**
 * Makes the folder where it is not there yet.
 *
 * @throws EnvironmentError where that cannot be
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR is ${dataDir}, and that folder cannot be made: ${(error as Error).message}. Example: DATA_DIR=./data`,
    );
  }
}

/** Writes a file that only this user may read, whole or not at all. */
function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR cannot be written to: ${(error as Error).message}. Example: DATA_DIR=./data`,
    );
  }
}

/** The secret kept in this folder; made on the first call. */
export function keptSecret(dataDir: string): string {
  makeDataDir(dataDir);
  const file = path.join(dataDir, SECRET);
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept) return kept;
  const made = randomBytes(32).toString('hex');
  writePrivately(file, `${made}\n`);
  return made;
}

/** The first start of a server that makes its own database, from before that database exists until it is announced. */
export interface FirstStart {
  finish(): void;
}

/**
 * Whether this start is the first, or goes on with a first one that was interrupted; undefined when it is
 * neither. A database that is there without the mark is somebody's content: nothing is made up beside it.
 *
 * @param dataDir a folder that has been made
 */
export function firstStart(dataDir: string, databaseFile: string): FirstStart | undefined {
  const mark = path.join(dataDir, UNFINISHED);
  if (!existsSync(mark)) {
    if (existsSync(databaseFile)) return undefined;
    writePrivately(
      mark,
      'The sample portal and the first admin are not complete yet. The next start goes on.\n',
    );
  }
  return { finish: () => rmSync(mark, { force: true }) };
}
