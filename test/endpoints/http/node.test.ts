import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHandler, nodeContinueListener, nodeListener } from '../../../endpoints/http/index.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import { emptyLists } from './served.ts';

let port = 0;
beforeAll(async () => {
  const handler = createHandler({ readModel: emptyLists() });
  const server = createServer(nodeListener(handler)).on('checkContinue', nodeContinueListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  port = (server.address() as AddressInfo).port;
});

/** Sends bytes, and gives all that comes until the server ends the connection; without the date. */
function exchange(...lines: (string | Buffer)[]): Promise<string> {
  const bytes = Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\r\n')])));
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
    socket.on('end', () =>
      resolve(
        Buffer.concat(chunks)
          .toString()
          .replace(/Date: .*\r\n/g, ''),
      ),
    );
  });
}

const LIST = [
  'HTTP/1.1 200 OK',
  'Allow: GET, OPTIONS',
  'Content-Type: application/json',
  'Vary: Accept',
  'ETag: "47DEQpj8HBSa-_TImW-5JC"',
  'Content-Length: 2',
  'Connection: close',
  '',
  '[]',
];
const notAllowed = (method: string) => [
  'HTTP/1.1 405 Method Not Allowed',
  'Allow: GET, OPTIONS',
  'Content-Type: application/json',
  'Vary: Accept',
  `Content-Length: ${37 + method.length}`,
  'Connection: close',
  '',
  `{"detail":"Method \\"${method}\\" not allowed."}`,
];
const CLOSE = ['Host: portal.example', 'Connection: close', ''];

describe('on the wire', () => {
  it.each([
    ['the absolute form', ['GET http://portal.example/el/api/v1/news-posts/ HTTP/1.1', ...CLOSE], LIST],
    ['HTTP/1.0', ['GET /el/api/v1/news-posts/ HTTP/1.0', ''], LIST],
    ['PROPFIND', ['PROPFIND /el/api/v1/news-posts/ HTTP/1.1', ...CLOSE], notAllowed('PROPFIND')],
  ])('%s', async (_, request, response) => {
    expect((await exchange(...request)).split('\r\n')).toEqual(response);
  });

  it('If-None-Match in several lines is one list of tags', async () => {
    const request = ['GET /el/api/v1/news-posts/ HTTP/1.1', 'If-None-Match: "a,b", W/"c"'];
    const answer = await exchange(...request, 'If-None-Match: W/"47DEQpj8HBSa-_TImW-5JC"', ...CLOSE);
    expect(answer.split('\r\n')).toEqual([
      'HTTP/1.1 304 Not Modified',
      'ETag: "47DEQpj8HBSa-_TImW-5JC"',
      'Vary: Accept',
      'Connection: close',
      '',
      '',
    ]);
  });

  it('OPTIONS * and other paths are a 404 where nothing stands behind', async () => {
    for (const target of ['OPTIONS * HTTP/1.1', 'GET /elsewhere HTTP/1.1']) {
      expect((await exchange(target, ...CLOSE)).split('\r\n')).toEqual([
        'HTTP/1.1 404 Not Found',
        'Content-Type: application/json',
        'Content-Length: 23',
        'Connection: close',
        '',
        '{"detail":"Not found."}',
      ]);
    }
  });

  it('two requests that come at once get their answers in turn, a body between them unread', async () => {
    const answers = await exchange(
      'POST /el/api/v1/news-posts/ HTTP/1.1',
      'Host: portal.example',
      'Content-Length: 7',
      '',
      'GET / HGET /el/api/v1/news-posts/ HTTP/1.1',
      ...CLOSE,
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200']);
  });
});

describe('Expect: 100-continue', () => {
  const expecting = (line: string) => [
    line,
    'Host: portal.example',
    'Expect: 100-continue',
    'Content-Length: 10',
    '',
  ];

  it('POST is answered without asking for the body', async () => {
    const answers = await exchange(...expecting('POST /el/api/v1/news-posts/ HTTP/1.1'));
    expect(answers.split('\r\n')).toEqual(notAllowed('POST'));
  });

  it('a list is answered too', async () => {
    expect((await exchange(...expecting('GET /el/api/v1/news-posts/ HTTP/1.1'))).split('\r\n')).toEqual(LIST);
  });

  it('what stands behind the lists gets the body', async () => {
    const handler = createHandler({ readModel: emptyLists() });
    const bodies: string[] = [];
    const server = createServer(nodeListener(handler)).on(
      'checkContinue',
      nodeContinueListener(handler, async (request, response) => {
        for await (const chunk of request) bodies.push(String(chunk));
        response.writeHead(204, { Connection: 'close' }).end();
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onFileEnd(() => void server.close().closeAllConnections());
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`${expecting('POST /api/x HTTP/1.1').join('\r\n')}\r\n`);
      socket.on('data', (chunk) => {
        text += chunk;
        if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('ten bytes.');
      });
      socket.on('end', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 No Content\r\n/);
    expect(bodies).toEqual(['ten bytes.']);
  });
});
