import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileUri } from '../../src/settings/index.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { command, run } from '../support/portal.ts';

const failure = (run: Promise<string>) => run.then(String, (error: Error) => error.message);

it('says what is wrong with the user, and makes none; what it makes is for this user of the machine alone', async () => {
  const folder = join(await freshFolder(), 'content');
  const databaseUri = fileUri(join(folder, 'portal.db'));
  const make = (email: string, input: string, ...more: string[]) =>
    failure(command(['create-admin', '--email', email, '--password-stdin', ...more], { databaseUri, input }));
  expect(await make('nobody', 'a long password')).toContain('ended with 1:\nnobody is no e-mail address.\n');
  expect(await make('a@portal.example', 'short')).toContain(
    'ended with 1:\nThe password needs 10 characters or more.\n',
  );
  expect(await make('a@portal.example', 'a long password', '--author-id', 'seven')).toContain(
    'ended with 1:\n--author-id must be a whole number, and is seven\n',
  );
  expect(await make('a@portal.example', 'long enough this time')).toBe(
    'a@portal.example can sign in at /admin.\n',
  );
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect([await mode(folder), await mode(join(folder, 'portal.db'))]).toEqual(['700', '600']);
}, 180_000);

it('ends with 2 where a file of accounts is wrong, and makes none', async () => {
  const databaseUri = await freshDatabaseUri();
  const cwd = await freshFolder();
  await mkdir(cwd, { recursive: true });
  const file = 'email,author_id,role,name\r\nm@portal.example,7,editor,Μαρία\r\nnobody,8,author,\r\n';
  await writeFile(join(cwd, 'authors.csv'), file);
  expect(await run(['create-users', '--from', 'authors.csv'], databaseUri, { cwd })).toEqual({
    code: 2,
    output: '',
    errors: 'Nothing has been made.\nLine 3: "nobody" is no e-mail address.\n',
  });
}, 180_000);

it('explains itself', async () => {
  const databaseUri = await freshDatabaseUri();
  const help = await command(['--help'], { databaseUri });
  for (const name of ['import', 'parity', 'create-admin', 'create-users', 'set-password', 'remove-sample'])
    expect(help).toContain(`\n  ${name} `);
  const own = await command(['create-admin', '--help'], { databaseUri });
  for (const option of ['--email', '--name', '--author-id', '--password-stdin', '--random-password']) {
    expect(own).toContain(option);
  }
});
