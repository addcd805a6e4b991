import path from 'node:path';
import { type Installation, installationOf } from '../../backup/index.ts';
import { checkpointFolder } from '../../server/index.ts';
import { readEnvironment } from '../../system/settings/env.ts';
import { hostConfig } from '../hostConfig.ts';
import { opened, serverConfig } from '../withPayload.ts';

/** What a command is about. */
export interface LocalInstallation {
  installation: Installation;
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
    return { installation, archives: disk, disk, keptLists: [] };
  }
  const config = await serverConfig({ restores, writes });
  const environment = readEnvironment();
  const folder = environment.dataDir;
  const disk = path.join(folder, 'backups');
  return {
    installation: installationOf(config, { open: opened, isServer: true, folder, release }),
    archives: environment.backup.to ?? disk,
    disk,
    keptLists: [checkpointFolder(environment)],
  };
}
