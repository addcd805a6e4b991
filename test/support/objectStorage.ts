import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import S3rver from 's3rver';
import { BucketStore } from '../../src/system/files/BucketStore.ts';
import { onFileEnd } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';

const BUCKET = 'portal';
/** Ends the names of files in which s3rver keeps objects. */
const OBJECT = '._S3rver_object';

/** A server that speaks S3, with one bucket. */
export interface ObjectStorage {
  /** The variables of a server that keeps its files in a folder of the bucket. */
  env(folder: string): Record<string, string>;
  /** A folder of the bucket. */
  store(folder: string): BucketStore;
  /** The names of all objects below a folder, of any kind. */
  names(folder: string): Promise<string[]>;
  /** What is kept of an object. */
  bytes(folder: string, name: string): Promise<Buffer>;
  /** It does not answer any more, until it is started again with what it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts object storage on a free port. It is stopped when the test file ends. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const [directory, port] = [await freshFolder(), await freePort()];
  let server: S3rver | undefined;
  const stop = async () => {
    const running = server;
    server = undefined;
    await running?.close();
  };
  const start = async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    });
    await server.run();
  };
  onFileEnd(stop);
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    env: (folder) => ({
      MEDIA_URI: `s3://${BUCKET}/${folder}`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
    store: (folder) =>
      new BucketStore(`s3://${BUCKET}/${folder}`, {
        endpoint,
        region: 'us-east-1',
        credentials,
        pathStyle: true,
      }),
    async names(folder) {
      const entries = await readdir(path.join(directory, BUCKET, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      const within = path.join(directory, BUCKET, folder);
      return entries
        .filter((entry) => entry.name.endsWith(OBJECT))
        .map((entry) => path.relative(within, path.join(entry.parentPath, entry.name.replace(OBJECT, ''))))
        .sort();
    },
    bytes: (folder, name) => readFile(path.join(directory, BUCKET, folder, `${name}${OBJECT}`)),
    stop,
    start,
  };
}
