import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Payload, SanitizedConfig } from 'payload';
import { filesOf, type StoredFiles } from '../../collections/access/imageFiles.ts';
import { MEDIA, portalOf, slugOf } from '../../collections/portal/portal.ts';
import {
  type BucketStore,
  entriesOf,
  type FileStore,
  FolderStore,
  REPLACED,
  RESTORING,
} from '../system/files/index.ts';
import { makeFolder } from '../system/settings/folders.ts';

/** Where uploaded files are, by the slugs of their collections. */
export type UploadStores = ReadonlyMap<string, FileStore>;

/**
 * The bucket of the plugin's own images and files, and the folders of a config, none within another. Two collections may share
 * one; what a storage adapter of Payload keeps is not here.
 */
export function uploadStores(config: SanitizedConfig): UploadStores {
  const ofBucket = new Map<string, FileStore>();
  const portal = config.custom && portalOf(config);
  if (portal?.media.files) ofBucket.set(slugOf(portal, MEDIA), portal.media.files);
  const folders = new Map<string, string>();
  for (const { slug, upload } of config.collections) {
    if (!upload || upload.disableLocalStorage || ofBucket.has(slug)) continue;
    const folder = folderOf(slug, upload);
    if (![...folders.values()].includes(folder)) folders.set(slug, folder);
  }
  const outer = [...folders].filter(
    ([, folder]) => ![...folders.values()].some((each) => isWithin(folder, each)),
  );
  const stores = outer.map(([slug, folder]): [string, FileStore] => [slug, new FolderStore(folder)]);
  return new Map([...ofBucket, ...stores]);
}

const isWithin = (folder: string, other: string) => folder.startsWith(`${other}${path.sep}`);

const folderOf = (slug: string, { staticDir }: { staticDir?: string }) => path.resolve(staticDir ?? slug);

/** The files that documents of upload collections name, as `SLUG/FILE`, where {@link uploadStores} has the slug. */
export async function namedFiles(
  { config, db }: Pick<Payload, 'config' | 'db'>,
  uploads: UploadStores,
): Promise<string[]> {
  const named = new Set<string>();
  const portal = config.custom && portalOf(config);
  const own = portal?.media.isOwn ? slugOf(portal, MEDIA) : undefined;
  for (const { slug: collection, upload } of config.collections) {
    const within = upload && placeOf(collection, upload, uploads);
    if (!within) continue;
    const { docs } = await db.find<StoredFiles>({ collection, limit: 0, pagination: false });
    // A host's collection keeps files under their names.
    const stored = collection === own ? docs : docs.map((doc) => ({ ...doc, file_key: null }));
    for (const { path: file } of stored.flatMap(filesOf)) named.add([...within, file].join('/'));
  }
  return [...named].sort();
}

/** The slug under which the files of a collection are, and the folders there; undefined if they are elsewhere. */
function placeOf(
  collection: string,
  upload: { staticDir?: string; disableLocalStorage?: boolean },
  uploads: UploadStores,
): string[] | undefined {
  if (uploads.get(collection)?.kind === 'bucket') return [collection];
  if (upload.disableLocalStorage) return undefined;
  const own = folderOf(collection, upload);
  for (const [slug, store] of uploads) {
    if (store.kind === 'bucket' || (own !== store.folder && !isWithin(own, store.folder))) continue;
    return [slug, ...path.relative(store.folder, own).split(path.sep).filter(Boolean)];
  }
  return undefined;
}

/** The folder for the files that a restore brings: within a folder, so that it may be a file system of its own. */
export function stagingOf(slug: string, store: FileStore, folder: string): string {
  return path.join(store.kind === 'folder' ? store.folder : stagingOfBuckets(folder, slug), RESTORING);
}

const stagingOfBuckets = (folder: string, slug = '') => path.join(folder, 'files.restoring', slug);

/** Removes what a restore has staged. @param folder that of the installation */
export async function removeStaged(uploads: UploadStores, folder: string): Promise<void> {
  for (const [slug, store] of uploads)
    await rm(stagingOf(slug, store, folder), { recursive: true, force: true });
  await rm(stagingOfBuckets(folder), { recursive: true, force: true });
}

/** Makes an empty folder for the files of each collection. @returns them by slug */
export async function stageUploads(uploads: UploadStores, folder: string): Promise<Map<string, string>> {
  await removeStaged(uploads, folder);
  const staged = new Map<string, string>();
  for (const [slug, store] of uploads) {
    staged.set(slug, stagingOf(slug, store, folder));
    makeFolder(stagingOf(slug, store, folder));
  }
  return staged;
}

/**
 * Puts what was staged into the place of what is there, which is kept.
 * @returns where it is kept; undefined if there was nothing
 */
export function placeUploads(store: FileStore, staged: string, stamp: string): Promise<string | undefined> {
  const kept = `${REPLACED}${stamp}`;
  return store.kind === 'folder' ? placeInFolder(store, staged, kept) : placeInBucket(store, staged, kept);
}

async function placeInFolder(
  { folder }: FolderStore,
  staged: string,
  name: string,
): Promise<string | undefined> {
  const before = await entriesOf(folder);
  const kept = path.join(folder, name);
  if (before.length > 0) await mkdir(kept, { recursive: true, mode: 0o700 });
  for (const each of before) await rename(path.join(folder, each), path.join(kept, each));
  for (const each of await readdir(staged)) await rename(path.join(staged, each), path.join(folder, each));
  await rm(staged, { recursive: true });
  return before.length > 0 ? kept : undefined;
}

async function placeInBucket(store: BucketStore, staged: string, name: string): Promise<string | undefined> {
  const before = await store.list();
  for (const each of before) await store.move(each, `${name}/${each}`);
  for (const each of await new FolderStore(staged).list())
    await store.writeFile(each, path.join(staged, each));
  return before.length > 0 ? `${store.place}/${name}` : undefined;
}
