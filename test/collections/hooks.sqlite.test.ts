import { readFileSync } from 'node:fs';
import type { CollectionConfig } from 'payload';
import { describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../endpoints/lists/index.ts';
import { htmlToLexical } from '../../src/rich-text/index.ts';
import { section } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';

/** What a host has of its own, in each place. */
const hostHooks = (): CollectionConfig['hooks'] => ({
  beforeOperation: [function host() {}],
  beforeValidate: [function host() {}],
  beforeChange: [function host() {}],
  afterChange: [function host() {}],
  beforeDelete: [function host() {}],
  afterDelete: [function host() {}],
  afterOperation: [
    function host({ result }) {
      return result;
    },
  ],
  afterError: [function host() {}],
});

const offices = defineList({
  key: 'offices',
  name: 'Office List',
  fields: { title: field.text() },
  defaultOrdering: 'id',
});

const office: CollectionConfig = {
  slug: 'offices',
  versions: { drafts: { schedulePublish: true } },
  fields: [{ name: 'title', type: 'text' }],
  hooks: hostHooks(),
};

type Order = Record<string, string[]>;

const PLACES = Object.keys(hostHooks() ?? {}).sort();

/** The places in which the host's own hook runs. */
const placesOfHost = (order: Order) =>
  Object.keys(order)
    .filter((place) => order[place]?.includes('host'))
    .sort();

/** The names of the hooks that Payload calls. */
const orderOf = (hooks: object): Order =>
  Object.fromEntries(
    Object.entries(hooks as Record<string, { name: string }[]>)
      .map(([place, each]) => [place, each.map(({ name }) => name)] as const)
      .filter(([, names]) => names.length > 0),
  );

/** The order on the page, `src/plugin/hooks.ts`: a hook is a line, which may stand in `only(…)`. */
function orderOnPage(maker: string): Order {
  const page = readFileSync('src/plugin/hooks.ts', 'utf8');
  const [, body = ''] = new RegExp(`export function ${maker}\\(.*?\\n(.*?)\\n}\\n`, 's').exec(page) ?? [];
  const places = [...body.matchAll(/^ {4}(\w+): \[\n(.*?)\n {4}\],$/gms)];
  return Object.fromEntries(
    places.map(([, place = '', lines = '']) => [
      place,
      lines.split('\n').flatMap((line) => /^ {6}(?:\.\.\.only\(\w+, |\.\.\.\()?(\w+)/.exec(line)?.[1] ?? []),
    ]),
  );
}

/** Payload adds them by itself. */
const PAYLOADS_OWN = ['omitAPIKey'];

/** Those of the page that the collection has, in the order of the page. A host's own in other places pass by. */
const asOnPage = (maker: string, order: Order): Order => {
  const page = orderOnPage(maker);
  return Object.fromEntries(
    Object.entries(order).map(([place, names]) => [
      place,
      (page[place] ?? ['host', ...PAYLOADS_OWN]).filter((name) => names.includes(name)),
    ]),
  );
};

describe('hooks run in the order of the page', () => {
  it('of the lists, the images and the users, and of a host’s own collection', async () => {
    const { collections, globals } = await startPayload({
      collections: [office],
      options: {
        lists: [...lists, offices],
        collections: { 'news-posts': { hooks: hostHooks() } },
        media: { own: { hooks: hostHooks() } },
        users: { hooks: hostHooks() },
      },
    });
    for (const slug of ['news-posts', 'news-categories', 'offices', 'media', 'users']) {
      const order = orderOf(collections[slug]?.config.hooks ?? {});
      expect(order).toEqual(asOnPage(slug === 'users' ? 'userHooks' : 'contentHooks', order));
      expect(placesOfHost(order)).toEqual(slug === 'news-categories' ? [] : PLACES);
    }
    const settings = globals.config.find(({ slug }) => slug === 'portal-settings');
    expect(orderOf(settings?.hooks ?? {})).toEqual({
      beforeOperation: ['followTransaction', 'takeGlobalBase', 'refuseHalfNumbers'],
      beforeChange: ['refuseOutdatedGlobal'],
      afterChange: ['recordSettings', 'notifyOfSettings', 'changeInTransaction'],
    });
  });

  it('of a host’s images', async () => {
    const { collections } = await startPayload({
      collections: [{ slug: 'photos', upload: true, fields: [], hooks: hostHooks() }],
      options: { media: { slug: 'photos' } },
    });
    const order = orderOf(collections.photos?.config.hooks ?? {});
    expect(placesOfHost(order)).toEqual(PLACES);
    expect(order).toEqual(asOnPage('hostMediaHooks', order));
  });

  it('nobody follows a plugin that serves no lists', async () => {
    const { collections, globals } = await startPayload({ options: { enabled: false } });
    const named = [...Object.values(collections).map(({ config }) => config), ...globals.config].flatMap(
      ({ hooks }) => Object.values(orderOf(hooks)).flat(),
    );
    expect(named.filter((name) => name.startsWith('notifyOf'))).toEqual([]);
  });
});

describe('what refuses comes before what writes or draws', () => {
  it('a publication that the checks stop draws no ranks of links', async () => {
    const payload = await startPayload();
    const data = { checks: { linkTexts: 'error' } };
    await payload.updateGlobal({ slug: 'portal-settings' as never, data: data as never });
    const links = [{ text: 'α', link: 'https://www.portal.example/a' }];
    const content = (text: string) =>
      htmlToLexical(`<p>Η αίτηση είναι <a href="https://www.gov.gr/a">${text}</a>.</p>`);
    const vague = section(payload, { section_one_text: content('εδώ'), section_two_links: links });
    await expect(vague).rejects.toMatchObject({ data: { errors: [{ path: 'section_one_text' }] } });
    const drawn = () =>
      payload.db.findOne<{ id: string; value: number }>({
        collection: 'portal-counters',
        where: { key: { equals: 'link-rank' } },
      });
    expect(await drawn()).toBeNull();
    await section(payload, { section_one_text: content('στο gov.gr'), section_two_links: links });
    expect(await drawn()).toMatchObject({ value: 1 });
  });
});
