import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { clients } from '../../../src/server/http/clientAddress.ts';
import { type CmsProxyOptions, cmsProxy } from '../../../src/server/http/proxy.ts';
import { freshFolder } from '../../support/databases.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(listener: RequestListener, at: string | number): Promise<Server> {
  const server = createServer(listener);
  servers.push(server);
  if (typeof at === 'string') server.listen(at);
  else server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A front before a cms that answers with `listener`; no cms without one. */
async function front(listener?: RequestListener, options?: CmsProxyOptions): Promise<number> {
  const socket = join(await freshFolder(), 'cms.sock');
  if (listener) await listen(listener, socket);
  const proxy = cmsProxy(() => (listener ? socket : undefined), options);
  const server = await listen(proxy, 0);
  return (server.address() as AddressInfo).port;
}

interface Asked {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
  agent?: Agent;
}

async function ask(port: number, { method = 'GET', path = '/', headers = {}, body, agent }: Asked = {}) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent });
  let continued = false;
  sent.on('continue', () => {
    continued = true;
    sent.end(body);
  });
  if (!headers.expect) sent.end(body);
  else sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
    continued,
  };
}

/** Begins to ask in so many bytes. */
function say(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** A cms that takes requests and answers when it is told to; `held` are those that somebody waits for. */
function holding() {
  const held = new Set<ServerResponse>();
  const listener: RequestListener = (received, response) => {
    held.add(response);
    received.resume();
    response.once('close', () => held.delete(response));
  };
  return { held, listener };
}

/** Answers with what it was asked. */
const echo: RequestListener = async (received, response) => {
  const body = await buffer(received);
  const { method, url, headers } = received;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, length: body.length }));
};

interface Echoed {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  length: number;
}

async function echoed(port: number, asked: Asked): Promise<Echoed> {
  return JSON.parse((await ask(port, asked)).body.toString());
}

