import { createHmac } from 'node:crypto';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadModel } from '../../endpoints/read-model/index.ts';
import { webhookReports } from '../../src/changes/webhooks/state.ts';
import { Webhooks } from '../../src/changes/webhooks/Webhooks.ts';
import { portalReadModel } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, post } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { listOf, type Received, startReceiver } from '../support/webhookReceiver.ts';

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'A'.repeat(32)}`];
const LISTS = [
  'featured-sections',
  'news-categories',
  'news-posts',
  'service-groups',
  'service-useful-links',
];

let payload: Payload;
let readModel: ReadModel;
beforeAll(async () => {
  payload = await startPayload();
  readModel = await portalReadModel(payload);
});

/** The webhooks of all servers, which look as often as the front reports, one right after the other. */
const looking = new Set<Webhooks>();
const looks = setInterval(() => {
  for (const each of looking) each.look();
}, 20);
onFileEnd(() => clearInterval(looks));

/** A server's webhooks. */
function webhooks(url: string, isLive = () => true, served = () => readModel.versions()) {
  const made = new Webhooks(payload, {
    urls: [url],
    secrets: SECRETS,
    versions: () => (isLive() ? served() : undefined),
    served: () => served() ?? {},
  });
  looking.add(made);
  const close = async () => {
    looking.delete(made);
    await made.close();
  };
  onFileEnd(close);
  return { close, measures: () => made.measures()[0] };
}

/** Waits until the lists have been received that many times. */
const until = (received: Received[], count: number, timeout = 15_000) =>
  vi.waitFor(() => expect(received.length).toBe(count), { timeout });

/** Waits until a message is older than what one server may show later than another. */
const untilOld = ({ body }: Received) =>
  vi.waitFor(() => expect(Date.now() - Date.parse(JSON.parse(body).timestamp)).toBeGreaterThan(600));

const etagOf = async (list: string) => (await readModel.response(list, undefined))?.etag;

const report = () => webhookReports(payload);

describe('a webhook', { timeout: 60_000 }, () => {
  it('gets each list at first, then each that changes, signed as Standard Webhooks has it', async () => {
    const { url, received } = await startReceiver();
    const { close } = webhooks(url);
    await until(received, 5);
    expect(received.map(listOf).sort()).toEqual(LISTS);
    received.length = 0;

    await post(payload, { category: (await category(payload, { title: 'Νέα' })).id });
    await vi.waitFor(async () => {
      const etags = new Set(received.map(({ body }) => JSON.parse(body).data.etag));
      expect([...etags]).toEqual(
        expect.arrayContaining([await etagOf('news-posts'), await etagOf('news-categories')]),
      );
    });
    expect(new Set(received.map(listOf))).toEqual(new Set(['news-categories', 'news-posts']));
    const { headers, body } = received.findLast((each) => listOf(each) === 'news-posts') as Received;
    const message = JSON.parse(body);
    expect(message).toEqual({
      type: 'list.changed',
      timestamp: new Date(message.timestamp).toISOString(),
      data: { list: 'news-posts', etag: await etagOf('news-posts'), paths: ['/el/api/v1/news-posts/'] },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    expect(headers['content-type']).toBe('application/json');
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
    const signed = SECRETS.map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    });
    expect(signature).toBe(signed.join(' '));
    expect(new Set(received.map((each) => each.headers['webhook-id'])).size).toBe(received.length);
    await close();

    // Another start sends what differs, and that is nothing.
    received.length = 0;
    await category(payload, { title: 'Ενώ δεν έτρεχε' });
    const again = webhooks(url);
    await until(received, 1);
    expect(received.map(listOf)).toEqual(['news-categories']);
    await again.close();
  });

  oneDatabase.it(
    'that does not take it gets it again with the same id, and admins see since when and why',
    async () => {
      const { url, name, received, answer } = await startReceiver();
      const { close, measures } = webhooks(url);
      await until(received, 5);
      await vi.waitFor(async () => expect(await report()).toEqual([{ name, delivered: expect.any(String) }]));

      received.length = 0;
      answer.status = 503;
      const begun = Date.now();
      await category(payload, { title: 'Όσο λείπει' });
      await until(received, 2);
      const [failed] = await vi.waitFor(async () => {
        const reports = await report();
        expect(reports[0]?.failing?.attempts).toBe(2);
        return reports;
      });
      const iso = expect.stringMatching(/^20.*Z$/);
      expect(failed).toEqual({
        name,
        delivered: iso,
        failing: { reason: 'status', status: 503, since: iso, retryAt: iso, attempts: 2 },
      });
      expect(Date.parse(failed?.failing?.since ?? '')).toBeGreaterThanOrEqual(begun);
      expect(measures()).toEqual({ name, delivered: 5, failed: 2, failingSeconds: expect.any(Number) });
      expect(measures()?.failingSeconds).toBeGreaterThan(0);

      answer.status = 200;
      await until(received, 3);
      expect(new Set(received.map((each) => each.headers['webhook-id'])).size).toBe(1);
      await vi.waitFor(async () => expect(await report()).toEqual([{ name, delivered: iso }]));
      expect(measures()).toEqual({ name, delivered: 6, failed: 2, failingSeconds: 0 });
      await close();
    },
  );

  oneDatabase.it('hears of a list that was changed and changed back while it was away', async () => {
    const { update } = local(payload);
    const { id } = await category(payload, { title: 'Πρώτα' });
    const { url, received, answer } = await startReceiver();
    const { close } = webhooks(url);
    await until(received, 5);
    const etag = await etagOf('news-categories');
    await untilOld(received[4] as Received);

    received.length = 0;
    answer.status = 500;
    await update('news-categories', id, { title: 'Μετά', _status: 'published' });
    await until(received, 1);
    await update('news-categories', id, { title: 'Πρώτα', _status: 'published' });
    expect(await etagOf('news-categories')).toBe(etag);
    answer.status = 200;
    await until(received, 2);
    expect(received.map(({ body }) => JSON.parse(body).data.etag)).toEqual([
      expect.not.stringMatching(etag ?? ''),
      etag,
    ]);
    expect(new Set(received.map((each) => each.headers['webhook-id'])).size).toBe(2);
    await close();
  });

  it('is told by one of several servers, and by none while the lists may lack a change', async () => {
    let isLive = true;
    const { url, received } = await startReceiver();
    const servers = [webhooks(url, () => isLive), webhooks(url, () => isLive), webhooks(url, () => isLive)];
    await until(received, 5);
    for (let n = 0; n < 5; n++) await category(payload, { title: `Από μία ${n}` });
    await vi.waitFor(async () =>
      expect(received.map(({ body }) => JSON.parse(body).data.etag)).toContain(
        await etagOf('news-categories'),
      ),
    );
    const told = received.length;
    expect(new Set(received.map((each) => each.headers['webhook-id'])).size).toBe(told);
    isLive = false;
    await category(payload, { title: 'Ίσως λείπει κάτι' });
    await expect(until(received, told + 1, 500)).rejects.toThrow();
    isLive = true;
    await until(received, told + 1);
    for (const { close } of servers) await close();
  });

  oneDatabase.it.each([
    ['has come back with its kept lists', false],
    ['had not noticed that it was behind', true],
  ])(
    'hears again of a list if a server %s, and served it otherwise after it was delivered',
    async (_, was) => {
      let isLive = was;
      const before = readModel.versions();
      let served = () => before;
      const { url, received } = await startReceiver();
      // The first one: what it knows of the deliveries is from before the change.
      const behind = webhooks(
        url,
        () => isLive,
        () => served(),
      );
      if (was) await until(received, 5);
      const servers = [behind, webhooks(url)];
      await until(received, 5);
      await category(payload, { title: `Όσο έλειπε ${was}` });
      await until(received, 6);
      const ofChange = received.slice(5);
      await untilOld(ofChange[0] as Received);
      isLive = true;
      served = () => readModel.versions();
      await until(received, 7);
      ofChange.push(...received.slice(6));
      const etag = await etagOf('news-categories');
      expect(ofChange.map(({ body }) => JSON.parse(body).data)).toEqual([
        { list: 'news-categories', etag, paths: ['/el/api/v1/news-categories/'] },
        { list: 'news-categories', etag, paths: ['/el/api/v1/news-categories/'] },
      ]);
      expect(new Set(ofChange.map((each) => each.headers['webhook-id'])).size).toBe(2);
      // Once, by one of them.
      await category(payload, { title: `Κατόπιν ${was}` });
      await until(received, 8);
      for (const { close } of servers) await close();
      expect(received.slice(7).map(listOf)).toEqual(['news-categories']);
    },
  );

  oneDatabase.it('that never answers delays no save, and is broken off at the end', async () => {
    const { url, received, answer } = await startReceiver();
    answer.hangs = true;
    const { close } = webhooks(url);
    await until(received, 1);
    const begun = performance.now();
    await category(payload, { title: 'Χωρίς να περιμένει' });
    expect(performance.now() - begun).toBeLessThan(5000);
    await close();
    expect(performance.now() - begun).toBeLessThan(8000);
    expect(received.length).toBe(1);
  });
});
