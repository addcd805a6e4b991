import type { CollectionConfig, Config } from 'payload';
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../endpoints/http/index.ts';
import { defineList, field, lists, newsPosts } from '../../endpoints/lists/index.ts';
import { descriptionHandler, openApiDocument } from '../../endpoints/openapi/index.ts';
import { portalContent, startChecks } from '../../src/index.ts';
import { portalRoutes } from '../../src/next.ts';
import { greek } from '../../src/payload/i18n/index.ts';
import { withPortal } from '../../src/withPortal.ts';

// Calls as no compiler lets them pass, from files that none checks.
type Any = never;

const media: CollectionConfig = { slug: 'media', upload: true, fields: [] };
const host = { serverURL: 'https://content.portal.example', collections: [media] } as unknown as Config;
const configured = (options: unknown, config: object = {}) =>
  portalContent(options as Any)({ ...host, ...config });

const ADDRESS =
  "an absolute address of http or https without a query, such as 'https://content.portal.example'";
const PATH = "a path without host, query, '.' and '%', such as '/el/api/v1'";
const SEGMENT = "what can stand in a path, such as 'posts'";
const CAPTURE = "the name of a file without its ending, such as 'posts', or false";
const CALLABLE = "a function, such as ({ req }) => req.user?.role === 'press'";
const LIST = 'a list that defineList() has made';
const CHANGES =
  'or an object with changes to the collection, whose fields are a function: ({ defaultFields }) => [...defaultFields, …]';
const MEDIA =
  "an object with either the slug of your collection of images, or own for the plugin's, whose slug is own: { slug }";

