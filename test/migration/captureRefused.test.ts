import dns from 'node:dns';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { captureLegacy, type RequestOptions } from '../../src/migration/index.ts';
import { publicLookup, refusePrivate } from '../../src/system/outbound.ts';
import { freshFolder } from '../support/databases.ts';
import { type Fault, startLegacySystem } from '../support/legacySystem.ts';
import { saveCapture, whole } from './captures.ts';
import { json } from './legacyPortal.ts';

const BODIES = Object.fromEntries(
  Object.entries(whole({})).map(([name, elements]) => [name, json(elements)]),
);

describe('a capture is refused, with the address and the reason,', () => {
  const answer = (body: string | Buffer, type = 'application/json'): Fault => ({
    type,
    body: Buffer.from(body),
  });
  const patient = { mostBytes: 1024 };
  const hasty = { ...patient, retries: 0 };

  it.each<[string, Fault, string, RequestOptions?]>([
    [
      'when it is sent to another site',
      { redirect: 'http://127.0.0.1:1' },
      'it is sent on to another site, http://127.0.0.1:1; give that address, if it is the legacy system',
    ],
    [
      'when a list is a page',
      answer('<html>', 'text/html'),
      'the answer is text/html, where application/json was expected; it begins with "<html>"',
      hasty,
    ],
    [
      'when a list says another encoding',
      answer('[]', 'application/json; charset=iso-8859-7'),
      'the answer is in iso-8859-7, where UTF-8 was expected',
      hasty,
    ],
    [
      'when a list is in another encoding',
      answer(Buffer.from('[{"title":"caf\xe9"}]', 'latin1')),
      'the answer is not in UTF-8',
      hasty,
    ],
    [
      'when a list is cut off',
      answer('[{"id":1},{"id"'),
      'the answer is no whole list. The body ends within element 1 (byte 15, the end of the body)',
      hasty,
    ],
    [
      'when a list is too large',
      answer(`[${'1,'.repeat(600)}1]`),
      'the answer has more than 0.0009765625 MB; --max-mb allows more',
    ],
    [
      'when a list is not there',
      { status: 404 },
      'the answer is 404. If there is no such list, name those that there are with --lists',
    ],
    [
      'when it may not ask',
      { status: 403 },
      'the answer is 403; --header "Authorization: …" sends credentials',
    ],
    ['when it fails for good', { status: 500 }, 'the answer is 500.', { retries: 1 }],
    [
      'when it is to wait for hours',
      { status: 503, retryAfter: '7200' },
      'the answer is 503, and asks to wait for 7200 s',
    ],
  ])('%s', async (_, fault, message, request = patient) => {
    const legacy = await startLegacySystem({ ...BODIES });
    legacy.fault = ({ list, before }) => (list === 'service-useful-links' && before > 3 ? fault : undefined);
    const to = path.join(await freshFolder(), 'capture');
    await expect(captureLegacy({ from: legacy.url, to, request })).rejects.toThrow(
      `${legacy.url}/el/api/v1/service-useful-links/?format=api: ${message}`,
    );
    expect(await readdir(to)).toEqual([]);
  });

  it('when there are no lists at the address', async () => {
    const legacy = await startLegacySystem({ others: '[]' });
    const refused = captureLegacy({ from: legacy.url, to: await freshFolder() });
    await expect(refused).rejects.toThrow(
      `No list is at ${legacy.url}/, nor where lists stand under it:\n  ${legacy.url}/el/api/v1/featured-sections/?format=api: the answer is 404\n`,
    );
    await expect(refused).rejects.toThrow('Give the address that ends with /api/v1/');
  });

  it('when nobody listens at the address', async () => {
    const refused = captureLegacy({
      from: 'http://127.0.0.1:1',
      to: await freshFolder(),
      request: { retries: 0 },
    });
    await expect(refused).rejects.toThrow('nothing listens there');
  });

  it('when the folder holds something else, or another capture is going into it', async () => {
    const legacy = await startLegacySystem({ ...BODIES });
    const full = await saveCapture({ 'news-posts': [] });
    await expect(captureLegacy({ from: legacy.url, to: full })).rejects.toThrow(
      `${full} holds other files (news-posts.json). Name a new folder, or one with a capture.`,
    );
    const busy = await freshFolder();
    await mkdir(path.join(busy, `.unfinished-${process.ppid}`));
    await expect(captureLegacy({ from: legacy.url, to: busy })).rejects.toThrow(
      `Another capture (process ${process.ppid}) is going into ${busy}.`,
    );
  });
});

it.each([
  ['/api/v1', ''],
  ['/api/v1', '/api/v1/'],
  ['/el/api/v1', '/el/api/v1'],
  ['/portal/el/api/v1', '/portal'],
  ['/lists', '/lists/'],
])('lists at %s are captured from their address with "%s"', async (prefix, given) => {
  const legacy = await startLegacySystem({ ...BODIES }, prefix);
  const { from } = await captureLegacy({ from: `${legacy.url}${given}`, to: await freshFolder() });
  expect(from).toBe(`${legacy.url}${prefix}/`);
});

describe('an image at an address', () => {
  const PRIVATE = `
    127.0.0.1 2130706433 0x7f.1 10.1.2.3 172.31.255.255 169.254.169.254 [::1] [::ffff:10.0.0.1] [fd00::1]
    [fe80::1] [64:ff9b::7f00:1] 0.0.0.0 100.64.0.1 192.0.0.8 192.0.2.1 192.88.99.1 198.19.0.1 198.51.100.1
    203.0.113.1 224.0.0.1 255.255.255.255 [::] [::127.0.0.1] [::8.8.8.8] [::ffff:127.0.0.1]
    [::ffff:0:8.8.8.8] [64:ff9b::8.8.8.8] [64:ff9b:1::8.8.8.8] [100::1] [100:0:0:1::1] [2001::1]
    [2001:db8::1] [2002:a01:203::1] [2002:808:808::1] [3fff::1] [4000::1] [5f00::1] [fec0::1] [ff02::1]
    localhost`;

  it.each(PRIVATE.trim().split(/\s+/))(
    'http://%s is not asked for, since it is in a private network',
    async (address) => {
      await expect(refusePrivate(new URL(`http://${address}`))).rejects.toThrow(
        'is an address of a private network',
      );
    },
  );

  it('is not asked for where one of several addresses of its name is in a private network', async () => {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
      (given.at(-1) as (error: null, found: object[]) => void)(null, addresses);
    }) as never);
    try {
      await expect(refusePrivate(new URL('http://two.example'))).rejects.toThrow('of a private network');
      const looked = promisify(publicLookup)('two.example', { all: true });
      await expect(looked).rejects.toThrow('of a private network');
    } finally {
      lookup.mockRestore();
    }
  });

  it.each(['http://172.32.0.1', 'http://8.8.8.8', 'http://[::ffff:8.8.8.8]', 'http://[2606:4700::1111]'])(
    '%s may be asked for',
    async (address) => {
      await expect(refusePrivate(new URL(address))).resolves.toBeUndefined();
    },
  );
});
