import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import { BackupError } from './BackupError.ts';
import { decodeManifest, FOLDERS, layoutProblems, MANIFEST, type Manifest } from './manifest.ts';

/** Reads an archive from its beginning, file by file. @throws what stream or archive says is broken */
export async function readArchive(file: string, take: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), entries);
  const taking = (async () => {
    for await (const entry of entries) await take(entry);
  })();
  // The first failure counts: the other one follows from it.
  await Promise.all([reading, taking]);
}

/** What a look at an archive has found. */
export interface Checked {
  /** A line for each thing that is wrong. */
  problems: string[];
  /** Undefined if it could not be read. */
  manifest: Manifest | undefined;
}

/** Reads a whole archive, and compares it with its manifest. Nothing is written. */
export async function checkArchive(file: string): Promise<Checked> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  const wrong: string[] = [];
  const names = new Set<string>();
  let text: string | undefined;
  let last = 'its beginning';
  try {
    await readArchive(file, async (entry) => {
      const { name, type } = entry.header;
      if (type !== 'file') wrong.push(`${name} is no file, but a ${type}.`);
      if (names.has(name)) wrong.push(`${name} is there twice.`);
      names.add(name);
      if (name === MANIFEST) text = (await contentOf(entry)).toString();
      else found.set(name, await digestOf(entry));
      last = name;
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const cannotBeRead = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR';
    const problem = cannotBeRead
      ? `${file} cannot be read: ${message}.`
      : `${file} is broken or cut off after ${last}: ${message}.`;
    return { problems: [problem], manifest: undefined };
  }
  if (text === undefined)
    return { problems: [`${file} is no backup: it has no ${MANIFEST}.`], manifest: undefined };
  try {
    const manifest = decodeManifest(text);
    return { problems: [...layoutProblems(manifest), ...problemsOf(manifest, found), ...wrong], manifest };
  } catch (error) {
    return { problems: [`${MANIFEST} cannot be used: ${(error as Error).message}.`], manifest: undefined };
  }
}

/** @returns the manifest @throws BackupError that names everything that is wrong */
export async function wholeArchive(file: string): Promise<Manifest> {
  const { problems, manifest } = await checkArchive(file);
  if (manifest && problems.length === 0) return manifest;
  throw new BackupError(
    [...problems, `${file} is not as it was made. Take another backup, or another copy of it.`].join('\n'),
  );
}

function problemsOf(
  { database, files }: Manifest,
  found: ReadonlyMap<string, { bytes: number; sha256: string }>,
): string[] {
  const named = new Set(files.map(({ name }) => name));
  const wanted =
    database === 'sqlite'
      ? [`${FOLDERS.database}portal.db`, `${FOLDERS.lists}${MANIFEST}`]
      : [`${FOLDERS.database}collections.json`, `${FOLDERS.lists}${MANIFEST}`];
  return [
    ...wanted.filter((name) => !named.has(name)).map((name) => `${name} is not in the manifest.`),
    ...files.flatMap(({ name, bytes, sha256 }) => {
      const there = found.get(name);
      if (!there) return `${name} is missing.`;
      if (there.bytes !== bytes) return `${name} has ${there.bytes} bytes in place of ${bytes}.`;
      return there.sha256 === sha256 ? [] : `${name} was changed: its SHA-256 is another.`;
    }),
    ...[...found.keys()]
      .filter((name) => !named.has(name))
      .map((name) => `${name} is not of this backup: the manifest does not name it.`),
  ];
}

async function digestOf(entry: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function contentOf(entry: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
