import { getTranslation } from '@payloadcms/translations';
import { type CollectionConfig, type Config, type Field, flattenTopLevelFields } from 'payload';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { createHandler, routeHandlers } from '../../endpoints/http/index.ts';
import { defineList, field, lists, newsCategories } from '../../endpoints/lists/index.ts';
import { descriptionHandler } from '../../endpoints/openapi/index.ts';
import { type PortalContentOptions, portalContent } from '../../src/index.ts';

const media: CollectionConfig = { slug: 'media', upload: true, fields: [] };
const URL_OF_HOST = 'https://content.portal.example';

/** A list of a host's own. */
const organizationsOf = (more: object = {}) =>
  defineList({
    key: 'organizations',
    name: 'Organization List',
    fields: { title: field.text(), active: field.flag() },
    defaultOrdering: 'id',
    ...more,
  });

const KEYS = lists.map(({ key }) => key);

/** The lists, some of them elsewhere. */
const placed = (places: Record<string, { path?: string; capture?: string }>) =>
  lists.map((list) => ({ list, ...places[list.key] }));

function made(options: PortalContentOptions = {}, config: Partial<Config> = {}) {
  const host = { serverURL: URL_OF_HOST, collections: [media], ...config } as Config;
  return portalContent(options)(host);
}

const slugs = (config: Config) => (config.collections ?? []).map(({ slug }) => slug);

