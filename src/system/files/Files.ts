/** What is being uploaded, beside the files, so that putting it in its place is one step. */
export const UPLOADING = '.uploading';

/** What a restore brings, and, with a time at its end, what it has replaced. */
export const RESTORING = '.restoring';
export const REPLACED = '.replaced-';

/** Milliseconds after which what is being uploaded was left by a process that was killed. */
export const ABANDONED = 24 * 60 * 60 * 1000;

/** Whether a file, by its path, is none that a document can have. */
export function isAside(name: string): boolean {
  const [first = ''] = name.split('/');
  return first === RESTORING || first === UPLOADING || first.startsWith(REPLACED);
}

/** What can be done with uploaded files, wherever they are. They go by their names there, with slashes where there are folders within. */
export interface Files {
  /** For messages. */
  readonly place: string;
  /** The names of all files, sorted, without what is aside ({@link isAside}). */
  list(): Promise<string[]>;
  has(name: string): Promise<boolean>;
  /** Undefined if it is not there. */
  read(name: string): Promise<Buffer | undefined>;
  /** Copies a file onto the disk. @returns false if it is not there */
  copyTo(name: string, file: string): Promise<boolean>;
  /** Writes a file, whole or not at all. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Writes a file beside the others. @returns its name until it is moved */
  stage(bytes: Buffer): Promise<string>;
  /** Puts a file into its place, in which there may be another. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file that may be there. */
  remove(name: string): Promise<void>;
  /** Removes what killed processes have left beside the files. */
  removeAbandoned(): Promise<void>;
}
