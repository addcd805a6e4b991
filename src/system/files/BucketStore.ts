import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { OperatorError } from '../logging/OperatorError.ts';
import { type FileHead, type Files, isAside, type OpenFile, type Part } from './Files.ts';

/** How object storage is reached. */
export interface S3Settings {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** Undefined for what the machine is given: a role, or the files of Amazon's tools. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whether the bucket stands in the path of addresses, and not in their host name. */
  pathStyle: boolean;
}

/** Object storage that does not answer, or refuses. The message says which, and what it was asked for. */
class ObjectStorageError extends OperatorError {
  override readonly name = 'ObjectStorageError';
}

/** Milliseconds in which storage has to take a connection, and to send or take something; a reader of a file may be slow. */
const TIMEOUT = { connection: 3000, silence: 30_000 };

/** So often is storage asked that does not answer. */
const ATTEMPTS = 2;

/** Bytes of a part of a large object, of which there may be 10,000. */
const PART = 32 * 1024 ** 2;

/** Files in a bucket of object storage that speaks S3, below a prefix. An object is written whole or not at all. */
export class BucketStore implements Files {
  readonly kind = 'bucket';
  readonly place: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #client: S3Client;

  /** @param address `s3://BUCKET/PREFIX`; nothing is asked for yet */
  constructor(address: string, { endpoint, region, credentials, pathStyle }: S3Settings) {
    const [bucket = '', ...segments] = address.replace(/^s3:\/\//, '').split('/');
    const prefix = segments.filter(Boolean).join('/');
    this.#bucket = bucket;
    this.#prefix = prefix && `${prefix}/`;
    this.place = `s3://${bucket}${prefix && `/${prefix}`}`;
    // It warns of a Node that later versions of it will not take.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.#client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
      // Others than Amazon's do not know the checksums that it has added by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: TIMEOUT.connection, socketTimeout: TIMEOUT.silence },
    });
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#asked('name its objects', async () =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken }),
        ),
      );
      // Only a bucket that is not there has no answer.
      if (!page) throw new ObjectStorageError(`There is no bucket ${this.#bucket} (${this.place}). Make it.`);
      for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(this.#prefix.length));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return names.filter((name) => !isAside(name) && !name.endsWith('/')).sort();
  }

  async head(name: string): Promise<FileHead | undefined> {
    const found = await this.#asked(`look for ${name}`, async () =>
      this.#client.send(new HeadObjectCommand(this.#object(name))),
    );
    return found && headOf(found);
  }

  async open(name: string, part?: Part): Promise<OpenFile | undefined> {
    const Range = part && `bytes=${part.start}-${part.end}`;
    const found = await this.#asked(`read ${name}`, async () =>
      this.#client.send(new GetObjectCommand({ ...this.#object(name), Range })),
    );
    return found && { ...headOf(found), body: found.Body as Readable };
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    await this.#asked(`write ${name}`, async () =>
      this.#client.send(new PutObjectCommand({ ...this.#object(name), Body: bytes })),
    );
  }

  /** Writes a file of the disk, in parts if it is large. */
  async writeFile(name: string, file: string): Promise<void> {
    const params = { ...this.#object(name), Body: createReadStream(file) };
    const upload = new Upload({ client: this.#client, params, partSize: PART, queueSize: 2 });
    await this.#asked(`write ${name}`, async () => upload.done());
  }

  /** Gives an object another name. */
  async move(from: string, to: string): Promise<void> {
    const { Bucket, Key } = this.#object(from);
    const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
    const moved = await this.#asked(`put ${from} in the place of ${to}`, async () =>
      this.#client.send(new CopyObjectCommand({ ...this.#object(to), CopySource })),
    );
    if (!moved) throw new ObjectStorageError(`The storage ${this.place} has no ${from} any more.`);
    await this.remove(from);
  }

  async remove(name: string): Promise<void> {
    await this.#asked(`remove ${name}`, async () =>
      this.#client.send(new DeleteObjectCommand(this.#object(name))),
    );
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }

  /** @returns undefined if there is no such object @throws ObjectStorageError for anything else */
  async #asked<T>(what: string, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
      if (name === 'NoSuchKey' || name === 'NotFound') return undefined;
      // An answer without a body, as to HEAD, has no reason.
      const reason = message === 'UnknownError' ? `the answer is ${$metadata?.httpStatusCode}` : message;
      const said = /^(?:Error|Unknown|)$/.test(name) ? reason : `${name}: ${reason}`;
      throw new ObjectStorageError(`The storage ${this.place} cannot ${what}: ${said}`, { cause: error });
    }
  }
}

function headOf(found: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}): FileHead {
  const { ContentLength = 0, ETag = '', LastModified = new Date(0) } = found;
  return { bytes: ContentLength, entityTag: ETag, modified: LastModified };
}