describe('portalContent()', () => {
  it.each<[unknown, string]>([
    [null, 'what it is given is null, and has to be an object of these options: '],
    ['https://portal.example', 'what it is given is "https://portal.example", and has to be an object of '],
    [{ enabled: 'no' }, 'enabled is "no", and has to be true or false.'],
    ...['localhost:3000', 'javascript:1', 'https://a.example/?b=c', 7].map((serverUrl): [unknown, string] => [
      { serverUrl },
      `serverUrl is ${JSON.stringify(serverUrl)}, and has to be ${ADDRESS}.`,
    ]),
    ...['/a?b', '//a.example', '/a/../b', '/a%20b', 7].map((prefix): [unknown, string] => [
      { prefixes: ['/api', prefix] },
      `prefixes[1] is ${JSON.stringify(prefix)}, and has to be ${PATH}.`,
    ]),
    [{ access: () => false }, 'access is a function, and has to be an object of these rights: isAuthor, '],
    [{ access: { isAuthor: true } }, `access.isAuthor is true, and has to be ${CALLABLE}.`],
    [{ author: 7 }, 'author is 7, and has to be a function, such as ({ user }) => user?.employeeNumber.'],
    [{ media: { own: true, slug: 'a' } }, `media is {"own":true,"slug":"a"}, and has to be ${MEDIA}.`],
    [{ media: { own: true, dir: '' } }, 'media.dir is "", and has to be the path of a folder.'],
    [{ media: {} }, `media is {}, and has to be ${MEDIA}.`],
    [
      { media: { slug: 'media', url: 'https://a' } },
      'media.url is "https://a", and has to be a function, such as ',
    ],
    [{ users: 'staff' }, `users is "staff", and has to be true, false, ${CHANGES}.`],
    [
      { requireSecondFactor: ['admins'] },
      "requireSecondFactor[0] is \"admins\", and has to be 'admin', 'editor' or 'author'.",
    ],
    [
      { collections: { 'news-posts': true } },
      `collections['news-posts'] is true, and has to be false, to leave the list out, ${CHANGES}.`,
    ],
    [
      { videoHosts: ['https://a.example/'] },
      `videoHosts[0] is "https://a.example/", and has to be a host name, such as 'www.youtube-nocookie.com'.`,
    ],
    [
      { locale: 'el', pollInterval: '1s' },
      'pollInterval is "1s", and has to be a number of milliseconds, 1 or more.',
    ],
    [{ locale: 7 }, "locale is 7, and has to be the code of a locale of your config, such as 'el'."],
    [
      { prefixes: [] },
      "prefixes is [], and has to be an array of one path at least, such as ['/el/api/v1']. To serve nothing, say enabled: false.",
    ],
    [
      { lists: [] },
      'lists is [], and has to be an array of one list at least. To serve nothing, say enabled: false.',
    ],
    [{ lists: [{ key: 'a', name: 'A' }] }, `lists[0].list is {"key":"a","name":"A"}, and has to be ${LIST}.`],
    [
      { lists: [...lists, { list: newsPosts, paths: 'a' }] },
      `lists[${lists.length}] names "paths", and there is no such option. There are: list, path, capture.`,
    ],
    [
      { lists: [{ list: newsPosts, path: '/posts' }] },
      `lists[0].path is "/posts", and has to be ${SEGMENT}.`,
    ],
    ...['../x', 'a/b', 'posts.json', '.a', true].map((capture): [unknown, string] => [
      { lists: [{ list: newsPosts, capture }] },
      `lists[0].capture is ${JSON.stringify(capture)}, and has to be ${CAPTURE}.`,
    ]),
    [
      { admin: { branding: { name: 'α', logo: 'javascript:1' } } },
      'admin.branding.logo is "javascript:1", and has to be the address of an image: ',
    ],
  ])('%j is refused', (options, message) => {
    expect(() => configured(options)).toThrow(`portalContent: ${message}`);
  });

  it('all that is wrong is said at once', () => {
    const wrong = { enabled: 1, prefix: '/a', access: { isAdmins: null } };
    expect(() => configured(wrong)).toThrow(
      new Error(
        [
          'portalContent: access names "isAdmins", and there is no such right. There are: isAuthor, isEditor, isAdmin.',
          'portalContent: enabled is 1, and has to be true or false.',
          'portalContent: the options name "prefix", and there is no such option. There are: access, admin, author, cacheControl, clientAddress, collections, corsOrigins, enabled, lists, locale, media, openId, pollInterval, prefixes, redirects, records, requireSecondFactor, serverUrl, users, videoHosts.',
        ].join('\n'),
      ),
    );
  });

  it.each([
    ['', 'serverUrl (or serverURL of the Payload config) is missing'],
    ['localhost:3000', 'serverURL of the Payload config is "localhost:3000"'],
  ])('a Payload config with the serverURL %j is refused', (serverURL, message) => {
    expect(() => configured({}, { serverURL })).toThrow(
      `portalContent: ${message}, and has to be ${ADDRESS}.`,
    );
  });

  it.each<[string, object]>([
    ['a prefix in Greek', { prefixes: ['/πύλη', 'api/v1/'] }],
    ['the root', { prefixes: [''] }],
    ['an address with a path and a port', { serverUrl: 'http://127.0.0.1:3000/cms/' }],
    [
      'undefined for everything',
      { lists: undefined, media: undefined, access: {}, admin: undefined, users: undefined },
    ],
    ['a segment of two words', { lists: [...lists.slice(0, 4), { list: lists[4], path: 'νέα 1/χρήσιμα' }] }],
  ])('%s is accepted', (_, options) => {
    expect(configured(options).collections).toContainEqual(expect.objectContaining({ slug: 'media' }));
  });
});

describe('defineList()', () => {
  const definition = {
    key: 'offices',
    name: 'Office List',
    fields: { title: field.text() },
    defaultOrdering: 'id',
  };
  const FIELD = 'what field.text(), field.image() or another of field makes';

  it.each<[object | null, string]>([
    [null, 'defineList: what it is given is null, and has to be an object of these options: key, name, '],
    [{ ...definition, key: 7 }, "defineList: key is 7, and has to be a text, such as 'organizations'."],
    ...(
      [
        [{ titel: 'α' }, 'the options name "titel", and there is no such option. There are: key, name, '],
        [{ name: undefined }, "name is missing, and has to be a text, such as 'Organization List'."],
        [{ defaultOrdering: ['id'] }, 'defaultOrdering is ["id"], and has to be an ordering, such as '],
        [
          { fields: [{ name: 'title', type: 'text' }] },
          'fields is [{"name":"title","type":"text"}], and has to be an object of fields, such as { title: field.text() }.',
        ],
        [
          { fields: { title: { type: 'richText' } } },
          `fields.title is {"type":"richText"}, and has to be ${FIELD}.`,
        ],
        [
          { fields: { title: field.text({ required: 'yes' } as Any) } },
          'fields.title.required is "yes", and has to be true or false.',
        ],
        [
          { fields: { links: field.rows(undefined as Any) } },
          'fields.links.columns is missing, and has to be an object of fields',
        ],
        [
          { fields: { topic: field.embedded('news-categories' as Any) } },
          'fields.topic.list is "news-categories", and has to be a list that defineList() or listContract() has made',
        ],
        [
          { form: { fields: { title: { requird: true } } } },
          'form.fields.title names "requird", and there is no such option.',
        ],
        [{ labels: { singular: 'A' } }, 'labels.plural is missing, and has to be a text, or one by language'],
      ] as [object, string][]
    ).map(([more, message]): [object, string] => [
      { ...definition, ...more },
      `defineList: the list "offices": ${message}`,
    ]),
  ])('%j is refused', (given, message) => {
    expect(() => defineList(given as Any)).toThrow(message);
  });

  it('one without fields needs its own encode and decode', () => {
    const { fields: _, ...bare } = definition;
    expect(() => defineList(bare as Any)).toThrow(
      [
        'defineList: the list "offices": encode is missing, and has to be a function, such as (document) => ({ id: document.api_id, … }).',
        'defineList: the list "offices": decode is missing, and has to be a function, such as (element) => ({ api_id: element.id, position: null, … }).',
      ].join('\n'),
    );
  });
});

