import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bounded } from '../support/bounded.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startServer, TEST_SECRET } from '../support/server.ts';

const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');
const COMMAND = 'bin/portal-content.js';

it('on Node 24 the capture is imported, the server starts, and its lists are the same bytes', async () => {
  const node = process.env.NODE24_BINARY ?? '';
  const databaseUri = await freshDatabaseUri();
  const env = {
    ...process.env,
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
    DATA_DIR: await freshFolder(),
  };
  const run = (args: string[]) => bounded(node, [COMMAND, ...args], { total: 120_000 }, { env });
  expect(await run(['import', '--from', CAPTURE])).toContain('Everything in the capture is imported.');
  const server = await startServer({ databaseUri, node });
  const parity = await run(['parity', '--legacy', CAPTURE, '--new', server.url]);
  expect(parity).toContain('The same: 8 of 8 captured responses.');
  expect(await server.stop()).toBe(0);
});
