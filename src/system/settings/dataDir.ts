import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../logging/commandLine.ts';
import { EnvironmentError } from './env.ts';
import { makeFolder, writeProblem } from './folders.ts';

/** The server's own files in DATA_DIR. They are not part of the portal's content. */

const SECRET = 'secret';
const UNFINISHED = 'first-start-unfinished';
const RESTORE = 'restore-unfinished';
const FIRST_ADMIN = 'first-admin.txt';

/**
 * Creates the folder if it does not exist.
 *
 * @throws EnvironmentError if that fails, or if nothing can be written to it
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR is ${dataDir}, and that folder cannot be made: ${(error as Error).message}. Example: DATA_DIR=./data`,
    );
  }
  const images = path.join(dataDir, 'media');
  if (existsSync(images) && !statSync(images).isDirectory())
    throw new EnvironmentError(`The images go into the folder ${images}, and that is a file. Move it away.`);
  const problem = writeProblem(dataDir) ?? (existsSync(images) ? writeProblem(images) : undefined);
  if (problem) throw new EnvironmentError(unwritable(problem));
}

function unwritable(problem: string): string {
  const advice = /ENOSPC|EDQUOT/.test(problem) ? 'Make room on that disk' : 'Give this user the folder';
  return `DATA_DIR cannot be written to: ${problem}. ${advice}, or name another. Example: DATA_DIR=./data`;
}

/** Atomically writes a file that only this user may read. */
function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } catch (error) {
    throw new EnvironmentError(unwritable((error as Error).message));
  }
}

/** The secret that an earlier start has made in this folder; undefined for none. */
export function madeSecret(dataDir: string): string | undefined {
  const file = path.join(dataDir, SECRET);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined;
}

/** The secret in this folder. The first call creates it. */
export function keptSecret(dataDir: string): string {
  makeDataDir(dataDir);
  const kept = madeSecret(dataDir);
  if (kept) return kept;
  const made = randomBytes(32).toString('hex');
  writePrivately(path.join(dataDir, SECRET), `${made}\n`);
  return made;
}

/** Keeps the account of the first start where the log must not have its password. @returns the file, for this user alone */
export function keepFirstAdmin(
  dataDir: string,
  { email, password }: { email: string; password: string },
): string {
  const file = path.join(dataDir, FIRST_ADMIN);
  writePrivately(file, `${email}\n${password}\n`);
  return file;
}

/** The first start of a server with its own database. It lasts until the server is ready. */
export interface FirstStart {
  finish(): void;
}

/**
 * Detects the first start, or one that continues an interrupted first start; undefined for any other. An existing database
 * without the mark file has real content, so no sample is added.
 *
 * @param dataDir an existing folder
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

/** The archive whose restore into this folder was not finished; undefined for none. */
export function unfinishedRestore(folder: string): string | undefined {
  const file = path.join(folder, RESTORE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** @throws EnvironmentError if a restore into this folder was not finished */
export function refuseUnfinishedRestore(dataDir: string): void {
  const archive = unfinishedRestore(dataDir);
  if (archive === undefined) return;
  throw new EnvironmentError(
    `A restore was interrupted, so the content may be half the old and half the new one. Run it again: ${commandLine('restore', archive)}. ` +
      `(To use what is there as it is, remove ${path.join(dataDir, RESTORE)}.)`,
  );
}

/** A restore begins. From now on nothing starts in this folder, which is made if need be. */
export function beginRestore(folder: string, archive: string): void {
  makeDataDir(folder);
  writePrivately(path.join(folder, RESTORE), `${archive}\n`);
}

/** A restore has ended before it has changed anything. */
export function cancelRestore(folder: string): void {
  rmSync(path.join(folder, RESTORE), { force: true });
}

/** A restore is complete. An interrupted first start ends with it, so that no sample is added. */
export function endRestore(folder: string): void {
  rmSync(path.join(folder, UNFINISHED), { force: true });
  cancelRestore(folder);
}
