import { expect, it } from 'vitest';
import { securityHeaders } from '../../../src/server/http/securityHeaders.ts';

it.each([
  ['https://cms.example', 'max-age=31536000'],
  ['http://cms.example', undefined],
  [undefined, undefined],
])('browsers are told to stay with https where the outside comes over it: %s', (serverUrl, expected) => {
  for (const path of ['/admin', '/api/users/me', '/_next/static/x.js', '/nothing']) {
    expect(securityHeaders(path, serverUrl).headers['Strict-Transport-Security']).toBe(expected);
  }
});
