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
  /** The server's folder; undefined for a host's app. */
  dataDir: string | undefined;
}

/**
 * @param file a host's Payload config; without it, the server's own is used
 * @param restores whether the content may be half restored
 */
export async function localInstallation(
  file: string | undefined,
  release: string,
  { restores }: { restores: boolean },
): Promise<LocalInstallation> {
  if (file !== undefined) {
    const folder = process.cwd();
    const config = await hostConfig(file);
    const disk = path.join(folder, 'backups');
    const installation = installationOf(config, { open: opened, isServer: false, folder, release });
    return { installation, archives: disk, disk, keptLists: [], dataDir: undefined };
  }
  const config = await serverConfig({ restores });
  const environment = readEnvironment();
  const folder = environment.dataDir;
  const disk = path.join(folder, 'backups');
  return {
    installation: installationOf(config, { open: opened, isServer: true, folder, release }),
    archives: environment.backup.to ?? disk,
    disk,
    keptLists: [checkpointFolder(environment)],
    dataDir: folder,
  };
}

/** So many are named. */
export const MAX_NAMED = 20;

/**
 * Names uploaded files that are not in an archive.
 * @param more what else there is to say
 * @returns the exit status
 */
export function saysMissing(missing: readonly string[], more = ''): 0 | 1 {
  if (missing.length === 0) return 0;
  const others = missing.length - MAX_NAMED;
  console.error(
    [
      `${missing.length} uploaded files are not in the archive, because they were missing when it was made:`,
      ...missing.slice(0, MAX_NAMED).map((name) => `  ${name}`),
      ...(others > 0 ? [`  and ${others} more, which manifest.json in the archive names`] : []),
      `Take them from an older backup, or replace these images and files in the admin. ${more}`.trim(),
    ].join('\n'),
  );
  return 1;
}
