import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { freshDatabaseUri, freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { signInByRest } from '../support/editor.ts';
import { readLists } from '../support/lists.ts';
import { type ObjectStorage, startObjectStorage } from '../support/objectStorage.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN, run } from '../support/portal.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;
const NAME = 'πύλη 1.png';

let storage: ObjectStorage;
let server: TestServer;
let token: string;
let env: Record<string, string>;
const commands = (...args: string[]) => run(args, server.databaseUri, { env });

beforeAll(async () => {
  storage = await startObjectStorage();
  env = { ...storage.env('media'), DATA_DIR: await freshFolder() };
  server = await startServer({
    databaseUri: await preparedDatabaseUri('captured'),
    env,
    until: 'saves',
  });
  const login = await fetch(`${server.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  [token = ''] = /(?<==)[^;]+/.exec(login.headers.getSetCookie()[0] ?? '') ?? [];
}, 4 * MINUTES);

async function upload(name: string) {
  const form = new FormData();
  form.set('_payload', JSON.stringify({ alt: 'εικόνα' }));
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), name);
  const headers = { Authorization: `JWT ${token}` };
  const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form });
  const value = (await answer.json()) as { doc?: { id: number }; errors?: { message: string }[] };
  return { status: answer.status, value };
}

async function fileOf(address: string) {
  const answer = await fetch(address);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Where it is stored. */
let stored: string;
const address = () => `${server.url}/api/media/file/${encodeURIComponent(NAME)}`;

it('what is uploaded is in the bucket, and at the address that it would have on the disk', async () => {
  const { status, value } = await upload(NAME);
  expect([status, value.errors]).toEqual([201, undefined]);
  [stored = ''] = await storage.names('media');
  expect(stored).toMatch(new RegExp(`^[\\da-f-]{36}/${NAME}$`));
  expect(await storage.bytes('media', stored)).toEqual(PIXEL);
  expect((await fileOf(address())).status).toBe(404);
  const { rest } = await signInByRest(server);
  const found = await rest('GET', 'news-posts?limit=1&depth=0&where[_status][equals]=published');
  const [{ id, createdAt, updatedAt, ...post }] = found.value.docs as [Record<string, unknown>];
  const shown = { ...post, post_image: value.doc?.id, _status: 'published' };
  expect((await rest('PATCH', `news-posts/${id}`, shown)).status).toBe(200);
  expect(Object.values(await readLists(server.url)).join()).toContain(`"${address()}"`);
  expect(await fileOf(address())).toEqual({ status: 200, bytes: PIXEL });
});

it(
  'a backup goes into a bucket, and is restored from there into another one or a folder, with the same lists',
  async () => {
    const made = await commands('backup', '--to', 's3://portal/backups/nightly', '--keep', '1');
    expect([made.code, made.code === 0 ? '' : made.errors]).toEqual([0, '']);
    const [name = '', ...others] = await storage.names('backups/nightly');
    expect(others).toEqual([]);
    const archive = `s3://portal/backups/nightly/${name}`;
    expect(made.output).toContain(`Backed up into ${archive}: the database,`);

    await storage.store('elsewhere').write('other.png', PIXEL);
    const elsewhere = { ...storage.env('elsewhere'), DATA_DIR: await freshFolder(), SERVER_URL: server.url };
    const full = await run(['restore', archive], await freshDatabaseUri(), { env: elsewhere });
    expect([full.code, full.errors.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      'Something is there: files in s3://portal/elsewhere. With --replace it is kept under another name, and the archive takes its place.',
    ]);
    const inBucket = await run(['restore', archive, '--replace'], await freshDatabaseUri(), {
      env: elsewhere,
    });
    expect([inBucket.code, inBucket.code === 0 ? '' : inBucket.errors]).toEqual([0, '']);
    expect(await storage.names('elsewhere')).toEqual([
      expect.stringMatching(/^\.replaced-[^/]+\/other\.png$/),
      stored,
    ]);
    expect(await storage.bytes('elsewhere', stored)).toEqual(PIXEL);

    const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = storage.env('');
    const keys = { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
    const folder = await freshFolder();
    const onDisk = { ...keys, DATA_DIR: folder, SERVER_URL: server.url };
    const inFolder = await run(['restore', archive], await freshDatabaseUri(), { env: onDisk });
    expect([inFolder.code, inFolder.code === 0 ? '' : inFolder.errors]).toEqual([0, '']);
    expect(await readFile(path.join(folder, 'media', stored))).toEqual(PIXEL);
    for (const { output } of [inBucket, inFolder])
      expect(output).toMatch(/The same: 8 of 8 lists and orderings are byte for byte as in the archive/);
  },
  3 * MINUTES,
);

it(
  'files are copied into the folder and into another bucket, and what a document lacks is named',
  async () => {
    const toFolder = await commands('media', '--to', 'folder');
    const folder = path.join(String(env.DATA_DIR), 'media');
    expect(toFolder).toMatchObject({
      code: 0,
      output: `Files from s3://portal/media to ${folder}: 1 copied, 0 were there.\n`,
    });
    expect(await readFile(path.join(folder, stored))).toEqual(PIXEL);
    const moved = { ...env, ...storage.env('moved') };
    const toBucket = async () => run(['media', '--to', 'bucket'], server.databaseUri, { env: moved });
    expect((await toBucket()).output).toBe(
      `Files from ${folder} to s3://portal/moved: 1 copied, 0 were there.\n`,
    );
    expect((await toBucket()).output).toBe(
      `Files from ${folder} to s3://portal/moved: 0 copied, 1 were there.\n`,
    );
    expect(await storage.bytes('moved', stored)).toEqual(PIXEL);
    const empty = { ...env, ...storage.env('empty'), DATA_DIR: await freshFolder() };
    expect(await run(['media', '--to', 'folder'], server.databaseUri, { env: empty })).toMatchObject({
      code: 1,
      errors: `1 files that documents name are in neither place:\n  ${stored}\n`,
    });
  },
  3 * MINUTES,
);

it(
  'while object storage does not answer, lists are read, and readers, editors and operators are told',
  async () => {
    const before = await readLists(server.url);
    expect((await commands('doctor')).output).toContain(
      `ok       Images and files: s3://portal/media at ${env.S3_ENDPOINT}: an object was written, read and deleted\n`,
    );
    await storage.stop();
    expect(await readLists(server.url)).toEqual(before);
    expect((await fileOf(address())).status).toBe(503);
    expect(await upload('άλλη.png')).toEqual({
      status: 503,
      value: {
        errors: [
          {
            message:
              'Δεν αποθηκεύτηκε. Ο χώρος των εικόνων και των αρχείων δεν απαντά αυτή τη στιγμή. Μην κλείσετε τη σελίδα και δοκιμάστε ξανά σε λίγο.',
          },
        ],
      },
    });
    const { code, output } = await commands('doctor');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^WRONG {2}Images and files: The storage s3:\/\/portal\/media cannot write trial-.*ECONNREFUSED.*\. Check MEDIA_URI, /m,
      ),
    ]);
    const failed = await commands('backup', '--to', 's3://portal/backups');
    expect([failed.code, failed.errors]).toEqual([
      1,
      expect.stringMatching(/^The storage s3:\/\/portal\/media cannot .*\nNo backup was made\.\n$/m),
    ]);
    await storage.start();
    expect(await fileOf(address())).toEqual({ status: 200, bytes: PIXEL });
    expect(server.output()).not.toContain(env.S3_SECRET_ACCESS_KEY);
  },
  3 * MINUTES,
);
