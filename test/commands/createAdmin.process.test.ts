import { expect, it } from 'vitest';
import { freshDatabaseUri } from '../support/databases.ts';
import { command, run } from '../support/portal.ts';

it('says what is wrong with an option, and ends with 1', async () => {
  const args = ['create-admin', '--email', 'a@portal.example', '--random-password', '--author-id', 'seven'];
  expect(await run(args)).toEqual({
    code: 1,
    output: '',
    errors: '--author-id must be a whole number, and is seven\n',
  });
});

it('explains itself', async () => {
  const databaseUri = await freshDatabaseUri();
  const help = await command(['--help'], { databaseUri });
  for (const name of ['import', 'parity', 'create-admin', 'set-password'])
    expect(help).toContain(`\n  ${name} `);
});