describe('a start is refused, with what to do', () => {
  it.each<[string, PortalContentOptions, Partial<Config>, string]>([
    [
      'without a collection for images',
      {},
      { collections: [] },
      `portalContent: images need a collection with upload, and this Payload config has no "media" of that kind. Name yours with media: { slug: '…' }, or let the plugin bring its own with media: { own: true }.`,
    ],
    [
      'where images of its own would take the slug of the host',
      { media: { own: true } },
      {},
      `portalContent: this Payload config has a "media" already. Use it with media: { slug: 'media' }, or give the plugin's another slug: media: { own: { slug: 'portal-media' } }.`,
    ],
    [
      'where a list of the portal has the slug of a collection of the host',
      {},
      { collections: [media, { slug: 'news-posts', fields: [] }] },
      `portalContent: this Payload config has a "news-posts" already. Give the plugin's another slug: collections: { 'news-posts': { slug: 'portal-news-posts' } }.`,
    ],
    [
      'where users of its own are asked for beside those of the host',
      { users: true },
      { collections: [media, { slug: 'users', auth: true, fields: [] }] },
      'portalContent: this Payload config has a "users" already. Give yours another slug.',
    ],
    [
      'where a list that stays embeds one that is left out',
      { collections: { 'news-categories': false } },
      {},
      'portalContent: the list "news-posts" embeds "news-categories", which is left out. Leave out both, or neither.',
    ],
    [
      'where an option names a list that there is not',
      { collections: { 'news-post': false } },
      {},
      `portalContent: collections names "news-post", and there is no such list. There are: ${KEYS.join(', ')}.`,
    ],
    [
      'where what leads to a prefix is no path',
      { redirects: { 'https://www.portal.example/api/v1': '/el/api/v1' } },
      {},
      "portalContent: redirects['https://www.portal.example/api/v1'] is \"https://www.portal.example/api/v1\", and has to be an object of paths, such as { '/api/v1': '/el/api/v1' }.",
    ],
    [
      'where a prefix leads to none of them',
      { redirects: { '/api/v1': '/en/api/v1' } },
      {},
      'portalContent: redirects leads from "/api/v1" to "/en/api/v1". The second has to be in prefixes, and the first not.',
    ],
    [
      'where a site is no origin',
      { corsOrigins: ['https://www.portal.example/'] },
      {},
      `portalContent: corsOrigins[0] is "https://www.portal.example/", and has to be an origin as browsers send it, such as 'https://www.portal.example', or '*'.`,
    ],
    [
      'where two lists have one path',
      { lists: placed({ 'news-posts': { path: 'news-categories' } }) },
      {},
      'portalContent: "news-posts" and "news-categories" have the same path, "/el/api/v1/news-categories/". Give one of them another one with lists: [{ list, path }].',
    ],
    [
      'where two lists have one capture',
      { lists: placed({ 'news-posts': { capture: 'news-categories' } }) },
      {},
      'portalContent: "news-posts" and "news-categories" have the same capture, "news-categories". Give one of them another one with lists: [{ list, capture }].',
    ],
    [
      'where a list that the legacy system has embeds one that it does not have',
      {
        lists: lists.map((list) => (list.key === 'news-categories' ? { list, capture: false } : list)),
      },
      {},
      'portalContent: "news-posts" embeds elements of "news-categories", which the legacy system does not have (capture: false). It has both or neither.',
    ],
    [
      'where two lists have one slug',
      { collections: { 'news-posts': { slug: 'articles' }, 'news-categories': { slug: 'articles' } } },
      {},
      'portalContent: "news-posts" and "news-categories" have the same slug, "articles". Give one of them another one in collections.',
    ],
    [
      'with the same prefix twice',
      { prefixes: ['/api/v1', 'api/v1/'] },
      {},
      'portalContent: prefixes names "/api/v1" twice.',
    ],
    [
      'where the collection of a list lacks its fields',
      { lists: [...lists, organizationsOf()] },
      { collections: [media, { slug: 'organizations', fields: [{ name: 'active', type: 'checkbox' }] }] },
      'portalContent: the list "organizations" is made of the collection "organizations" of this Payload config, which has no field "title". Add what is missing, say with encode and decode in defineList() how its own fields become an element, or give the collection another slug.',
    ],
  ])('%s', (_, options, config, message) => {
    expect(() => made(options, config)).toThrow(new Error(message));
  });

  it('a collection that has the fields of its list, wherever it has them in its form, is taken', () => {
    const fields: CollectionConfig['fields'] = [
      { type: 'row', fields: [{ name: 'title', type: 'text' }] },
      { type: 'tabs', tabs: [{ label: 'More', fields: [{ name: 'active', type: 'checkbox' }] }] },
    ];
    const collections = [media, { slug: 'organizations', fields }];
    expect(slugs(made({ lists: [...lists, organizationsOf()] }, { collections }))).toContain('organizations');
  });

  it('a compiler refuses a misspelt option or list, and knows the lists that it is given', () => {
    const own = organizationsOf();
    expectTypeOf(own.key).toEqualTypeOf<'organizations'>();
    const refused = [
      // @ts-expect-error
      () => portalContent({ prefix: ['/api'] }),
      // @ts-expect-error
      () => portalContent({ collections: { 'news-post': false } }),
      // @ts-expect-error
      () => portalContent({ lists: [...lists, own], collections: { organization: false } }),
      // @ts-expect-error
      () => portalContent({ access: { isEditors: () => true } }),
      // @ts-expect-error
      () => portalContent({ collections: { 'news-posts': { fields: [] } } }),
    ];
    expect(refused).toHaveLength(5);
    expect(
      portalContent({ lists: [...lists, own], collections: { organizations: { slug: 'bodies' } } }),
    ).toBeTypeOf('function');
  });
});

