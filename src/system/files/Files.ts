import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** What a restore brings, and, with a time at its end, what it has replaced. */
export const RESTORING = '.restoring';
export const REPLACED = '.replaced-';

/** Whether a file, by its path, is none that a document can have. */
export function isAside(path: string): boolean {
  const [first = ''] = path.split('/');
  return first === RESTORING || first.startsWith(REPLACED);
}

/** What is known of a file without its bytes. */
export interface FileHead {
  bytes: number;
  /** In quotes, as in HTTP. */
  entityTag: string;
  modified: Date;
}

/** A file that is read. */
export interface OpenFile extends FileHead {
  /** The caller reads it to its end, or destroys it. */
  body: Readable;
}

/** A part of a file: its first and its last byte, which have to be there. */
export interface Part {
  start: number;
  end: number;
}

/** What can be done with uploaded files, wherever they are. They go by their paths there. */
export interface Files {
  /** For messages. */
  readonly place: string;
  /** The paths of all files, sorted, without what is aside ({@link isAside}). */
  list(): Promise<string[]>;
  /** Undefined if it is not there. */
  head(path: string): Promise<FileHead | undefined>;
  /** Begins to read a file, or a part of it. Undefined if it is not there. */
  open(path: string, part?: Part): Promise<OpenFile | undefined>;
  /** Writes a file that nobody reads before this has ended. */
  write(path: string, bytes: Buffer): Promise<void>;
  /** Removes a file that may be there. */
  remove(path: string): Promise<void>;
}

/** The bytes of a file; undefined if it is not there. */
export async function readWhole(files: Files, path: string): Promise<Buffer | undefined> {
  const file = await files.open(path);
  return file && buffer(file.body);
}

/** Copies a file onto the disk. @returns false if it is not there */
export async function copyTo(files: Files, path: string, to: string): Promise<boolean> {
  const file = await files.open(path);
  if (!file) return false;
  await pipeline(file.body, createWriteStream(to, { mode: 0o600 }));
  return true;
}
