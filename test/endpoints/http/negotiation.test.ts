import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coding, createHandler } from '../../../endpoints/http/index.ts';
import { responseOf, serving, TARGET } from './served.ts';

const BOTH: Coding[] = ['br', 'gzip'];
const list = responseOf(`["${'α'.repeat(500)}"]`);

/** Asks for a list; gives the coding that the answer has. */
function asking(compression: Coding[]) {
  const handler = createHandler({ readModel: serving(() => list), compression });
  return async (header: string | undefined) => {
    const headers = header === undefined ? {} : { 'accept-encoding': header };
    return (await handler({ method: 'GET', url: TARGET, headers }))?.headers['Content-Encoding'];
  };
}

describe('Accept-Encoding', () => {
  it.each<[string | undefined, Coding | undefined]>([
    [undefined, undefined],
    ['br', 'br'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['deflate, *;q=0.1', 'br'],
    ['gzip ; q=1.0 , br ; q=0.8', 'gzip'],
    ['gzip;q=nonsense', undefined],
    ['gzip'.padEnd(2000), undefined],
  ])('%j asks for %s', async (header, coding) => {
    expect(await asking(BOTH)(header)).toBe(coding);
  });

  it.each<[Coding[], Coding | undefined]>([
    [['gzip', 'br'], 'gzip'],
    [['br'], 'br'],
    [[], undefined],
  ])('that has no favourite gets the first of %j', async (codings, coding) => {
    expect(await asking(codings)('gzip, br')).toBe(coding);
  });

  it('of any kind is read without throwing', async () => {
    const ask = asking(BOTH);
    const part = fc.oneof(
      fc.constantFrom('br', 'gzip', 'identity', '*', ';q=', ';', ',', '=', '"', '\\', ' ', '0.5', '1'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        expect(['br', 'gzip', undefined]).toContain(await ask(parts.join('')));
      }),
      { numRuns: 500 },
    );
  });
});
