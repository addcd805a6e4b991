import { expect, it } from 'vitest';
import { freshDatabaseUri } from '../support/databases.ts';
import { command } from '../support/portal.ts';

const failure = (run: Promise<string>) => run.then(String, (error: Error) => error.message);

it('says what is wrong with the user, and makes none', async () => {
  const databaseUri = await freshDatabaseUri();
  const run = (email: string, input: string, ...more: string[]) =>
    failure(command(['create-admin', '--email', email, '--password-stdin', ...more], { databaseUri, input }));
  expect(await run('nobody', 'a long password')).toContain('ended with 1:\nnobody is no e-mail address.\n');
  expect(await run('a@portal.example', 'short')).toContain(
    'ended with 1:\nThe password needs 10 characters or more.\n',
  );
  expect(await run('a@portal.example', 'a long password', '--author-id', 'seven')).toContain(
    'ended with 1:\n--author-id must be a whole number, and is seven\n',
  );
  expect(await run('a@portal.example', 'long enough this time')).toBe(
    'a@portal.example can sign in at /admin.\n',
  );
});

it('explains itself', async () => {
  const databaseUri = await freshDatabaseUri();
  const help = await command(['--help'], { databaseUri });
  for (const name of ['import', 'parity', 'create-admin', 'set-password', 'remove-sample'])
    expect(help).toContain(`\n  ${name} `);
  const own = await command(['create-admin', '--help'], { databaseUri });
  for (const option of ['--email', '--name', '--author-id', '--password-stdin', '--random-password']) {
    expect(own).toContain(option);
  }
});
