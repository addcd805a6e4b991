import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { untilReadiness } from '../support/cms.ts';
import { freshDatabaseUri, freshFolder, preparedDatabaseUri, testDatabase } from '../support/databases.ts';
import { listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { freePort } from '../support/freePort.ts';
import { type Bodies, differences, readLists } from '../support/lists.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { PIXEL } from '../support/pixel.ts';
import { ADMIN, ended, run, start } from '../support/portal.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listOf, type Received, startReceiver } from '../support/webhookReceiver.ts';

const MINUTES = 60_000;
const ELSEWHERE = 'https://elsewhere.portal.example';

/** The files of a capture of all lists, in the order that a restore names them. */
const LISTS = [
  ...lists.map(({ key }) => `${key}.json`),
  'featured-sections.ordering=-section_two_links.json',
  'service-useful-links.ordering=-title.json',
  'service-useful-links.ordering=title.json',
].sort();

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** The variables of servers that tell it of lists. */
let webhook: Record<string, string>;
let editor: RestEditor;
let databaseUri: string;
let dataDir: string;
/** Where the backups of nights are. */
let nights: string;
/** What the first of them has said. */
let night: Awaited<ReturnType<typeof run>>;
/** Made while editors write. */
let archive: string;
/** Titles of categories that were saved before. */
let before: string[];

/** A machine: a database, a folder, and the commands there. */
function machine(uri: string, folder: string, serverUrl: string) {
  const env = { DATA_DIR: folder, SERVER_URL: serverUrl };
  return {
    begin: (...args: string[]) => start(args, uri, env),
    run: (...args: string[]) => run(args, uri, { env }),
  };
}

const here = () => machine(databaseUri, dataDir, server.url);

const idOf = ({ headers }: Received) => headers['webhook-id'];

/** What a timer starts. */
const nightly = () =>
  run(['backup', '--nightly'], databaseUri, {
    env: { DATA_DIR: dataDir, BACKUP_TO: nights, BACKUP_KEEP: '1' },
  });

async function withClient<T>(
  work: (client: Awaited<ReturnType<typeof mongoClient>>) => Promise<T>,
): Promise<T> {
  const client = await mongoClient(databaseUri);
  return work(client).finally(() => client.close());
}

/** The databases that restores are tried in. */
const databasesBeside = () =>
  withClient(async (client) => {
    const { databases } = await client.db().admin().listDatabases();
    const own = new URL(databaseUri).pathname.slice(1);
    return databases.map(({ name }) => name).filter((name) => name.startsWith(`${own}_`));
  });

/** Another machine, with nothing on it but a file that was uploaded to another portal. */
async function elsewhere() {
  const uri = await freshDatabaseUri();
  const folder = join(await freshFolder(), 'other', 'data');
  await mkdir(join(folder, 'media'), { recursive: true });
  await writeFile(join(folder, 'media', 'other.png'), PIXEL);
  return { uri, folder, ...machine(uri, folder, ELSEWHERE) };
}

/** Where the uploaded image is stored in the folder of files. */
async function storedImage(): Promise<string> {
  const files = await readdir(join(dataDir, 'media'), { recursive: true });
  return String(files.find((name) => name.endsWith('/μία.png')));
}

const archives = async () => (await readdir(join(dataDir, 'backups'))).sort();

beforeAll(async () => {
  databaseUri = await preparedDatabaseUri('captured');
  dataDir = await freshFolder();
  nights = await freshFolder();
  receiver = await startReceiver();
  webhook = { WEBHOOKS: receiver.url, WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
  server = await startServer({ databaseUri, env: { DATA_DIR: dataDir, ...webhook } });
  // Before the archive, whose database then knows of it.
  night = await nightly();
  editor = await signInByRest(server);
  await illustrate(editor);
  const reading = readSteadily(listUrl(server));
  const saving = saveSteadily(server, editor, 'Κατά το αντίγραφο');
  await saving.more(3);
  const made = await here().run('backup');
  expect([made.code, made.code === 0 ? '' : made.errors]).toEqual([0, '']);
  await saving.more(1);
  const saves = await saving.stop();
  expect(saves).toMatchObject({ refused: [], stale: [] });
  expect(await reading.stop()).toMatchObject({ failed: [], lost: [] });
  before = saves.acknowledged.slice(0, 3);
  const [name = ''] = await archives();
  archive = join(await freshFolder(), name);
  await copyFile(join(dataDir, 'backups', name), archive);
}, 4 * MINUTES);

/** Shows an uploaded image in a post, so that a list has the address of this server. */
async function illustrate({ rest }: RestEditor): Promise<void> {
  const login = await fetch(`${server.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const [token = ''] = /(?<==)[^;]+/.exec(login.headers.getSetCookie()[0] ?? '') ?? [];
  const headers = { Authorization: `JWT ${token}` };
  const form = new FormData();
  form.set('_payload', JSON.stringify({ alt: 'εικόνα' }));
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'μία.png');
  const uploaded = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form });
  const answer = await uploaded.text();
  expect([uploaded.status, answer]).toEqual([201, expect.any(String)]);
  const { doc } = JSON.parse(answer) as { doc: { id: number | string } };
  const { value } = await rest('GET', 'news-posts?limit=1&depth=0&where[_status][equals]=published');
  const [{ id, createdAt, updatedAt, ...post }] = value.docs as [Record<string, unknown>];
  const saved = await rest('PATCH', `news-posts/${id}`, {
    ...post,
    post_image: doc.id,
    _status: 'published',
  });
  expect(saved.status).toBe(200);
}

/** The lists in the archive, by the addresses that they are served at. */
async function archivedLists(): Promise<Bodies> {
  const unpacked = await freshFolder();
  execFileSync('tar', ['xzf', archive, '-C', unpacked]);
  const files = (await readdir(join(unpacked, 'lists'))).sort();
  expect(files).toEqual([...LISTS, 'manifest.json'].sort());
  const bodies = LISTS.map(async (file) => {
    const address = file.replace(/\.ordering=(.*)\.json$/, '/?ordering=$1').replace(/\.json$/, '/');
    return [address, await readFile(join(unpacked, 'lists', file), 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(bodies));
}

it('its lists are those that the server serves, with all that was saved before', async () => {
  const { 'news-categories/': categories = '', ...others } = await archivedLists();
  const { 'news-categories/': now, ...served } = await readLists(server.url);
  expect(differences(served, others)).toEqual([]);
  const titles = [...titlesOf(Buffer.from(categories))];
  expect(titles).toEqual(expect.arrayContaining(before));
  expect([...titlesOf(Buffer.from(now ?? ''))]).toEqual(expect.arrayContaining(titles));
});

it('a restore is refused while a server uses the database', async () => {
  const running = await here().run('restore', archive, '--replace');
  expect(running).toMatchObject({ code: 1, output: '' });
  expect(running.errors).toContain('is in use: stop the server');
});

// Of files, and the same on both.
if (testDatabase() === 'sqlite') {
  it('a backup is one file for this user alone; the newest stay, and files of others', async () => {
    await writeFile(join(dataDir, 'backups', 'portal-notes.tar.gz'), 'mine');
    // The file is on another disk.
    const file = join(dataDir, 'media', await storedImage());
    const other = join(await freshFolder(), 'μία.png');
    await rename(file, other);
    await symlink(other, file);
    const { code, output } = await here().run('backup', '--keep', '1');
    const names = await archives();
    const [newest = ''] = names;
    expect(names).toEqual([
      expect.stringMatching(/^portal-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/),
      'portal-notes.tar.gz',
    ]);
    const made = join(dataDir, 'backups', newest);
    const removed = join(dataDir, 'backups', basename(archive));
    const { size, mode } = await stat(made);
    expect({ code, output, mode: mode & 0o777 }).toEqual({
      code: 0,
      output:
        `Removed ${removed}\nBacked up into ${made}: the database, ${LISTS.length} lists and orderings, 1 uploaded files; ` +
        `${Math.ceil(size / 1024)} KB.\n`,
      mode: 0o600,
    });
  });

  it('a restore is refused where something is, and of a broken archive', async () => {
    const { run, folder } = await elsewhere();
    const full = await run('restore', archive);
    expect(full).toMatchObject({ code: 1, output: '' });
    expect(full.errors).toContain(
      `Something is there: files in ${join(folder, 'media')}. With --replace it is kept`,
    );
    expect(await readdir(join(folder, 'media'))).toEqual(['other.png']);
    const broken = join(await freshFolder(), 'broken.tar.gz');
    const bytes = await readFile(archive);
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
    await writeFile(broken, bytes);
    const found = await run('restore', broken, '--replace');
    expect(found).toMatchObject({ code: 1, output: '' });
    expect(found.errors).toContain(
      `${broken} is not as it was made. Take another backup, or another copy of it.`,
    );
    expect(await readdir(folder)).toEqual(['media']);
  });
}

it(
  'another machine takes it over what is there, also after a killed restore, and serves it byte for byte but for its address',
  async () => {
    const { uri, folder, begin, run } = await elsewhere();
    const restoring = begin('restore', archive, '--replace');
    // From now on: it may end by itself.
    const end = ended(restoring);
    while (restoring.exitCode === null && !existsSync(join(folder, 'restore-unfinished'))) await sleep(1);
    restoring.kill('SIGKILL');
    await end;
    // While it unpacks, the database may be missing as yet: nothing may make a new one.
    const refused = await run('check');
    expect([refused.code, refused.errors]).toEqual([
      2,
      expect.stringMatching(
        /^A restore was interrupted, .* Run it again: npx portal-content restore \S+\.tar\.gz\./,
      ),
    ]);

    expect((await run('doctor')).output).toMatch(/^WRONG {2}Restore: A restore was interrupted, /m);

    const { code, output } = await run('restore', archive, '--replace');
    const [first, ...lines] = output.trim().split('\n');
    expect({ code, lines: lines.slice(-LISTS.length - 1) }).toEqual({
      code: 0,
      lines: [
        ...LISTS.map((file) => `${file}: same`),
        `The same: ${LISTS.length} of ${LISTS.length} lists and orderings are byte for byte as in the archive, addresses of this server aside.`,
      ],
    });
    expect(first).toMatch(/^Restored .* at http:\/\/127\.0\.0\.1:\d+: the database and 1 uploaded files\.$/);
    // The lists that are kept, the secret and the backups are of the other machine.
    const left = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    expect(left).toEqual(['media']);
    const media = await readdir(join(folder, 'media'), { recursive: true });
    expect(media.filter((name) => !name.startsWith('.'))).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\da-f-]{36}\/μία\.png$/),
    ]);
    expect(media.filter((name) => name.endsWith('other.png'))).toEqual([
      expect.stringMatching(/^\.replaced-\d{4}-\d\d-\d\dT\d{6}Z\/other\.png$/),
    ]);
    if (testDatabase() === 'sqlite')
      expect(
        (await readdir(join(uri.slice('file:'.length), '..'))).filter((name) => /-(wal|shm)$/.test(name)),
      ).toEqual([]);

    // What a server makes of it does not differ.
    if (testDatabase() === 'mongodb') return;
    const known = new Set(receiver.received.map(idOf));
    // It takes each message once.
    const told = () => new Set(receiver.received.filter((each) => !known.has(idOf(each))).map(listOf));
    const metrics = await freePort();
    const other = await startServer({
      databaseUri: uri,
      env: { DATA_DIR: folder, SERVER_URL: ELSEWHERE, METRICS_LISTEN: `127.0.0.1:${metrics}`, ...webhook },
    });
    await untilReadiness(other, { code: 200, status: 'live', cms: 'up' });
    // Of the night before: what is noted of backups is in the database, for every server of it.
    const measured = async () => (await read(`http://127.0.0.1:${metrics}/metrics`)).body.toString();
    await vi.waitFor(
      async () => expect(await measured()).toMatch(/^portal_backup_timestamp_seconds\S* \d/m),
      MINUTES,
    );
    expect(await measured()).toMatch(/^portal_backup_proved_timestamp_seconds\S* \d/m);
    // Of each list, whatever the receiver was told by the time of the backup: it may have been told of later ones.
    await vi.waitFor(() => expect([...told()].sort()).toEqual(lists.map(({ key }) => key).sort()), {
      timeout: MINUTES,
    });
    const expected = Object.entries(await archivedLists()).map(
      ([address, body]) => [address, body.replaceAll(server.url, ELSEWHERE)] as const,
    );
    expect(Object.fromEntries(expected)['news-posts/']).toContain(`${ELSEWHERE}/api/media/file/`);
    expect(differences(Object.fromEntries(expected), await readLists(other.url))).toEqual([]);
    await signInByRest(other);
    const file = await read(`${other.url}/api/media/file/${encodeURIComponent('μία.png')}`);
    expect([file.status, file.body.equals(PIXEL)]).toEqual([200, true]);
  },
  3 * MINUTES,
);

const PROVED = `Proved: restored into an empty place, ${LISTS.length} of ${LISTS.length} lists and orderings are byte for byte as in the archive.`;

it('the backup of a night is read, and proved by a restore that leaves nothing', async () => {
  const { code, output, errors } = night;
  expect({ code, output, errors }).toEqual({
    code: 0,
    output: expect.stringContaining(PROVED),
    errors: '',
  });
  expect(await readdir(nights)).toEqual([expect.stringMatching(/^portal-.*Z\.tar\.gz$/)]);
  expect((await readdir(dataDir)).filter((name) => name.includes('backup'))).toEqual(['backups']);
  if (testDatabase() === 'mongodb') expect(await databasesBeside()).toEqual([]);
});

it('the doctor of any machine that uses the database says when it was backed up', async () => {
  const { output } = await machine(databaseUri, await freshFolder(), server.url).run('doctor');
  expect(output).toMatch(
    /^ok {7}Backups: the last one is of \S+Z \(\S+\.tar\.gz\), the last one that was proved by a restore of \S+Z$/m,
  );
});

if (testDatabase() === 'mongodb') {
  it('no restore is tried in a database that is something else, which stays', async () => {
    const name = `${new URL(databaseUri).pathname.slice(1)}_check`;
    await withClient(async (client) => {
      await client.db(name).collection('accounts').insertOne({ of: 'somebody' });
      const { code, errors } = await here().run('backup', '--prove');
      expect([code, errors]).toEqual([
        1,
        expect.stringContaining(`A backup is tried in the database ${name}, and `),
      ]);
      // As if none was proved so far.
      for (const { collectionName } of await client.db().collections())
        if (collectionName.startsWith('payload-kv'))
          await client.db().collection(collectionName).deleteMany({});
      const { code: status, output } = await nightly();
      const says = `A backup is tried in the database ${name}, and `;
      expect([status, output]).toEqual([
        0,
        expect.stringContaining(`The backup is not proved by a restore. ${says}`),
      ]);
      expect((await here().run('doctor')).output).toMatch(
        /^WARNING {2}Backups: .* is not proved by a restore\. /m,
      );
      expect(await client.db(name).collection('accounts').countDocuments()).toBe(1);
      await client.db(name).dropDatabase();
    });
  });
}

// What has the file of SQLite open ends with its process.
if (testDatabase() === 'mongodb') {
  it('the database is free soon after the server has ended', async () => {
    await server.stop();
    // What is in use is refused before what is full.
    const { errors } = await here().run('restore', archive);
    expect(errors).toContain('Something is there: the database ');
  });
}

// Of files, and the same on both. The last: a file is missing from then on.
if (testDatabase() === 'sqlite') {
  it('a backup that was damaged is named in the night after, and older ones are left', async () => {
    const [name = ''] = await readdir(nights);
    const file = join(nights, name);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    const { code, output, errors } = await nightly();
    expect([code, output]).toEqual([1, expect.stringMatching(/^Backed up into /)]);
    expect(errors).toContain(`${file} is broken or cut off after `);
    expect(errors).toContain(`The backup ${file} was damaged since it was made. Older backups are left; `);
    expect(await readdir(nights)).toHaveLength(2);
  });

  it('a backup that is gone is named in the night after', async () => {
    const gone = join(nights, (await readdir(nights)).sort().at(-1) ?? '');
    await rm(gone);
    const { code, errors } = await nightly();
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(
        `The backup ${gone}, which was made last, is not there any more. Older backups are left. `,
      ),
    ]);
    expect(await readdir(nights)).toHaveLength(2);
  });

  it('a file that is missing is named by a backup, which leaves older ones, and by its check', async () => {
    const stored = await storedImage();
    await rm(await realpath(join(dataDir, 'media', stored)));
    const lines =
      `1 uploaded files are not in the archive, because they were missing when it was made:\n  files/media/${stored}\n` +
      'Take them from an older backup, or replace these images and files in the admin.';
    const { code, output, errors } = await here().run('backup', '--keep', '1');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`${LISTS.length} lists and orderings, 0 uploaded files`),
    ]);
    expect(errors).toContain(`${lines} Older backups are left, which may have them.\n`);
    const [, newest = '', ...others] = await archives();
    expect(others).toEqual(['portal-notes.tar.gz']);
    const checked = await here().run('backup', '--check', join(dataDir, 'backups', newest));
    expect([checked.code, checked.errors]).toEqual([1, `${lines}\n`]);
  });
}
