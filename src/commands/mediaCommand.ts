import path from 'node:path';
import type { Command } from 'commander';
import { mediaSlug } from '../../collections/access/imageFiles.ts';
import { type NamesOfFiles, namesOfFiles } from '../../collections/media/index.ts';
import { type FileStore, FolderStore } from '../system/files/index.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import { EnvironmentError, readEnvironment } from '../system/settings/index.ts';
import { progressDisplay } from './progress.ts';
import { withPayloadUnchanged } from './withPayload.ts';

const HELP = `
The bucket is that of MEDIA_URI, and the folder is media in DATA_DIR. Every file is copied, read again and compared; the other place stays as
it is, and files of which there are the same bytes are left. The server may run meanwhile. To move: run it, stop the server, run it once
more, add MEDIA_URI to the server's environment or take it away, and start the server.

Exit status: 0 every file that a document names is there; 1 not all, and they are named, or the reason.`;

/** Adds `portal-content media`. */
export function registerMedia(program: Command): void {
  program
    .command('media')
    .description('copy the uploaded images and files from the folder into the bucket, or back')
    .requiredOption('--to <place>', 'bucket or folder', (place) => {
      if (place === 'bucket' || place === 'folder') return place;
      throw new OperatorError(`--to is bucket or folder, and not ${place}.`);
    })
    .addHelpText('after', HELP)
    .action(async ({ to: place }: { to: 'bucket' | 'folder' }) => {
      const missing = await withPayloadUnchanged(undefined, async (payload) => {
        const { bucket, folder } = await places();
        const [from, to] = place === 'bucket' ? [folder, bucket] : [bucket, folder];
        const { copied, same } = await copyFiles(from, to);
        console.log(`Files from ${from.place} to ${to.place}: ${copied} copied, ${same} were there.`);
        const collection = mediaSlug(payload);
        const { docs } = await payload.db.find<NamesOfFiles>({ collection, limit: 0, pagination: false });
        const there = new Set(await to.list());
        return docs.flatMap(namesOfFiles).filter((name) => !there.has(name));
      });
      process.exitCode = missing.length > 0 ? 1 : 0;
      if (missing.length > 0)
        console.error(
          [
            `${missing.length} files that documents name are in neither place:`,
            ...missing.map((name) => `  ${name}`),
          ].join('\n'),
        );
    });
}

async function places(): Promise<{ bucket: FileStore; folder: FileStore }> {
  const { dataDir, mediaUri, s3 } = readEnvironment();
  if (mediaUri === undefined)
    throw new EnvironmentError(
      'MEDIA_URI is not set, and it names the bucket. Example: MEDIA_URI=s3://portal/media',
    );
  const { BucketStore } = await import('../system/files/BucketStore.ts');
  return { bucket: new BucketStore(mediaUri, s3), folder: new FolderStore(path.join(dataDir, 'media')) };
}

/** @returns how many files were copied, and how many were there already */
async function copyFiles(from: FileStore, to: FileStore): Promise<{ copied: number; same: number }> {
  const display = progressDisplay();
  const names = await from.list();
  let copied = 0;
  try {
    for (const [done, name] of names.entries()) {
      display.show({ title: 'Files', done, total: names.length });
      const bytes = await from.read(name);
      const isThere = async () => bytes === undefined || (await to.read(name))?.equals(bytes);
      if (bytes === undefined || (await isThere())) continue;
      await to.write(name, bytes);
      if (!(await isThere()))
        throw new OperatorError(`${name} has other bytes in ${to.place} than were written.`);
      copied++;
    }
  } finally {
    display.stop();
  }
  return { copied, same: names.length - copied };
}
