import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { type About, type ArchivedFile, encodeManifest, MANIFEST } from './manifest.ts';

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
    const hash = createHash('sha256');
    let bytes = 0;
    const hashing = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes?.(bytes, size);
        done(null, chunk);
      },
    });
    const entry = this.#pack.entry({ name, size, mode: 0o600, type: 'file' });
    // What fails on a full disk is the file of the archive; the entry alone would never end.
    await Promise.race([pipeline(from, hashing, entry), this.#written.then(() => {})]);
    this.#files.push({ name, bytes: size, sha256: hash.digest('hex') });
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