it('a collection is left out, renamed, and given what the host says', () => {
  let given: Field[] = [];
  const config = made({
    collections: {
      'service-groups': false,
      'news-posts': {
        slug: 'news',
        labels: { singular: 'Article', plural: 'Articles' },
        admin: { group: 'Press' },
        fields: ({ defaultFields }) => {
          given = defaultFields;
          return [...defaultFields, { name: 'note', type: 'text' }];
        },
        // Whatever a later Payload knows.
        ...({ pinnable: true } as object),
      },
    },
  });
  expect(config.collections).toContainEqual(expect.objectContaining({ slug: 'news', pinnable: true }));
  expect(slugs(config)).toEqual([
    'media',
    ...KEYS.filter((key) => key !== 'service-groups').map((key) => (key === 'news-posts' ? 'news' : key)),
    'users',
    'portal-import-runs',
    'portal-audit-log',
    'portal-links',
    'portal-findings',
    'portal-second-factors',
    'portal-counters',
    'portal-imports',
    'portal-open-forms',
    'portal-draft-links',
    'portal-reviews',
  ]);
  const news = config.collections?.find(({ slug }) => slug === 'news');
  expect(news).toMatchObject({
    labels: { singular: 'Article', plural: 'Articles' },
    admin: { group: 'Press', useAsTitle: 'title' },
    // Planning is the project's own.
    versions: { drafts: { schedulePublish: false } },
  });
  const namesOf = (fields: Field[] = []) => fields.map((field) => 'name' in field && field.name);
  expect(namesOf(news?.fields).slice(-13, -1)).toEqual([
    'note',
    'position',
    'source_key',
    'edited_by',
    'saved_by_form',
    'portal_base',
    'sole_editor',
    'words_digest',
    'words_writer',
    'words_seconded',
    'look_again_at',
    'standing',
  ]);
  // What is seldom set is in a fold, and among the default fields beside the others.
  const fold = news?.fields.at(-1);
  expect(fold?.type === 'collapsible' && namesOf(fold.fields)).toEqual([
    'modified_timestamp',
    'author',
    'slug',
    'active',
    'featured_post',
    'listed',
    'confirmed_translation',
    'selected',
    'api_id',
  ]);
  expect(namesOf(given)).toContain('slug');
  const related = news?.fields.find((field) => 'name' in field && field.name === 'related');
  expect(related).toMatchObject({ relationTo: 'news' });
});

it('what the host has stays, and none of it is changed', () => {
  const hooks = { afterChange: [() => undefined] };
  const host = Object.freeze({ ...media, hooks: Object.freeze(hooks) }) as CollectionConfig;
  const onInit = () => undefined;
  const ours = { Component: '/Ours' };
  const config = made(
    { admin: { i18n: false } },
    {
      collections: [host],
      custom: { ours: 1 },
      onInit,
      admin: {
        user: 'users',
        components: { providers: ['./ours#Ours'], beforeDashboard: ['/Ours'], views: { forgot: ours } },
      },
      i18n: { fallbackLanguage: 'de' },
    },
  );
  expect(config.custom).toMatchObject({ ours: 1 });
  // Beside it, what knows the zone of the portal, within whatever else sets the locale of dates.
  const zoned = {
    path: 'payload-portal-content/client#ZonedDates',
    clientProps: { adminTimes: false, timeZone: 'Europe/Athens' },
  };
  const bar = {
    lists: lists.map(({ key }) => key),
    media: 'media',
  };
  expect(config.admin).toEqual({
    user: 'users',
    toast: { duration: 10_000 },
    components: {
      afterLogin: ['payload-portal-content/client#SignInCode'],
      header: [{ path: 'payload-portal-content/client#PortalBar', clientProps: bar }],
      providers: [
        './ours#Ours',
        'payload-portal-content/client#Session',
        {
          path: 'payload-portal-content/client#WithdrawalReason',
          clientProps: { collections: [...KEYS, 'media', 'users'] },
        },
        zoned,
      ],
      beforeDashboard: ['/Ours', 'payload-portal-content/rsc#Dashboard'],
      views: {
        forgot: ours,
      },
    },
  });
  // The plugin's own accounts have a length of passwords, and get no e-mail here.
  expect(config.i18n).toEqual({
    fallbackLanguage: 'de',
    translations: {
      el: {
        authentication: {
          newPassword: 'Νέος κωδικός πρόσβασης (τουλάχιστον 10 χαρακτήρες)',
          forgotPasswordEmailInstructions: expect.stringContaining('διαχειριστή της πύλης'),
        },
      },
      en: {
        authentication: {
          newPassword: 'New password (at least 10 characters)',
          forgotPasswordEmailInstructions: expect.stringContaining('Ask an administrator of the portal'),
        },
      },
    },
  });
  expect(host).toEqual({ ...media, hooks: { afterChange: [hooks.afterChange[0]] } });
  expect(hooks.afterChange).toHaveLength(1);
});

