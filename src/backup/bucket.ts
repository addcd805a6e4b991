import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BucketStore, copyTo } from '../system/files/index.ts';
import { type BackupOptions, type BackupReport, backup, workFolder } from './backup.ts';
import { BackupError } from './Database.ts';
import type { Installation } from './Installation.ts';
import { isArchiveName } from './manifest.ts';

/**
 * Backs up into a bucket: the archive is made on the disk, sent, and read again from there.
 * @param options `to` is a folder with room for the archive meanwhile; `keep` counts the archives of the bucket
 */
export async function backupToBucket(
  installation: Installation,
  bucket: BucketStore,
  { to, keep, onProgress = () => {}, ...options }: BackupOptions,
): Promise<BackupReport> {
  const folder = await workFolder(to);
  try {
    const report = await backup(installation, { ...options, to: folder, onProgress });
    const name = path.basename(report.file);
    onProgress({ title: `Sending the archive to ${bucket.place}`, done: 0, total: 1 });
    await bucket.writeFile(name, report.file);
    const sent = await bucket.open(name);
    if (!sent || (await sha256Of(sent.body)) !== (await sha256Of(createReadStream(report.file)))) {
      await bucket.remove(name);
      throw new BackupError(
        `The archive has other bytes in ${bucket.place} than it was sent with. Run it again.`,
      );
    }
    const removes = keep !== undefined && report.manifest.missing.length === 0;
    const removed = removes ? (await archivesIn(bucket)).slice(0, -keep) : [];
    for (const each of removed) await bucket.remove(each);
    const at = (each: string) => `${bucket.place}/${each}`;
    return { ...report, file: at(name), removed: removed.map(at) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The names of the archives in a bucket, oldest first: `list()` sorts, and names begin with the time. */
async function archivesIn(bucket: BucketStore): Promise<string[]> {
  return (await bucket.list()).filter(isArchiveName);
}

/** The newest archive in a bucket; undefined for none. */
export async function newestInBucket(bucket: BucketStore): Promise<string | undefined> {
  const newest = (await archivesIn(bucket)).at(-1);
  return newest && `${bucket.place}/${newest}`;
}

async function sha256Of(stream: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/**
 * Fetches an archive from a bucket for `work`.
 * @param to a folder with room for it
 * @throws BackupError if there is none of that name
 */
export async function withArchiveOf<T>(
  bucket: BucketStore,
  name: string,
  to: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await workFolder(to);
  try {
    const file = path.join(folder, name);
    if (!(await copyTo(bucket, name, file))) throw new BackupError(`There is no ${bucket.place}/${name}.`);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
