import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Payload } from 'payload';
import { filesOf, type StoredFiles } from '../../collections/access/imageFiles.ts';
import { makeSizes } from '../../collections/media/makeSizes.ts';
import { MEDIA, portalOf, slugOfKind } from '../../collections/portal/portal.ts';
import { type TextFinding, textFindings } from '../migration/index.ts';
import { type FileStore, FolderStore, readWhole } from '../system/files/index.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import { EnvironmentError, readEnvironment } from '../system/settings/env.ts';
import { ConfigError } from './hostConfig.ts';
import { findingLines } from './importSummary.ts';
import { listed, type ProgressDisplay, reports } from './output.ts';
import { withPayload, withPayloadUnchanged } from './withPayload.ts';

const CHECK_HELP = `
Every text is judged as a save would judge it. What an import brought is served as it came, whatever is in it: it is named,
and is no failure.

Exit status: 0 nothing but that, 1 something is stored that must not be served, 2 the texts could not be read.`;

interface Options {
  config?: string;
  unpublish?: boolean;
}

/** Adds `portal-content check [--unpublish]`. */
export function registerCheck(program: Command): void {
  const command = program
    .command('check')
    .description('find stored texts that a save would refuse')
    .option('--unpublish', 'withdraw the documents that hold them; editors can mend and publish them again')
    .addHelpText('after', CHECK_HELP);
  reports<Options>(command, 2, ({ config, unpublish }) =>
    withPayload(config, async (payload) => {
      const found = await textFindings(payload);
      const refused = found.filter(({ kind }) => kind === 'refused');
      const withdrawn = unpublish ? await withdraw(payload, refused) : [];
      return {
        says: [...findingLines(found), ...withdrawn.map((name) => `Unpublished: ${name}`)],
        status: refused.length > 0 ? 1 : 0,
      };
    }),
  );
}

/** @returns the names of the documents */
async function withdraw(payload: Payload, findings: TextFinding[]): Promise<string[]> {
  const published = new Map(
    findings
      .filter(({ isPublished }) => isPublished)
      .map((finding) => [`${finding.collection} ${finding.apiId}`, finding]),
  );
  for (const { collection, id } of published.values())
    await payload.update({ collection, id, data: { _status: 'draft' } as never, depth: 0 });
  return [...published.keys()];
}

const SIZES_HELP = `
For images that were uploaded without sharp, and after another size was added. Their files stay as they are, and so do their addresses. The
server may run meanwhile.

Exit status: 0 every image has its sizes, 1 some could not be read; they are named.`;

/** Adds `portal-content image-sizes`. */
export function registerImageSizes(program: Command): void {
  const command = program
    .command('image-sizes')
    .description('make the sizes of images that have none, and read their width and height again')
    .addHelpText('after', SIZES_HELP);
  reports<Options>(command, 1, ({ config }, progress) =>
    withPayload(config, async (payload) => {
      if (!portalOf(payload.config).media.isOwn)
        throw new ConfigError("This is for the plugin's own images (media: { own: true }).");
      if (!payload.config.sharp)
        throw new ConfigError(
          'The Payload config has no sharp, which makes the sizes. Install it and add it.',
        );
      const { made, there, failed } = await makeSizes(payload, (done, total) =>
        progress.show({ title: 'Images', done, total }),
      );
      return {
        says: [`Images: ${made} read again, ${there} small enough as they are.`],
        wrong: failed.map(({ filename, reason }) => `Not read: ${filename}: ${reason}`),
      };
    }),
  );
}

const MEDIA_HELP = `
The bucket is that of MEDIA_URI, and the folder is media in DATA_DIR. Every file is copied, read again and compared; the other place stays as
it is, and files of which there are the same bytes are left. The server may run meanwhile. To move: run it, stop the server, run it once
more, add MEDIA_URI to the server's environment or take it away, and start the server.

Exit status: 0 every file that a document names is there; 1 not all, and they are named, or the reason.`;

/** Adds `portal-content media`. */
export function registerMedia(program: Command): void {
  const command = program
    .command('media')
    .description('copy the uploaded images and files from the folder into the bucket, or back')
    .addOption(
      new Option('--to <place>', 'the place that gets what it lacks')
        .choices(['bucket', 'folder'])
        .makeOptionMandatory(),
    )
    .addHelpText('after', MEDIA_HELP);
  reports<{ to: 'bucket' | 'folder' }>(command, 1, ({ to: place }, progress) =>
    withPayloadUnchanged(undefined, async (payload) => {
      const { bucket, folder } = await places();
      const [from, to] = place === 'bucket' ? [folder, bucket] : [bucket, folder];
      const { copied, same } = await copyFiles(from, to, progress);
      const collection = slugOfKind(payload, MEDIA);
      const { docs } = await payload.db.find<StoredFiles>({ collection, limit: 0, pagination: false });
      const there = new Set(await to.list());
      const missing = docs.flatMap(filesOf).flatMap(({ path }) => (there.has(path) ? [] : [path]));
      const heading = `${missing.length} files that documents name are in neither place:`;
      return {
        says: [`Files from ${from.place} to ${to.place}: ${copied} copied, ${same} were there.`],
        wrong: listed(heading, missing),
      };
    }),
  );
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
async function copyFiles(
  from: FileStore,
  to: FileStore,
  progress: ProgressDisplay,
): Promise<{ copied: number; same: number }> {
  const names = await from.list();
  let copied = 0;
  for (const [done, name] of names.entries()) {
    progress.show({ title: 'Files', done, total: names.length });
    const bytes = await readWhole(from, name);
    const isThere = async () => bytes === undefined || (await readWhole(to, name))?.equals(bytes);
    if (bytes === undefined || (await isThere())) continue;
    await to.write(name, bytes);
    if (!(await isThere()))
      throw new OperatorError(`${name} has other bytes in ${to.place} than were written.`);
    copied++;
  }
  return { copied, same: names.length - copied };
}
