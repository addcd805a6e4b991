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
import { readS3Settings } from '../../system/settings/env.ts';
import { isBucket } from '../../system/settings/values.ts';

/** The bucket that an address names, with the keys of the environment; undefined for a folder or a file. */
async function bucketAt(address: string): Promise<BucketStore | undefined> {
  if (!isBucket(address)) return undefined;
  const { BucketStore } = await import('../../system/files/BucketStore.ts');
  return new BucketStore(address, readS3Settings());
}

/**
 * Does something with an archive on this machine; one in a bucket, `s3://BUCKET/PREFIX/NAME`, is fetched for it.
 * @param to a folder with room for it. @default TMPDIR
 */
export async function atHand<T>(file: string, work: (file: string) => Promise<T>, to = tmpdir()): Promise<T> {
  const bucket = await bucketAt(path.posix.dirname(file));
  return bucket ? withArchiveOf(bucket, path.posix.basename(file), to, work) : work(file);
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