describe('a request', () => {
  it('meets no connection that the cms ends because nothing came on it for a while', async () => {
    const used = new WeakSet<Socket>();
    const port = await front(({ socket }, response) => {
      if (used.has(socket)) socket.destroy();
      else response.end('saved');
      used.add(socket);
    });
    const agent = new Agent({ keepAlive: true });
    for (const method of ['PATCH', 'PATCH', 'GET']) {
      expect(String((await ask(port, { method, agent })).body)).toBe('saved');
    }
    agent.destroy();
  });

  it('reaches the cms as it was sent: method, target, headers', async () => {
    const headers = { cookie: 'payload-token=x', 'x-own': 'a, b', host: 'cms.example:8080' };
    const path = '/api/news-posts/1?depth=0&where[title][equals]=%CE%B1+b';
    const got = await echoed(await front(echo), { method: 'PATCH', path, headers });
    expect({ method: got.method, url: got.url }).toEqual({ method: 'PATCH', url: path });
    expect(got.headers).toMatchObject(headers);
  });

  const said = {
    'x-forwarded-host': 'public.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
  };

  it.each([
    ['of what a stranger says nothing', [], '203.0.113.7', '127.0.0.1'],
    ['who asks, of what a trusted proxy says', ['127.0.0.0/8'], '203.0.113.7', '203.0.113.7'],
    [
      'who asked the outermost trusted proxy',
      ['127.0.0.1', '10.0.0.0/8'],
      '6.6.6.6, 203.0.113.7, 10.1.1.1',
      '203.0.113.7',
    ],
    ['no address that the client has made up', ['127.0.0.1'], '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['the proxy, where it names no address', ['127.0.0.1'], 'visitor-17', '127.0.0.1'],
    ['the proxy, where it names a port too', ['127.0.0.1'], '203.0.113.7:51000', '127.0.0.1'],
    [
      'the last trusted proxy before what is no address',
      ['127.0.0.1', '10.0.0.0/8'],
      '203.0.113.7, unknown, 10.1.1.1',
      '10.1.1.1',
    ],
    [
      'none by a number that only looks like a trusted one',
      ['127.0.0.1'],
      '203.0.113.7, 2130706433',
      '127.0.0.1',
    ],
  ])('says %s', async (_, trusted, forwarded, address) => {
    let untrusted = 0;
    const onUntrusted = () => {
      untrusted += 1;
    };
    const port = await front(echo, { from: clients(trusted), onUntrusted });
    const headers = { ...said, host: 'cms.example', 'x-forwarded-for': forwarded };
    const own = {
      'x-forwarded-host': 'cms.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': String(port),
    };
    expect((await echoed(port, { headers })).headers).toMatchObject({
      ...(trusted.length > 0 ? said : own),
      'x-forwarded-for': address,
    });
    expect(untrusted).toBe(trusted.length > 0 ? 0 : 1);
  });

  it.each([
    ['of a trusted proxy', ['127.0.0.1'], 'edge-1:7f3a', 'edge-1:7f3a'],
    ['of its own, where a proxy gives a text', ['127.0.0.1'], 'a text', /^[\da-f-]{36}$/],
    ['of its own, where a stranger gives one', [], 'edge-1:7f3a', /^[\da-f-]{36}$/],
    ['of its own, where none is given', ['127.0.0.1'], undefined, /^[\da-f-]{36}$/],
  ])('gives each request an id: %s', async (_, trusted, given, id) => {
    const port = await front(echo, { from: clients(trusted) });
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const got = (await echoed(port, { headers })).headers['x-request-id'];
    if (typeof id === 'string') expect(got).toBe(id);
    else expect(got).toMatch(id);
  });

  it.each([
    ['with a length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('brings a body of any size, %s', async (_, headers) => {
    const body = randomBytes(5_000_000);
    const length = 'transfer-encoding' in headers ? {} : { 'content-length': body.length };
    const got = await echoed(await front(echo), { method: 'POST', headers: { ...headers, ...length }, body });
    expect(got.length).toBe(body.length);
  });

  it('has no larger body than it may, in chunks, and the cms is left', async () => {
    const { held, listener } = holding();
    const port = await front(listener, { most: 1024 ** 2 });
    const headers = { 'transfer-encoding': 'chunked' };
    const { status, body } = await ask(port, { method: 'POST', headers, body: randomBytes(1024 ** 2 + 1) });
    const detail = 'The request is too large: it may have 1 MB.';
    expect([status, JSON.parse(body.toString())]).toEqual([413, { detail, message: detail }]);
    await expect.poll(() => held.size).toBe(0);
  });

  it.each(['websocket', 'x'])('to go on in another protocol, %s, is an ordinary one', async (upgrade) => {
    const port = await front(echo);
    const [server] = servers;
    server?.on('upgrade', () => {});
    const got = await echoed(port, {
      method: 'POST',
      headers: { connection: 'Upgrade', upgrade, 'content-length': 3 },
      body: Buffer.from('abc'),
    });
    expect(got).toMatchObject({ method: 'POST', length: 3 });
    expect(got.headers).not.toHaveProperty('upgrade');
  });

  it('keeps what is of one connection alone to that, and its framing', async () => {
    const { headers, length } = await echoed(await front(echo), {
      method: 'POST',
      headers: {
        connection: 'keep-alive, X-Own, Content-Length',
        'x-own': 'a',
        'keep-alive': 'timeout=5',
        'proxy-connection': 'keep-alive',
        te: 'trailers',
        'content-length': 3,
      },
      body: Buffer.from('abc'),
    });
    expect(length).toBe(3);
    expect(headers).toMatchObject({ connection: 'close', 'content-length': '3' });
    for (const name of ['x-own', 'keep-alive', 'proxy-connection', 'te'])
      expect(headers).not.toHaveProperty(name);
  });

  it('waits for the one before it on its connection, and neither outlives that', async () => {
    const { held, listener } = holding();
    const port = await front(listener);
    const client = say(port, 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => held.size).toBe(1);
    const [first] = held;
    first?.end('one');
    await expect.poll(() => [...held].map(({ req }) => req.url)).toEqual(['/2']);
    const third = say(port, 'GET /3 HTTP/1.1\r\nHost: a\r\n\r\nGET /4 HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => held.size).toBe(2);
    client.destroy();
    third.destroy();
    await expect.poll(() => held.size).toBe(0);
  });

  it('that asks before sending its body is told to go on, once', async () => {
    const { continued, body } = await ask(await front(echo), {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 3 },
      body: Buffer.from('abc'),
    });
    const got: Echoed = JSON.parse(body.toString());
    expect({ continued, length: got.length, expect: got.headers.expect }).toEqual({
      continued: true,
      length: 3,
      expect: undefined,
    });
  });
});

describe('a response', () => {
  it('comes back as the cms gave it', async () => {
    const file = randomBytes(1_000_000);
    const port = await front((_request, response) => {
      response.writeHead(206, 'Some of it', {
        'Set-Cookie': ['a=1; Path=/; HttpOnly', 'b=2'],
        'Content-Range': 'bytes 0-1/2',
      });
      response.end(file);
    });
    const { status, headers, body } = await ask(port);
    expect({ status, cookies: headers['set-cookie'], range: headers['content-range'] }).toEqual({
      status: 206,
      cookies: ['a=1; Path=/; HttpOnly', 'b=2'],
      range: 'bytes 0-1/2',
    });
    expect(body.equals(file)).toBe(true);
  });

  it('that the cms does not finish is not passed off as whole', async () => {
    const port = await front((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(ask(port)).rejects.toThrow('aborted');
  });

  it('may be longer in coming than a connection may be silent', async () => {
    let answer = () => {};
    const port = await front((_request, response) => {
      answer = () => response.end('saved');
    });
    const [server] = servers.slice(-1);
    server?.setTimeout(200);
    const silent = connect(port, '127.0.0.1').resume();
    const asked = ask(port);
    await once(silent, 'close');
    const later = connect(port, '127.0.0.1').resume();
    await once(later, 'close');
    answer();
    expect(String((await asked).body)).toBe('saved');
  });

  it('that comes before the body is sent is read, and the connection ends', async () => {
    const port = await front(
      (received, response) => {
        received.resume();
        response.writeHead(413, { 'Content-Length': 3 }).write('big');
      },
      { linger: 100 },
    );
    const client = say(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
    // Who goes on sending may find the connection reset in place of closed.
    const closed = new Promise((resolve) => client.on('error', () => {}).once('close', resolve));
    const sending = setInterval(() => client.write(Buffer.alloc(65_536)), 5);
    let answer = '';
    client.on('data', (bytes) => {
      answer += bytes;
    });
    await closed;
    clearInterval(sending);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*big$/s);
  });
});

describe('beyond the requests that may be under way', () => {
  it('clients get 503 at once, and are served when one has ended', async () => {
    const { held, listener } = holding();
    const port = await front(listener, { atOnce: 2 });
    const waiting = [ask(port), ask(port)];
    await expect.poll(() => held.size).toBe(2);
    const { status, headers, body } = await ask(port);
    expect({ status, retry: headers['retry-after'], body: JSON.parse(body.toString()) }).toEqual({
      status: 503,
      retry: '5',
      body: { detail: 'The administration has too much to do. Please try again in a few seconds.' },
    });
    for (const response of held) response.end('done');
    await Promise.all(waiting);
    const later = ask(port);
    await expect.poll(() => held.size).toBe(1);
    for (const response of held) response.end('done');
    expect((await later).status).toBe(200);
  });

  it('of one client, it gets 429 at once, and others are served', async () => {
    const { held, listener } = holding();
    const port = await front(listener, { ofOne: 2, from: clients(['127.0.0.1']) });
    const from = (address: string) => ask(port, { headers: { 'x-forwarded-for': address } });
    // Of IPv6, one client has a whole /64.
    const waiting = [from('2001:db8::1'), from('2001:db8::ffff:2')];
    await expect.poll(() => held.size).toBe(2);
    const { status, headers, body } = await from('2001:db8:0:0:1:2:3:4');
    expect({ status, retry: headers['retry-after'], body: JSON.parse(body.toString()) }).toEqual({
      status: 429,
      retry: '5',
      body: {
        detail: 'Too many requests from your address are under way. Please try again in a few seconds.',
      },
    });
    waiting.push(from('2001:db8:0:1::1'));
    await expect.poll(() => held.size).toBe(3);
    for (const response of held) response.end('done');
    await Promise.all(waiting);
    const later = from('2001:db8::1');
    await expect.poll(() => held.size).toBe(1);
    for (const response of held) response.end('done');
    expect((await later).status).toBe(200);
  });

  it('who has gone away, or was cut by the cms, does not count', async () => {
    const { held, listener } = holding();
    const port = await front(listener, { atOnce: 1 });
    const gone = say(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => held.size).toBe(1);
    gone.destroy();
    await expect.poll(() => held.size).toBe(0);
    const cut = ask(port);
    await expect.poll(() => held.size).toBe(1);
    for (const response of held) response.destroy();
    expect((await cut).status).toBe(503);
    const last = ask(port);
    await expect.poll(() => held.size).toBe(1);
    for (const response of held) response.end('done');
    expect((await last).status).toBe(200);
  });
});

describe('where no place is free, a request that waits for its own client makes room', () => {
  const LARGE = Buffer.alloc(50_000_000);

  /** A front with so many places; `held` are the paths of requests in the cms. A path with `large` is answered at once. */
  async function placed(options: CmsProxyOptions) {
    const { held, listener } = holding();
    const port = await front(
      (received, response) => {
        listener(received, response);
        if (received.url?.includes('large')) response.end(LARGE);
      },
      { ...options, from: clients(['127.0.0.1']) },
    );
    const paths = () => [...held].map(({ req }) => req.url).sort();
    const begin = async (path: string, from: string, rest = '\r\n') => {
      const socket = say(port, `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n${rest}`);
      await expect.poll(paths).toContain(path);
      return socket;
    };
    return {
      paths,
      /** Its answer does not come. */
      thinking: (path: string, from: string) => begin(path, from),
      /** Its body does not come, but for the beginning. */
      sending: (path: string, from: string) => begin(path, from, 'Content-Length: 9\r\n\r\nbody'),
      /** Its answer is not taken. */
      reading: async (path: string, from: string) => (await begin(path, from)).pause(),
      status: async (from: string) => (await ask(port, { headers: { 'x-forwarded-for': from } })).status,
    };
  }

  it('one whose answer is not taken, however long its client takes it little by little', async () => {
    const { reading, thinking, paths } = await placed({ atOnce: 2 });
    const slow = await reading('/large', '10.0.0.1');
    await thinking('/thinking', '10.0.0.2');
    slow.read(4096);
    await thinking('/next', '10.0.0.3');
    await expect.poll(paths).toEqual(['/next', '/thinking']);
  });

  it('first of the client that has most, and of those the one that has waited longest', async () => {
    const { sending, reading, thinking, paths } = await placed({ atOnce: 4 });
    await sending('/oldest', '10.0.0.1');
    await sending('/1', '10.0.0.2');
    await thinking('/2', '10.0.0.2');
    await reading('/large', '10.0.0.2');
    await thinking('/3', '10.0.0.3');
    await expect.poll(paths).toEqual(['/2', '/3', '/large', '/oldest']);
    await thinking('/4', '10.0.0.4');
    await expect.poll(paths).toEqual(['/2', '/3', '/4', '/oldest']);
    await thinking('/5', '10.0.0.2');
    await expect.poll(paths).toEqual(['/2', '/3', '/4', '/5']);
  });

  it('of one client alone, one of its own; and none that waits for the cms; each is counted', async () => {
    const hit: string[] = [];
    const onLimit = (limit: string) => hit.push(limit);
    const { sending, thinking, paths, status } = await placed({ atOnce: 3, ofOne: 2, onLimit });
    await sending('/other', '10.0.0.1');
    await sending('/1', '10.0.0.2');
    await thinking('/2', '10.0.0.2');
    await thinking('/3', '10.0.0.2');
    await expect.poll(paths).toEqual(['/2', '/3', '/other']);
    expect(await status('10.0.0.2')).toBe(429);
    await thinking('/4', '10.0.0.3');
    expect(await status('10.0.0.3')).toBe(503);
    expect(paths()).toEqual(['/2', '/3', '/4']);
    expect(hit).toEqual(['requests_of_client', 'requests_of_client', 'requests', 'requests']);
  });
});

it('what the cms has begun and broken off is not said to be undone', async () => {
  const { held, listener } = holding();
  const port = await front(listener);
  const cut = ask(port, { method: 'POST', headers: { 'content-length': '0' } });
  await expect.poll(() => held.size).toBe(1);
  for (const response of held) response.destroy();
  const { status, headers, body } = await cut;
  const detail =
    'The administration has not answered to the end, so it is not known whether this was saved. Look before you send it again.';
  expect([status, headers['retry-after'], JSON.parse(body.toString())]).toEqual([
    502,
    undefined,
    { detail, message: detail },
  ]);
});

describe('while the cms is away', () => {
  it('a cms that died just now, its socket still named, is away too', async () => {
    const proxy = cmsProxy(() => '/nowhere/cms.sock');
    const server = await listen(proxy, 0);
    expect((await ask((server.address() as AddressInfo).port)).status).toBe(503);
  });
});
