import path from 'node:path';
import type { BucketStore } from '../../system/files/index.ts';
import { isBucket, readS3Settings } from '../../system/settings/index.ts';

/** The bucket that an address names, with the keys of the environment; undefined for a folder or a file. */
export async function bucketAt(address: string): Promise<BucketStore | undefined> {
  if (!isBucket(address)) return undefined;
  const { BucketStore } = await import('../../system/files/BucketStore.ts');
  return new BucketStore(address, readS3Settings());
}

/** An archive in a bucket, `s3://BUCKET/PREFIX/NAME`; undefined for a file of this machine. */
export async function archiveAt(address: string): Promise<{ bucket: BucketStore; name: string } | undefined> {
  const bucket = await bucketAt(path.posix.dirname(address));
  return bucket && { bucket, name: path.posix.basename(address) };
}
