import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { command, run } from '../support/portal.ts';

it('says what is wrong with an option, and ends with 1', async () => {
  const args = ['create-admin', '--email', 'a@portal.example', '--random-password', '--author-id', 'seven'];
  expect(await run(args)).toEqual({
    code: 1,
    output: '',
    errors: '--author-id must be a whole number, and is seven\n',
  });
});

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
  for (const name of ['import', 'parity', 'create-admin', 'create-users', 'set-password'])
    expect(help).toContain(`\n  ${name} `);
});