it('editors plan in the time of Athens, or in the zone that the host says', () => {
  const zoneIn = ({ admin }: Config) =>
    /"timeZone":"(.+?)"/.exec(JSON.stringify(admin?.components?.providers))?.[1];
  expect(zoneIn(made())).toBe('Europe/Athens');
  expect(zoneIn(made({ admin: { timeZone: 'Europe/Berlin' } }))).toBe('Europe/Berlin');
  expect(() => made({ admin: { timeZone: 'Athens' } })).toThrow(
    `portalContent: admin.timeZone is "Athens", and has to be the IANA name of a time zone, such as 'Europe/Athens'.`,
  );
});

it('a list that is its fields refers to the collections as the host has named them', () => {
  const fields = { logo: field.image(), topic: field.embedded(newsCategories) };
  const organizations = defineList({
    key: 'organizations',
    name: 'Organization List',
    fields,
    defaultOrdering: 'id',
  });
  const config = made(
    {
      lists: [...lists, organizations],
      media: { slug: 'photos' },
      collections: { 'news-categories': { slug: 'topics' }, organizations: { slug: 'bodies' } },
    },
    { collections: [{ ...media, slug: 'photos' }] },
  );
  const bodies = config.collections?.find(({ slug }) => slug === 'bodies');
  const to = bodies?.fields.flatMap((each) => ('relationTo' in each ? [each.relationTo] : []));
  expect(to).toEqual(['photos', 'topics']);
});

it('labels are English in a language that the plugin does not speak, whatever the host falls back to', () => {
  const { labels } = made().collections?.find(({ slug }) => slug === 'news-posts') ?? {};
  const say = (language: string, fallbackLanguage: string) =>
    getTranslation(
      labels?.plural as Record<string, string>,
      { language, fallbackLanguage, t: String } as never,
    );
  expect([say('el', 'en'), say('en', 'el'), say('de', 'de'), say('fr', 'en')]).toEqual([
    'Νέα',
    'News posts',
    'News posts',
    'News posts',
  ]);
});

it('a name of the portal takes the place of Payload’s logo, where one is given and the host has none', () => {
  const branding = { name: 'Πύλη του Δήμου', logo: 'https://www.portal.example/logo.svg' };
  const graphics = (options: PortalContentOptions, admin: Config['admin'] = {}) =>
    made(options, { admin }).admin?.components?.graphics;
  expect(graphics({})).toBeUndefined();
  expect(graphics({ admin: { branding } })).toEqual({
    Icon: { path: 'payload-portal-content/client#PortalIcon', clientProps: branding },
    Logo: { path: 'payload-portal-content/client#PortalLogo', clientProps: branding },
  });
  const own = { Icon: '/Icon', Logo: '/Logo' };
  expect(graphics({ admin: { branding } }, { components: { graphics: own } })).toEqual(own);
});

