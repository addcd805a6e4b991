import { once } from 'node:events';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeListener } from '../../endpoints/http/index.ts';
import { createHandler, portalReadModel } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder, preparedDatabaseUri } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { startNginx } from '../support/nginx.ts';
import { startPayload } from '../support/payload.ts';
import { ROOT, run } from '../support/portal.ts';

const ADDRESSES = [
  'featured-sections/?format=api',
  'featured-sections/?ordering=-section_two_links',
  'service-groups/',
  'news-posts/?format=api',
  'news-posts/?ordering=created_timestamp,-id',
  'news-categories/',
  'news-categories/?ordering=nonsense',
  'news-categories/?ordering=/../news-posts',
  'service-useful-links/?ordering=title&format=api',
  'service-useful-links/?ordering=-title',
];

/** What a list is to a client. */
async function answers(url: string) {
  const responses = ADDRESSES.map(async (address) => {
    const response = await fetch(`${url}/el/api/v1/${address}`);
    const { allow, vary, 'content-type': type } = Object.fromEntries(response.headers);
    return { address, status: response.status, allow, vary, type, body: await response.text() };
  });
  return Promise.all(responses);
}

/** nginx with the configuration that the docs name; undefined where there is none. */
async function nginx(root: string): Promise<string | undefined> {
  const text = await readFile(path.join(ROOT, 'deploy/lists.nginx.conf'), 'utf8');
  const configured = text.replace('/srv/portal-lists', root);
  expect(configured).toContain(root);
  return startNginx(configured);
}

/** A server of plain files with the documented rules. */
async function plainFiles(root: string): Promise<string> {
  const port = await freePort();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://files');
    const [, list = ''] = /^\/el\/api\/v1\/([a-z-]+)\/$/.exec(url.pathname) ?? [];
    const ordering = url.searchParams.get('ordering') ?? '';
    const named = /^-?[a-z_]+(,-?[a-z_]+)*$/.test(ordering) ? `.ordering=${ordering}` : '';
    const file = (suffix: string) => readFile(path.join(root, `${list}${suffix}.json`));
    const body = await file(named)
      .catch(() => file(''))
      .catch(() => undefined);
    const headers = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
    if (body) response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(
    port,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onFileEnd(() => void server.close());
  return `http://127.0.0.1:${port}`;
}

it('a capture of this server is served by a web server as by this server', async () => {
  const payload = await startPayload({ uri: await preparedDatabaseUri('captured') });
  const handler = createHandler({ readModel: await portalReadModel(payload) });
  const server = createServer(nodeListener(handler)).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const parent = await freshFolder();
  await chmod(parent, 0o755);
  const folder = path.join(parent, 'portal-lists');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const more = ['--ordering', 'news-posts=created_timestamp,-id'];
  const captured = await run(['capture', '--from', url, '--to', folder, ...more]);
  expect({ code: captured.code, errors: captured.code === 0 ? '' : captured.errors }).toEqual({
    code: 0,
    errors: '',
  });

  const expected = await answers(url);
  const servers = [await nginx(folder), await plainFiles(folder)].filter((each) => each !== undefined);
  for (const each of servers) {
    expect(await answers(each)).toEqual(expected);
    expect((await fetch(`${each}/el/api/v1/others/`)).status).toBe(404);
  }
}, 120_000);
