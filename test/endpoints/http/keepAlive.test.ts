import { expect, it } from 'vitest';
import { createHandler } from '../../../endpoints/http/index.ts';
import { responseOf, serving, TARGET } from './served.ts';

const response = responseOf(['[', '1,'.repeat(1000), '2]']);
const readModel = serving(() => response);

it('lists, in every coding, and their 304s tell how long a connection is kept, and nothing else does', async () => {
  const handler = createHandler({ readModel, keepAlive: 65, compression: ['gzip'] });
  const told = async (method: string, url: string, headers: Record<string, string> = {}) => {
    const answer = await handler({ method, url, headers });
    return [answer?.status, answer?.headers['Keep-Alive']];
  };
  const gzip = { 'accept-encoding': 'gzip' };
  expect(await told('GET', TARGET)).toEqual([200, 'timeout=65']);
  expect(await told('HEAD', TARGET)).toEqual([200, 'timeout=65']);
  expect(await told('GET', TARGET, { 'if-none-match': '"x"' })).toEqual([304, 'timeout=65']);
  expect(await told('GET', TARGET, gzip)).toEqual([200, 'timeout=65']);
  expect(await told('GET', TARGET, { ...gzip, 'if-none-match': '"x-gzip"' })).toEqual([304, 'timeout=65']);
  expect(await told('OPTIONS', TARGET)).toEqual([200, undefined]);
  expect(await told('POST', TARGET)).toEqual([405, undefined]);
  expect(await told('GET', `${TARGET}?format=xml`)).toEqual([404, undefined]);
});

it('without the option no answer does', async () => {
  const handler = createHandler({ readModel });
  for (const headers of [{}, { 'if-none-match': '"x"' }]) {
    const answer = await handler({ method: 'GET', url: TARGET, headers });
    expect(Object.keys(answer?.headers ?? {})).not.toContain('Keep-Alive');
  }
});
