import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { foreignOrigin } from '../../../src/server/http/application.ts';

const URL_OF_SERVER = 'https://cms.example';
const SESSION = { cookie: 'payload-lng=el; payload-token=x', host: 'cms.example' };

function refused(headers: Record<string, string>, serverUrl: string | undefined, method = 'POST'): boolean {
  const request = { headers: { ...SESSION, ...headers }, method } as unknown as IncomingMessage;
  return foreignOrigin(request, serverUrl)?.status === 403;
}

describe('what changes something with a session', () => {
  it.each([
    [{ origin: 'https://cms.example' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{}, true],
    [{ origin: 'null' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'http://cms.example' }, true],
    [{ origin: 'https://cms.example.evil.example' }, true],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://evil.example', host: 'evil.example' }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
  ])('comes from the public address: %j is refused: %s', (headers, expected) => {
    expect(refused(headers, URL_OF_SERVER)).toBe(expected);
  });

  it.each([
    [{ host: 'localhost:3000', origin: 'http://localhost:3000' }, false],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3001' }, true],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost:3000' }, true],
    [{ host: '127.0.0.1:3000' }, true],
  ])('or, where none is set, from the one that is asked: %j is refused: %s', (headers, expected) => {
    expect(refused(headers, undefined)).toBe(expected);
  });

  it.each(['DELETE', 'POST', 'X'])('whatever the method: %s', (method) => {
    expect(refused({ origin: 'https://evil.example' }, URL_OF_SERVER, method)).toBe(true);
  });
});

it('whoever reads, or brings no session, may come from anywhere', () => {
  const evil = { origin: 'https://evil.example' };
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(refused(evil, URL_OF_SERVER, method)).toBe(false);
  expect(refused({ ...evil, cookie: 'payload-lng=el' }, URL_OF_SERVER)).toBe(false);
  expect(refused({ ...evil, cookie: 'not-payload-token=x' }, URL_OF_SERVER)).toBe(false);
});
