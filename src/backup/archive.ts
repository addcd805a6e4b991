import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Entry, extract, type Pack, pack } from 'tar-stream';
import { BackupError } from './Database.ts';
import {
  type About,
  type ArchivedFile,
  decodeManifest,
  encodeManifest,
  FOLDERS,
  layoutProblems,
  MANIFEST,
  type Manifest,
} from './manifest.ts';

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
export interface ArchiveCheck {
  /** A line for each thing that is wrong. */
  problems: string[];
  /** Undefined if it could not be read. */
  manifest: Manifest | undefined;
}

/**
 * Reads a whole archive, and compares it with its manifest. Nothing is written.
 * @param name what problems call it. @default its path
 */
export async function checkArchive(file: string, name = file): Promise<ArchiveCheck> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  const wrong: string[] = [];
  const names = new Set<string>();
  let text: string | undefined;
  let last = 'its beginning';
  try {
    await readArchive(file, async (entry) => {
      const { name: member, type } = entry.header;
      if (type !== 'file') wrong.push(`${member} is no file, but a ${type}.`);
      if (names.has(member)) wrong.push(`${member} is there twice.`);
      names.add(member);
      if (member === MANIFEST) text = (await contentOf(entry)).toString();
      else found.set(member, await digestOf(entry));
      last = member;
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const cannotBeRead = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR';
    const problem = cannotBeRead
      ? `${name} cannot be read: ${message}.`
      : `${name} is broken or cut off after ${last}: ${message.replace(/[.?!]$/, '')}.`;
    return { problems: [problem], manifest: undefined };
  }
  if (text === undefined)
    return { problems: [`${name} is no backup: it has no ${MANIFEST}.`], manifest: undefined };
  try {
    const manifest = decodeManifest(text);
    return { problems: [...layoutProblems(manifest), ...problemsOf(manifest, found), ...wrong], manifest };
  } catch (error) {
    return { problems: [`${MANIFEST} cannot be used: ${(error as Error).message}.`], manifest: undefined };
  }
}

/** @returns the manifest @throws BackupError that names everything that is wrong */
export async function wholeArchive(file: string, name = file): Promise<Manifest> {
  await access(file, constants.R_OK).catch(({ message }: Error) => {
    throw new BackupError(`${name} cannot be read: ${message}.`);
  });
  const { problems, manifest } = await checkArchive(file, name);
  if (manifest && problems.length === 0) return manifest;
  throw new BackupError(
    [...problems, `${name} is not as it was made. Take another backup, or another copy of it.`].join('\n'),
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

/** Passes bytes on, and takes their digest. */
export function hashing(onBytes?: (bytes: number) => void) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes?.(bytes);
      done(null, chunk);
    },
  });
  return { stream, digest: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Reads a stream to its end. */
export async function digestOf(from: NodeJS.ReadableStream): Promise<{ bytes: number; sha256: string }> {
  const { stream, digest } = hashing();
  await pipeline(from, stream.resume());
  return digest();
}

async function contentOf(entry: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Images are compressed already, and databases much at any level. */
const LEVEL = 3;

type OnBytes = (done: number, total: number) => void;

/** Writes an archive, file by file, and takes their digests. */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #files: ArchivedFile[] = [];

  /** @param file a new file, which only this user may read: the database has password hashes */
  constructor(file: string) {
    const to = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack, createGzip({ level: LEVEL }), to);
    // It is awaited at the end, and destroys the pack, whose entries then fail.
    this.#written.catch(() => {});
  }

  /** Adds a file that nobody writes to. `onBytes` is told how many of its bytes are in. */
  async add(name: string, from: string, onBytes?: OnBytes): Promise<void> {
    const { size } = await stat(from);
    await this.#add(name, size, createReadStream(from), onBytes);
  }

  async addText(name: string, text: string | Buffer): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#add(name, bytes.length, Readable.from(bytes.length > 0 ? [bytes] : []));
  }

  async #add(name: string, size: number, from: Readable, onBytes?: OnBytes): Promise<void> {
    const { stream, digest } = hashing((bytes) => onBytes?.(bytes, size));
    const entry = this.#pack.entry({ name, size, mode: 0o600, type: 'file' });
    // What fails on a full disk is the file of the archive; the entry alone would never end.
    await Promise.race([pipeline(from, stream, entry), this.#written.then(() => {})]);
    this.#files.push({ name, ...digest() });
  }

  /** Adds the manifest, and resolves when everything is on the disk. */
  async finish(about: About): Promise<void> {
    const text = encodeManifest({ ...about, files: this.#files });
    this.#pack.entry({ name: MANIFEST, size: text.length, mode: 0o600, type: 'file' }).end(text);
    this.#pack.finalize();
    await this.#written;
  }

  /** Ends without the rest. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
  }
}
