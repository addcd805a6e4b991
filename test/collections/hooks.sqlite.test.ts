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

const SEARCH = ['findByWords', 'findOwn', 'titlesFirst'];
const SEARCH_AND_REFUSALS = [
  ...[
    'followTransaction',
    'takeBase',
    'refuseOutdatedFirst',
    'refuseBulkEdit',
    'refuseUnnamed',
    'noteOperation',
  ],
  ...SEARCH,
];

const OF_A_LIST = {
  beforeOperation: [...SEARCH_AND_REFUSALS, 'host'],
  beforeValidate: ['host'],
  beforeChange: [
    ...['refuseAuthorsWhilePlanned', 'host', 'beforeSave', 'refuseUnseen', 'stopAtErrors', 'prepareWrite'],
  ],
  afterChange: [
    ...['keepNewerDraft', 'host', 'replaceAutosaved', 'endReview', 'recordChange'],
    ...['keepFindingsOfSaved', 'keepPlans', 'notifyOfChange'],
  ],
  beforeDelete: ['refuseDeletionWhileUsed', 'host'],
  afterDelete: [
    ...[
      'leaveReferences',
      'host',
      'dropReviewOfDeleted',
      'recordDeletion',
      'dropPlanned',
      'dropFindingsOfDeleted',
      'notifyOfDeletion',
    ],
  ],
  afterOperation: ['throwConflict', 'host', 'inTheirOrder', 'nameFailures', 'endInTransaction'],
  afterError: ['host', 'countRefused'],
};

const OWN = {
  'news-posts': OF_A_LIST,
  'news-categories': {
    beforeOperation: SEARCH_AND_REFUSALS,
    beforeChange: ['refuseAuthorsWhilePlanned', 'beforeSave', 'refuseUnseen', 'stopAtErrors', 'prepareWrite'],
    afterChange: [
      ...['keepNewerDraft', 'replaceAutosaved', 'endReview', 'recordChange'],
      ...['keepFindingsOfSaved', 'keepPlans', 'notifyOfChange'],
    ],
    beforeDelete: ['refuseDeletionWhileUsed'],
    afterDelete: [
      ...[
        'leaveReferences',
        'dropReviewOfDeleted',
        'recordDeletion',
        'dropPlanned',
        'dropFindingsOfDeleted',
        'notifyOfDeletion',
      ],
    ],
    afterOperation: ['throwConflict', 'alphabetical', 'inTheirOrder', 'nameFailures', 'endInTransaction'],
    afterError: ['countRefused'],
  },
  // The host's own: whether its fields are changed in bulk is the host's business.
  offices: {
    ...OF_A_LIST,
    beforeOperation: [
      ...['followTransaction', 'takeBase', 'refuseOutdatedFirst', 'refuseUnnamed', 'noteOperation'],
      ...[...SEARCH, 'host'],
    ],
  },
  media: {
    beforeOperation: [...SEARCH_AND_REFUSALS, 'noteFile', 'takeFile', 'host'],
    beforeValidate: ['host'],
    beforeChange: ['host', 'requireImage', 'beforeSave', 'prepareWrite'],
    afterChange: [
      ...['keepNewerDraft', 'removeReplaced', 'host', 'replaceAutosaved', 'recordChange'],
      'notifyOfChange',
    ],
    beforeDelete: ['refuseDeletionWhileUsed', 'noteDeleted', 'host'],
    afterDelete: ['removeDeleted', 'host', 'recordDeletion', 'notifyOfDeletion'],
    afterOperation: ['throwConflict', 'host', 'inTheirOrder', 'nameFailures', 'endInTransaction'],
    afterError: ['dropFiles', 'host', 'countRefused'],
  },
  users: {
    beforeOperation: [
      ...[
        'refuseVisitors',
        'refuseWithoutMail',
        'refuseLongQueries',
        'takeBase',
        'checkPasswords',
        'checkApiKeys',
        'followTransaction',
        'host',
      ],
    ],
    beforeRead: ['omitAPIKey'],
    beforeValidate: ['host'],
    beforeChange: ['host', 'refuseOutdatedAccount', 'keepAnAdmin', 'noteSecrets'],
    afterChange: ['host', 'recordUser'],
    beforeDelete: ['refuseDeletionOfLastAdmin', 'host'],
    afterDelete: ['host', 'recordUserDeletion'],
    afterLogin: ['recordSignIn'],
    afterOperation: ['host', 'recordReset', 'endInTransaction'],
    afterError: ['host', 'recordRefusal'],
  },
};

const OF_HOST_IMAGES = {
  beforeOperation: ['followTransaction', 'noteFile', 'noteHostsOperation', 'host'],
  beforeValidate: ['host'],
  beforeChange: ['host', 'refuseUnpublishingWhileUsed'],
  afterChange: ['host', 'recordChange', 'notifyOfChange'],
  beforeDelete: ['refuseDeletionWhileUsed', 'host', 'deleteInTransaction'],
  afterDelete: ['host', 'recordDeletion', 'notifyOfDeletion'],
  afterOperation: ['host', 'endInTransaction'],
  afterError: ['host'],
};

type Order = Record<string, string[]>;

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
    const found = Object.fromEntries(
      Object.keys(OWN).map((slug) => [slug, orderOf(collections[slug]?.config.hooks ?? {})]),
    );
    expect(found).toEqual(OWN);
    for (const [slug, order] of Object.entries(found)) {
      expect(order).toEqual(asOnPage(slug === 'users' ? 'userHooks' : 'contentHooks', order));
    }
    const settings = globals.config.find(({ slug }) => slug === 'portal-settings');
    expect(orderOf(settings?.hooks ?? {})).toEqual({
      beforeOperation: ['followTransaction', 'takeGlobalBase'],
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
    expect(order).toEqual(OF_HOST_IMAGES);
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
