import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { cause } from '../payload/database/cause.ts';
import { EnvironmentError } from '../settings/env.ts';
import { filePath } from '../settings/fileUri.ts';
import { writeProblem } from '../settings/folders.ts';

const EXAMPLE = 'Example: DATABASE_URI=file:./data/content.db';

/** The first bytes of each SQLite file (https://www.sqlite.org/fileformat.html, 1.3). */
const HEADER = 'SQLite format 3\0';

/**
 * Refuses what SQLite itself would open, and then fail with every save: a file or a folder that cannot be written to. Files of
 * other programs are refused too. A missing or empty file is a new database.
 *
 * @throws EnvironmentError
 */
export function requireUsableFile(uri: string): void {
  const file = path.resolve(filePath(uri));
  if (!existsSync(file)) return;
  if (!statSync(file).isFile())
    throw new EnvironmentError(
      `DATABASE_URI names a file that SQLite cannot open: ${file} is none. ${EXAMPLE}`,
    );
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unwritable(file, (error as Error).message);
  }
  const problem = writeProblem(path.dirname(file));
  if (problem) throw unwritable(file, `${problem} (SQLite writes a log beside it)`);
  const header = firstBytes(file);
  if (header !== '' && header !== HEADER) throw damaged(uri, 'it does not begin as an SQLite file does');
}

function firstBytes(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEADER.length);
    return bytes.toString('latin1', 0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

function unwritable(file: string, problem: string): EnvironmentError {
  return new EnvironmentError(
    `DATABASE_URI names a file that cannot be written to: ${problem}. Give this user ${file} and its folder, or name another. ${EXAMPLE}`,
  );
}

/** True if SQLite found that the file is broken, or none of its own. */
export function isDamaged(error: unknown): boolean {
  return /SQLITE_(?:CORRUPT|NOTADB)/i.test(cause(error));
}

export function damaged(uri: string, reason: string): EnvironmentError {
  return new EnvironmentError(
    `DATABASE_URI names a file that is damaged, or no SQLite database: ${path.resolve(filePath(uri))}, ${reason}. Restore a backup (portal-content restore FILE), or name another. ${EXAMPLE}`,
  );
}
