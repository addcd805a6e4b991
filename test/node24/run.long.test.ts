import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { bounded } from '../support/bounded.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { findNode24 } from '../support/node24.ts';
import { requireBuild } from '../support/requireBuild.ts';
import { startServer, TEST_SECRET } from '../support/server.ts';

const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');
const COMMAND = 'bin/portal-content.js';

it('on Node 24 a capture is imported, the server starts, and its lists are the same bytes', async () => {
  requireBuild('dist', '.next');
  const found = await findNode24();
  if ('missing' in found) throw new Error(found.missing);
  const node = found.binary;
  const databaseUri = await freshDatabaseUri();
  const capture = await freshFolder();
  const captured = ['featured-sections', 'news-categories', 'service-groups'];
  for (const { key } of lists) {
    const file = join(capture, `${key}.json`);
    await (captured.includes(key) ? cp(join(CAPTURE, `${key}.json`), file) : writeFile(file, '[]'));
  }
  const env = {
    ...process.env,
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
    DATA_DIR: await freshFolder(),
  };
  const run = (args: string[]) => bounded(node, [COMMAND, ...args], { total: 120_000 }, { env });
  expect(await run(['import', '--from', capture])).toContain('Everything in the capture is imported.');
  const server = await startServer({ databaseUri, node });
  const parity = await run(['parity', '--legacy', capture, '--new', server.url]);
  expect(parity).toContain(`The same: ${lists.length} of ${lists.length} captured responses.`);
  expect(await server.stop()).toBe(0);
});
