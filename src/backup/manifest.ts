import { z } from 'zod';
import { isAside } from '../system/files/index.ts';

/** The file of an archive that says what it holds. It is the last one, since digests are taken while the others are written. */
export const MANIFEST = 'manifest.json';

/** The folders of an archive. */
export const FOLDERS = { database: 'database/', files: 'files/', lists: 'lists/' } as const;

/** The latest format that this release reads. Raise it when an older release would restore less than what is there. */
const FORMAT = 1;

const FILE = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

const SHAPE = z.object({
  format: z.number(),
  /** When the backup began. */
  time: z.string(),
  /** The release that made it. */
  release: z.string(),
  /** The highest data version that had used the database; 0 if none had left a mark. */
  dataVersion: z.number(),
  database: z.enum(['sqlite', 'mongodb']),
  /** The address of the server, with which the lists begin addresses of uploaded images. */
  serverUrl: z.string(),
  /** Whether it has the uploaded files. Without them, a restore leaves their folders as they are. */
  uploads: z.boolean(),
  files: z.array(FILE),
  /** Files that documents name and that were not there, as `files/SLUG/FILE`. */
  missing: z.array(z.string()),
});

/** What an archive holds. */
export type Manifest = z.infer<typeof SHAPE>;
/** What a backup notes of itself. */
export type About = Omit<Manifest, 'files' | 'format'>;
export type ArchivedFile = z.infer<typeof FILE>;

export function encodeManifest(manifest: About & { files: ArchivedFile[] }): Buffer {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
}

/** @throws Error that says in words why it cannot be used */
export function decodeManifest(text: string): Manifest {
  const found: unknown = JSON.parse(text);
  const format = (found as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT)
    throw new Error(`it has format ${format}, and this release reads ${FORMAT} at most; use a later release`);
  const { data } = SHAPE.safeParse(found);
  if (!data) throw new Error('it is no manifest of a backup');
  return data;
}

/** The files in a folder of an archive, such as `files/media/`. */
export function filesOf({ files }: Pick<Manifest, 'files'>, folder: string): ArchivedFile[] {
  return files.filter(({ name }) => name.startsWith(folder));
}

/** The slug of the collection of an uploaded file. */
export function slugOf(name: string): string {
  return name.split('/')[1] ?? '';
}

/** File systems take so many bytes for the name of a file or folder, and for a path, in which others stand before it. */
const LONGEST = { piece: 255, path: 1024 };

/**
 * What is wrong with the names in a manifest, a line for each. Only what backups have is let in: no other name can lead out of
 * its folder, or onto a file of a restore itself.
 */
export function layoutProblems({ database, files }: Manifest): string[] {
  const names = new Set<string>();
  const folders = new Set<string>();
  for (const { name } of files) {
    const pieces = name.split('/');
    for (let depth = 1; depth < pieces.length; depth++) folders.add(pieces.slice(0, depth).join('/'));
  }
  return files.flatMap(({ name }) => {
    const isAgain = names.has(name);
    names.add(name);
    if (isAgain) return [`${name} is in the manifest twice.`];
    if (!isInLayout(name, database)) return [`${name} is no name that a backup has.`];
    return folders.has(name) ? [`${name} is both a file and a folder.`] : [];
  });
}

function isInLayout(name: string, database: Manifest['database']): boolean {
  const [folder, ...pieces] = name.split('/');
  if (!pieces.every(isPiece) || Buffer.byteLength(name) > LONGEST.path) return false;
  const [first = ''] = pieces;
  if (`${folder}/` === FOLDERS.files) return pieces.length >= 2;
  if (pieces.length !== 1) return false;
  if (`${folder}/` === FOLDERS.lists) return first.endsWith('.json');
  if (`${folder}/` !== FOLDERS.database) return false;
  return database === 'sqlite'
    ? first === 'portal.db'
    : first === 'collections.json' || first.endsWith('.bson');
}

function isPiece(piece: string): boolean {
  const isName = piece !== '' && piece !== '.' && piece !== '..' && !/[\\\0]/.test(piece);
  return isName && Buffer.byteLength(piece) <= LONGEST.piece && !isAside(piece);
}

/** `portal-2026-11-25T214500Z.tar.gz` */
export function archiveName(time: Date): string {
  return `portal-${stampOf(time)}.tar.gz`;
}

/** A time in the names of files: `2026-11-25T214500Z`. */
export function stampOf(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
}

/** Whether a file is named as backups are. Others are never removed. */
export function isArchiveName(name: string): boolean {
  return /^portal-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz$/.test(name);
}
