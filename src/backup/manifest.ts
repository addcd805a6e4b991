import { z } from 'zod';

/** The file of an archive that says what it holds. It is the last one, since digests are taken while the others are written. */
export const MANIFEST = 'manifest.json';

/** The folders of an archive. */
export const FOLDERS = { database: 'database/', files: 'files/', lists: 'lists/' } as const;

/** The latest format that this release reads. Raise it when an older release would restore less than what is there. */
const FORMAT = 1;

/** No name leads out of its folder. */
const SAFE_NAME = /^(?:database|files|lists)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)+$/;

const FILE = z.object({
  name: z.string().regex(SAFE_NAME),
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
  files: z.array(FILE),
  /** Files that documents name and that were not there, as `files/SLUG/FILE`. Older releases did not look. */
  missing: z.array(z.string()).default([]),
});

/** What an archive holds. */
export type Manifest = z.infer<typeof SHAPE>;
/** What a backup notes of itself. */
export type About = Omit<z.input<typeof SHAPE>, 'files' | 'format'>;
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
