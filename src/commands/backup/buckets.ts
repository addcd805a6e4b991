import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BackupReport,
  backup,
  backupToBucket,
  type Installation,
  newestArchive,
  newestInBucket,
  withArchiveOf,
} from '../../backup/index.ts';
import type { BucketStore } from '../../system/files/index.ts';
import { isBucket, readS3Settings } from '../../system/settings/index.ts';

/** The bucket that an address names, with the keys of the environment; undefined for a folder or a file. */
async function bucketAt(address: string): Promise<BucketStore | undefined> {
  if (!isBucket(address)) return undefined;
  const { BucketStore } = await import('../../system/files/BucketStore.ts');
  return new BucketStore(address, readS3Settings());
}

/** An archive in a bucket, `s3://BUCKET/PREFIX/NAME`; undefined for a file of this machine. */
export async function archiveAt(address: string): Promise<{ bucket: BucketStore; name: string } | undefined> {
  const bucket = await bucketAt(path.posix.dirname(address));
  return bucket && { bucket, name: path.posix.basename(address) };
}

/** Does something with an archive on this machine; one in a bucket is fetched into TMPDIR for it. */
export async function atHand<T>(file: string, work: (file: string) => Promise<T>): Promise<T> {
  const remote = await archiveAt(file);
  return remote ? withArchiveOf(remote.bucket, remote.name, tmpdir(), work) : work(file);
}

interface Options {
  keep: number | undefined;
  /** The folder on this machine in which an archive for a bucket is made. */
  disk: string;
  onProgress?: Parameters<typeof backup>[1]['onProgress'];
}

/** Backs up into a folder, or into a bucket. */
export async function backupInto(
  installation: Installation,
  address: string,
  { disk, ...options }: Options,
): Promise<BackupReport> {
  const bucket = await bucketAt(address);
  return bucket
    ? backupToBucket(installation, bucket, { ...options, to: disk })
    : backup(installation, { ...options, to: path.resolve(address) });
}

/** The newest archive of a folder or a bucket; undefined for none. */
export async function newestAt(address: string): Promise<string | undefined> {
  const bucket = await bucketAt(address);
  return bucket ? newestInBucket(bucket) : newestArchive(path.resolve(address));
}