const readModel = { lists, response: () => undefined };
const payload = { config: { custom: {} } };

it.each<[string, () => unknown, string]>([
  [
    'createHandler()',
    () => createHandler(undefined as Any),
    'createHandler: what it is given is undefined, and has to be an object of these options: readModel, lists, ',
  ],
  [
    'a handler of a promise',
    () => createHandler({ readModel: Promise.resolve(readModel) } as Any),
    'createHandler: readModel is a promise, and has to be a read model, such as await portalReadModel(payload).',
  ],
  [
    'another coding',
    () => createHandler({ readModel, compression: ['zip'] } as Any),
    "createHandler: compression[0] is \"zip\", and has to be 'br' or 'gzip'.",
  ],
  [
    'a path that is none',
    () => createHandler({ readModel, paths: { 'news-posts': 'a?b' } } as Any),
    `createHandler: paths['news-posts'] is "a?b", and has to be ${SEGMENT}.`,
  ],
  [
    'a description of another config',
    () => descriptionHandler({ at: '/a', config: payload.config }),
    'descriptionHandler: config is {"custom":{}}, and has to be a Payload config (not a promise) with portalContent() among its plugins.',
  ],
  [
    'a description with a misspelt option',
    () => openApiDocument({ titel: 'α' } as Any),
    'openApiDocument: the options name "titel", and there is no such option. There are: lists, prefixes, paths, records, url, title.',
  ],
  [
    'a Next config that is a function',
    () => withPortal((async () => ({})) as Any),
    'withPortal: config is a function, and has to be an object. Call a function that makes one, and await it, before withPortal().',
  ],
  [
    'a promise of a Next config',
    () => withPortal(Promise.resolve({}) as Any),
    'withPortal: config is a promise, and has to be an object. ',
  ],
  [
    'a prefix outside of the base path',
    () => withPortal({ basePath: '/base' }, { prefixes: ['/el/api/v1'] }),
    `withPortal: the prefix "/el/api/v1" has to begin with the basePath "/base". Prefixes are as clients see them: say prefixes: ['/base/el/api/v1'] here and in portalContent().`,
  ],
  [
    'routes of nothing',
    () => portalRoutes(undefined as Any),
    "portalRoutes: what it is given is undefined, and has to be the default export of a Payload config: import config from '@payload-config'.",
  ],
  [
    'Greek with a misspelt option',
    () => greek({ falback: true } as Any),
    'greek: the options name "falback", and there is no such option. There are: fallback.',
  ],
  [
    'checks of no address',
    () => startChecks(payload as Any, { site: 'portal.example', links: true }),
    `startChecks: site is "portal.example", and has to be ${ADDRESS}.`,
  ],
])('%s: refused', (_, call, message) => {
  expect(call).toThrow(message);
});

it('routes of a config without the plugin fail at each request, and say why', async () => {
  const { GET } = portalRoutes(Promise.resolve({ collections: [] }) as Any);
  await expect(GET(new Request('https://content.portal.example/el/api/v1/news-posts/'))).rejects.toThrow(
    'portalContent() is not among the plugins of this Payload config.',
  );
});