it('dashboard, checks, preview and audit log can be left out one by one', () => {
  const parts = (admin: PortalContentOptions['admin'] = {}) => {
    const config = made({ admin });
    const posts = config.collections?.find(({ slug }) => slug === 'news-posts');
    const groups = config.collections?.find(({ slug }) => slug === 'service-groups');
    const paths = [...(config.endpoints ?? []), ...(posts?.endpoints || [])].map(({ path }) => path);
    const text = JSON.stringify([posts, config.globals]);
    const providers = JSON.stringify(config.admin?.components?.providers);
    return {
      auditLog: [
        slugs(config).includes('portal-audit-log'),
        JSON.stringify(config.collections).includes('historyInTrash'),
        text.includes('auditMonths'),
        providers.includes('#WithdrawalReason'),
      ],
      dashboard: JSON.stringify(config.admin).includes('#Dashboard'),
      preview: [paths.some((path) => path.includes('preview')), text.includes('#PortalPreview')],
      checks: [
        paths.some((path) => path.includes('portal-checks')),
        slugs(config).includes('portal-findings'),
        text.includes('portal_checks'),
        text.includes('longestTitle'),
      ],
      draftLinks: [
        paths.filter((path) => path.includes('draft')).length,
        slugs(config).includes('portal-draft-links'),
        text.includes('#DraftLinks'),
      ],
      review: [
        paths.filter((path) => path.includes('portal-review')).length,
        slugs(config).includes('portal-reviews'),
        text.includes('#Review'),
        text.includes('secondEyes'),
      ],
      order: [paths.some((path) => path.includes('portal-order')), JSON.stringify(groups).includes('#Order')],
    };
  };
  const all = {
    auditLog: [true, true, true, true],
    dashboard: true,
    preview: [true, true],
    checks: [true, true, true, true],
    draftLinks: [7, true, true],
    review: [6, true, true, true],
    order: [true, true],
  };
  expect(parts()).toEqual(all);
  expect(parts({ dashboard: false })).toEqual({ ...all, dashboard: false });
  expect(parts({ preview: false })).toEqual({ ...all, preview: [false, false] });
  expect(parts({ auditLog: false })).toEqual({ ...all, auditLog: [false, false, false, false] });
  expect(parts({ checks: false })).toEqual({ ...all, checks: [false, false, false, false] });
  expect(parts({ draftLinks: false })).toEqual({ ...all, draftLinks: [0, false, false] });
  expect(parts({ review: false })).toEqual({ ...all, review: [0, false, false, false] });
  expect(parts({ order: false })).toEqual({ ...all, order: [false, false] });
});

it('the description of the lists is that of the config', async () => {
  const [first = newsCategories, ...others] = lists;
  const options = { prefixes: ['/api'], lists: [{ list: first, path: 'sections' }], users: false };
  const config = made({ ...options, records: false });
  const [description, off] = [config, made({ enabled: false })].map((each) =>
    descriptionHandler({ at: '/portal-api', config: each }),
  );
  const asked = { url: '/portal-api/openapi.json', headers: {} };
  const document = JSON.parse(String((await description?.(asked))?.body));
  expect(Object.keys(document.paths)).toEqual(['/api/sections/']);
  expect(await off?.(asked)).toBeNull();
  expect(others).toHaveLength(lists.length - 1);
});

describe('in a Next app with a basePath', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('prefixes have it, as clients do, and so do redirects', async () => {
    vi.stubEnv('NEXT_BASE_PATH', '/base');
    const readModel = { lists, response: () => undefined };
    const { GET } = routeHandlers(createHandler({ readModel, prefixes: ['/base/el/api/v1'] }));
    // Next leaves the base path out of what a route is asked for.
    const ask = async (path: string) => GET(new Request(`https://portal.example${path}`));
    expect((await ask('/el/api/v1/news-posts/')).status).toBe(503);
    const { headers, status } = await ask('/el/api/v1/news-posts?ordering=id');
    expect([status, headers.get('Location')]).toEqual([301, '/base/el/api/v1/news-posts/?ordering=id']);
    expect((await ask('/other/')).status).toBe(404);
  });
});

it('an export by Payload’s plugin leaves out what nobody may read', () => {
  const posts = made().collections?.find(({ slug }) => slug === 'news-posts');
  const left = flattenTopLevelFields(posts?.fields ?? []).flatMap((each) =>
    'custom' in each && each.custom?.['plugin-import-export']?.disabled ? [each.name] : [],
  );
  expect(left.sort()).toEqual([
    'autosaved',
    'category_last',
    'content_html',
    'content_refers',
    'content_source',
    'created_timestamp_exact',
    'look_again_at',
    'portal_base',
    'position',
    'post_image_last',
    'post_thumbnail_last',
    'saved_by_form',
    'search_text',
    'sole_editor',
    'source_key',
    'standing',
    'words_digest',
    'words_seconded',
    'words_writer',
  ]);
});
