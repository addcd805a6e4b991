import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Installation, installationOf, withArchiveOf } from '../../backup/index.ts';
import { checkpointFolder } from '../../server/checkpoint.ts';
import { type FileStore, FolderStore } from '../../system/files/index.ts';
import { readEnvironment, readS3Settings } from '../../system/settings/env.ts';
import { isBucket } from '../../system/settings/values.ts';
import { hostConfig } from '../hostConfig.ts';
import { opened, serverConfig } from '../withPayload.ts';

/** What a command is about. */
export interface LocalInstallation extends Installation {
  /** The folder for archives, which may be one of a bucket (s3://…). */
  archives: string;
  /** The folder for archives on this machine. */
  disk: string;
  /** What the server keeps of the lists on disk. */
  keptLists: string[];
}

/**
 * @param file a host's Payload config; without it, the server's own is used
 * @param restores whether the content may be half restored
 * @param writes false for a command that writes nothing
 */
export async function localInstallation(
  file: string | undefined,
  release: string,
  { restores, writes = true }: { restores: boolean; writes?: boolean },
): Promise<LocalInstallation> {
  if (file !== undefined) {
    const folder = process.cwd();
    const config = await hostConfig(file);
    const disk = path.join(folder, 'backups');
    const installation = installationOf(config, { open: opened, isServer: false, folder, release });
    return { ...installation, archives: disk, disk, keptLists: [] };
  }
  const config = await serverConfig({ restores, writes });
  const environment = readEnvironment();
  const folder = environment.dataDir;
  const disk = path.join(folder, 'backups');
  return {
    ...installationOf(config, { open: opened, isServer: true, folder, release }),
    archives: environment.backup.to ?? disk,
    disk,
    keptLists: [checkpointFolder(environment)],
  };
}

/** A folder, or one of a bucket (`s3://BUCKET/PREFIX`), which is reached by the keys of the environment. */
export async function placeAt(address: string): Promise<FileStore> {
  if (!isBucket(address)) return new FolderStore(address);
  const { BucketStore } = await import('../../system/files/BucketStore.ts');
  return new BucketStore(address, readS3Settings());
}

/**
 * Does something with an archive on this machine; one in a bucket, `s3://BUCKET/PREFIX/NAME`, is fetched for it.
 * @param to a folder with room for it. @default TMPDIR
 */
export async function atHand<T>(file: string, work: (file: string) => Promise<T>, to = tmpdir()): Promise<T> {
  const place = await placeAt(path.posix.dirname(file));
  return place.kind === 'bucket' ? withArchiveOf(place, path.posix.basename(file), to, work) : work(file);
}
