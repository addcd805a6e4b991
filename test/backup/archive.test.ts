import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SanitizedConfig } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ArchiveWriter,
  backup,
  checkArchive,
  type Installation,
  installationOf,
  restore,
} from '../../src/backup/index.ts';
import { FolderStore } from '../../src/system/files/index.ts';
import { beginRestore, endRestore, refuseUnfinishedRestore } from '../../src/system/settings/dataDir.ts';
import { beSoleServer } from '../../src/system/settings/soleServer.ts';
import { freshFolder } from '../support/databases.ts';

const ABOUT: Parameters<ArchiveWriter['finish']>[0] = {
  time: '2026-11-25T21:45:00.000Z',
  release: '0.2.0',
  dataVersion: 1,
  database: 'sqlite',
  serverUrl: 'https://portal.example',
  uploads: true,
  missing: [],
};

const FILES = { 'database/portal.db': 'rows', 'lists/manifest.json': '{}', 'files/media/μία.png': 'pixels' };

async function archive(files: Record<string, string>): Promise<string> {
  const file = join(await freshFolder(), 'portal-2026-11-25T214500Z.tar.gz');
  const writer = new ArchiveWriter(file);
  for (const [name, text] of Object.entries(files)) await writer.addText(name, text);
  await writer.finish(ABOUT);
  return file;
}

/** Another archive with other bytes in the tar. */
async function changed(file: string, change: (tar: Buffer) => Buffer): Promise<string> {
  const other = join(await freshFolder(), 'other.tar.gz');
  await writeFile(other, gzipSync(change(gunzipSync(await readFile(file)))));
  return other;
}

const replaced = (from: string, to: string) => (tar: Buffer) => {
  const at = tar.indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  return Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + Buffer.byteLength(to))]);
};

/** A tar in which an entry, or a text of the same length, has another name. */
function withName(tar: Buffer, from: string, to: string): Buffer {
  const at = tar.indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  tar.write(to, at);
  return at % 512 === 0 ? withSum(tar, at) : tar;
}

/** A tar with the right checksum in the header that begins at a byte (POSIX ustar: the sum, with spaces in its own place). */
function withSum(tar: Buffer, at: number): Buffer {
  tar.fill(' ', at + 148, at + 156);
  const sum = tar.subarray(at, at + 512).reduce((all, byte) => all + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  return tar;
}

let whole: string;
beforeAll(async () => {
  whole = await archive(FILES);
});

describe('an archive', () => {
  it('says what it holds', async () => {
    const { problems, manifest } = await checkArchive(whole);
    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({ format: 1, ...ABOUT });
    expect(manifest?.files).toEqual([
      {
        name: 'database/portal.db',
        bytes: 4,
        sha256: 'bc51e9e65d79e1c90ba544ab2eae1044ccdf8c1af7a559ba375cba4276f7d99e',
      },
      expect.anything(),
      expect.anything(),
    ]);
  });

  it('is found broken wherever another byte makes its contents others', async () => {
    const bytes = await readFile(whole);
    const contents = gunzipSync(bytes);
    const isSame = (other: Buffer) => {
      try {
        return gunzipSync(other).equals(contents);
      } catch {
        return false;
      }
    };
    const file = `${whole}.other`;
    for (let at = 0; at < bytes.length; at += 3) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 4;
      // Some bits of a compressed file say nothing.
      if (isSame(other)) continue;
      await writeFile(file, other);
      expect((await checkArchive(file)).problems, `byte ${at}`).not.toEqual([]);
    }
  });

  it('has a line for each thing that is wrong', async () => {
    const other = await changed(whole, replaced('pixels', 'PIXELS'));
    expect((await checkArchive(await changed(other, replaced('rows', 'rOws')))).problems).toEqual([
      'database/portal.db was changed: its SHA-256 is another.',
      'files/media/μία.png was changed: its SHA-256 is another.',
    ]);
    expect((await checkArchive(await archive({ 'lists/manifest.json': '{}' }))).problems).toEqual([
      'database/portal.db is not in the manifest.',
    ]);
  });

  const others = [
    '/etc/passwd',
    'database/portal.db-wal',
    'database/collections.json',
    'lists/a/b.json',
    'files/media',
    'files/media/../../../x',
    'files/media/a\\b',
    'files/media/.restoring/x',
    'files/media/a/.replaced-2026-11-25T214500Z/x',
    `files/media/${'α'.repeat(128)}`,
    `files/media/${'a/'.repeat(600)}a`,
  ];

  it.each(others.map((name) => [name.slice(0, 40), name]))(
    'has no other files than backups have: %s',
    async (_, name) => {
      expect((await checkArchive(await archive({ ...FILES, [name]: 'x' }))).problems).toEqual([
        `${name} is no name that a backup has.`,
      ]);
    },
  );

  it('has the files that any backup may have', async () => {
    const names = ['a/b/γ δ.png', `${'α'.repeat(127)}`, '.hidden', 'a.', 'A.png', 'a.png', '…'];
    const files = Object.fromEntries(names.map((name) => [`files/media/${name}`, 'x']));
    expect((await checkArchive(await archive({ ...FILES, ...files }))).problems).toEqual([]);
  });

  it('has no file where another has a folder, nothing twice, and no links', async () => {
    const both = await archive({ ...FILES, 'files/media/d': 'x', 'files/media/d/e': 'x' });
    expect((await checkArchive(both)).problems).toEqual(['files/media/d is both a file and a folder.']);

    const twice = await changed(
      await archive({ ...FILES, 'files/media/a': 'x', 'files/media/b': 'x' }),
      (tar) =>
        withName(withName(tar, 'files/media/b', 'files/media/a'), '"files/media/b"', '"files/media/a"'),
    );
    expect((await checkArchive(twice)).problems).toEqual([
      'files/media/a is in the manifest twice.',
      'files/media/a is there twice.',
    ]);

    const manifests = await changed(await archive({ ...FILES, 'manifest.jsox': '{}' }), (tar) =>
      withName(withName(tar, 'manifest.jsox', 'manifest.json'), '"manifest.jsox"', '"manifest.json"'),
    );
    expect((await checkArchive(manifests)).problems).toContain('manifest.json is there twice.');

    const link = await changed(await archive({ ...FILES, 'files/media/a': '' }), (tar) => {
      const at = tar.indexOf('files/media/a\0');
      tar.write('2', at + 156, 'latin1');
      return withSum(tar, at);
    });
    expect((await checkArchive(link)).problems).toEqual(['files/media/a is no file, but a symlink.']);
  });

  it('is none where the file is another', async () => {
    const text = join(await freshFolder(), 'notes.txt');
    await writeFile(text, 'notes');
    expect((await checkArchive(text)).problems).toEqual([
      `${text} is broken or cut off after its beginning: incorrect header check.`,
    ]);
    expect((await checkArchive('/nowhere.tar.gz')).problems).toEqual([
      "/nowhere.tar.gz cannot be read: ENOENT: no such file or directory, open '/nowhere.tar.gz'.",
    ]);
    // Nothing is said of its bytes.
    await expect(restore({} as Installation, { file: '/nowhere.tar.gz', keptLists: [] })).rejects.toThrow(
      /^\/nowhere\.tar\.gz cannot be read: ENOENT: no such file or directory, access '\/nowhere\.tar\.gz'\.$/,
    );
  });
});

