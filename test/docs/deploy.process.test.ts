import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { startNginx } from '../support/nginx.ts';
import { ROOT, run } from '../support/portal.ts';

const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

/** A server that answers with the address that it is told; its host and port. */
async function told(): Promise<string> {
  const server = createServer(({ headers }, response) => response.end(headers['x-forwarded-for'] ?? 'none'));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onFileEnd(() => void server.close());
  return `127.0.0.1:${port}`;
}

it('nginx tells the servers who asks, whatever a client says of itself', async () => {
  const configured = (await read('deploy/nginx.conf')).replaceAll(/server-[12]:3000/g, await told());
  expect(configured.match(/X-Forwarded-For .*/g)).toEqual(['X-Forwarded-For $remote_addr;']);
  const url = await startNginx(configured);
  // A machine without nginx has read the rule alone.
  if (url === undefined) return;
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  const addresses = ['/el/api/v1/news-posts/', '/admin', '/api/users/login'].map(async (address) =>
    (await fetch(url + address, { headers })).text(),
  );
  expect(await Promise.all(addresses)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});

it('the servers of compose.yaml trust nginx alone, whose address no other container can get', async () => {
  const compose = await read('deploy/compose.yaml');
  const [, trusted] = /TRUST_PROXY: (\S+)$/m.exec(compose) ?? [];
  expect(trusted).toMatch(/^172\.30\.54\.\d+$/);
  const [, nginx = ''] = /^ {2}nginx:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
  expect(nginx).toContain(`ipv4_address: ${trusted} `);
  expect(compose).toContain('subnet: 172.30.54.0/24, ip_range: 172.30.54.128/25');
  expect(Number(trusted?.split('.')[3])).toBeLessThan(128);
});

it('no manifest trusts all private networks', async () => {
  for (const file of ['deploy/compose.yaml', 'deploy/kubernetes.yaml', '.env.example']) {
    expect(await read(file)).not.toMatch(/TRUST_PROXY\b[^\n]*\/(?:8|12|16)\b/);
  }
});

it('the timer, the CronJob and the compose service start the same command, which makes a backup', async () => {
  const started: Record<string, RegExp> = {
    'deploy/portal-content-backup.service': /^ExecStart=\/usr\/bin\/node (.*)$/m,
    'deploy/kubernetes.yaml': /^ +command: \[node, (.*backup.*)\]$/m,
    'deploy/compose.yaml': /^ +do node (.*); done$/m,
  };
  const commands = Object.entries(started).map(async ([file, command]) =>
    command.exec(await read(file))?.[1]?.replaceAll(',', ''),
  );
  expect(new Set(await Promise.all(commands))).toEqual(new Set(['bin/portal-content.js backup --nightly']));
  const folder = await freshFolder();
  const env = { DATA_DIR: folder, BACKUP_TO: path.join(folder, 'nights') };
  const { code, output } = await run(['backup', '--nightly'], await preparedDatabaseUri('administered'), {
    env,
  });
  expect([code, output]).toEqual([0, expect.stringMatching(/^Backed up into .*\nProved: /)]);
});