it('nothing starts in a folder whose restore was not finished', async () => {
  const folder = await freshFolder();
  expect(() => refuseUnfinishedRestore(folder)).not.toThrow();
  beginRestore(folder, '/backups/portal.tar.gz');
  expect(() => refuseUnfinishedRestore(folder)).toThrow(
    'A restore was interrupted, so the content may be half the old and half the new one. Run it again: ' +
      `npx portal-content restore /backups/portal.tar.gz. (To use what is there as it is, remove ${join(folder, 'restore-unfinished')}.)`,
  );
  endRestore(folder);
  expect(() => refuseUnfinishedRestore(folder)).not.toThrow();
});

it('a disk that is full is named, and nothing is left of the backup', async () => {
  const to = await freshFolder();
  // As SQLite says it, and as the file system does.
  for (const message of ['SQLITE_FULL: database or disk is full', 'ENOSPC: no space left on device, write']) {
    const copy = () => Promise.reject(new Error(message));
    const installation = { database: { copy }, uploads: new Map() } as unknown as Installation;
    await expect(backup(installation, { to: new FolderStore(to) })).rejects.toThrow(
      `The disk with ${to} is full. Make room there`,
    );
    expect(await readdir(to)).toEqual([]);
  }
});

it('a server has its SQLite file in use while its cms is down, and even while the file is elsewhere', async () => {
  const file = join(await freshFolder(), 'portal.db');
  const adapter = { name: 'sqlite', clientConfig: { url: `file:${file}` } };
  const config = { db: { init: () => adapter }, collections: [] } as unknown as SanitizedConfig;
  const about = { isServer: true, folder: await freshFolder(), release: '0.2.0' };
  const open = () => Promise.reject(new Error('nothing is opened'));
  const { database } = installationOf(config, { ...about, open });
  await database.refuseInUse();
  await beSoleServer(file);
  await expect(database.refuseInUse()).rejects.toThrow(`${file} is in use: stop the server`);
});

it('a backup has each file that the database of its moment names, also one that is replaced meanwhile', async () => {
  const [media, to, folder] = [await freshFolder(), await freshFolder(), await freshFolder()];
  const files = new FolderStore(media);
  await files.write('before/a.pdf', Buffer.from('before'));
  const copied = async (named: string, meanwhile: () => Promise<void>) => {
    const database = {
      kind: 'sqlite' as const,
      async copy<T>(_: string, add: (name: string, file: string) => Promise<void>): Promise<T> {
        const file = join(folder, 'portal.db');
        await writeFile(file, 'rows');
        for (const name of ['database/portal.db', 'lists/manifest.json']) await add(name, file);
        await meanwhile();
        return { serverUrl: 'https://portal.example', dataVersion: 1, named: [named] } as T;
      },
    } as unknown as Installation['database'];
    const installation = { database, uploads: new Map([['media', files]]), release: '0.2.0' };
    return (
      await backup(installation as unknown as Installation, {
        to: new FolderStore(join(to, named.replace('/', '-'))),
      })
    ).manifest;
  };
  const replace = async () => {
    await files.write('after/a.pdf', Buffer.from('after'));
    await files.remove('before/a.pdf');
  };
  expect(await copied('media/before/a.pdf', replace)).toMatchObject({ missing: [] });
  const upload = () => files.write('new/b.pdf', Buffer.from('new'));
  expect(await copied('media/new/b.pdf', upload)).toMatchObject({ missing: [] });
});
