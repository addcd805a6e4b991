import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { elementTexts } from '../endpoints/support/capture.ts';

/**
 * The contract as requests and complete responses, for an imported copy of the captured portal. Expectations are written
 * here or captured, and never come from the project's code.
 */
export interface ContractRow {
  claim: string;
  ask: { method: string; target: string; headers?: Record<string, string>; body?: string };
  /** Headers except `Date`, `Connection` and `Keep-Alive`. {@link ETAG} stands for any strong tag. */
  seen: { status: number; headers: Record<string, string>; body: string };
}

type Seen = ContractRow['seen'];
type Json = Record<string, unknown>;

export const API = '/el/api/v1';

/** Stands for an entity tag whose value is not part of the contract. */
export const ETAG = '"…"';

/** The headers that all lists have in common. */
const THREE = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };

/** The name of each list in responses to OPTIONS. */
export const LISTS = {
  'featured-sections': 'Featured Section List',
  'service-groups': 'Service Group List',
  'news-posts': 'News Post List',
  'news-categories': 'News Category List',
  'service-useful-links': 'Service Useful Link List',
};
const NAMES = Object.keys(LISTS);

const GREEK = new Intl.Collator('el');

const POST = [
  ...[
    'confirmed_translation',
    'title',
    'excerpt',
    'slug',
    'active',
    'featured_post',
    'post_image',
    'post_thumbnail',
  ],
  ...['created_timestamp', 'modified_timestamp', 'content', 'author'],
];

/** The keys of each list's elements, in this order. */
export const KEYS: Record<string, readonly string[]> = {
  'featured-sections': [
    ...['id', 'selected', 'section_two_links', 'active', 'section_one_title', 'section_one_text'],
    ...['section_two_title', 'section_three_text', 'featured_image'],
  ],
  'service-groups': [
    'id',
    'selected',
    'order',
    'title',
    'slug',
    'url',
    'description',
    'confirmed_translation',
  ],
  'news-posts': ['id', 'selected', 'category', 'related', 'files', ...POST],
  'news-categories': ['id', 'selected', 'title', 'slug'],
  'service-useful-links': [
    ...['id', 'selected', 'slug', 'url', 'description', 'confirmed_translation', 'title', 'service'],
  ],
};

/** Keys that an ordering ignores. */
const NOT_ORDERABLE = ['category', 'related', 'files'];

const captured = (name: string) =>
  readFileSync(new URL(`../fixtures/legacy-capture/${name}.json`, import.meta.url), 'utf8');

const list = (body: string): Seen => withBody(200, { ...THREE, ETag: ETAG }, body);
const unknownPath = withBody(404, { 'Content-Type': 'application/json' }, '{"detail":"Not found."}');
const unknownFormat = withBody(404, THREE, '{"detail":"Not found."}');
const notAllowed = (method: string) =>
  withBody(405, THREE, `{"detail":"Method \\"${method}\\" not allowed."}`);
const description = (name: string) =>
  withBody(200, THREE, `{"name":"${name}","description":"","renders":["application/json"],"parses":[]}`);
const redirect = (location: string): Seen => withBody(301, { Location: location }, '');

function withBody(status: number, headers: Record<string, string>, body: string): Seen {
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

const get = (claim: string, target: string, seen: Seen, headers?: Record<string, string>): ContractRow => ({
  claim,
  ask: { method: 'GET', target: API + target, ...(headers && { headers }) },
  seen,
});

const defaults: ContractRow[] = NAMES.flatMap((name) =>
  ['', '?format=api', '?format=json', '?format='].map((query) =>
    get(`${name}${query}`, `/${name}/${query}`, list(captured(name))),
  ),
);

/** Lists, values of `ordering`, and the expected bodies. */
const orderings: [string, string, string][] = [
  ...[
    '',
    ' ',
    ',,',
    '-',
    'TITLE',
    'title__x',
    '--title',
    '- title',
    'unknown,-gone',
    'api_id',
    'position',
  ].map((ordering): [string, string, string] => [
    'service-useful-links',
    ordering,
    captured('service-useful-links'),
  ]),
  ...['title', '-title'].map((ordering): [string, string, string] => [
    'service-useful-links',
    ordering,
    sorted('service-useful-links', ordering),
  ]),
  ['service-useful-links', 'unknown,api_id,-title', sorted('service-useful-links', '-title')],
  ['service-useful-links', ' service , -id ', sorted('service-useful-links', 'service,-id')],
  ['service-useful-links', '-service,id', sorted('service-useful-links', '-service,id')],
  ['service-useful-links', 'url,-slug', sorted('service-useful-links', 'url,-slug')],
  [
    'service-useful-links',
    'confirmed_translation,-title',
    sorted('service-useful-links', 'confirmed_translation,-title'),
  ],
  ['service-groups', '-order,title', sorted('service-groups', '-order,title')],
  ['service-groups', '-description', sorted('service-groups', '-description')],
  ['news-categories', '-id', sorted('news-categories', '-id')],
  ['news-posts', 'modified_timestamp', sorted('news-posts', 'modified_timestamp')],
  ['news-posts', '-author,created_timestamp', sorted('news-posts', '-author,created_timestamp')],
  ['news-posts', 'related', captured('news-posts')],
  ['news-posts', '-category,files', captured('news-posts')],
  ['featured-sections', '-section_two_links', captured('featured-sections.ordering=-section_two_links')],
  [
    'featured-sections',
    'unknown, -section_two_links',
    captured('featured-sections.ordering=-section_two_links'),
  ],
  ['featured-sections', '-section_one_title', sorted('featured-sections', '-section_one_title')],
];

const byKey: ContractRow[] = Object.entries(KEYS).flatMap(([name, keys]) =>
  keys
    .filter((key) => !NOT_ORDERABLE.includes(key) && key !== 'section_two_links')
    .map((key) => get(`${name} by -${key}`, `/${name}/?ordering=-${key}`, list(sorted(name, `-${key}`)))),
);

const ordered: ContractRow[] = [
  ...byKey,
  ...orderings.map(([name, ordering, body]) =>
    get(
      `${name} by ${JSON.stringify(ordering)}`,
      `/${name}/?format=api&ordering=${encodeURIComponent(ordering)}`,
      list(body),
    ),
  ),
  get(
    'of two orderings the last one counts',
    '/news-categories/?ordering=id&ordering=-id',
    list(sorted('news-categories', '-id')),
  ),
  get(
    'of two orderings the last one counts, an empty one too',
    '/news-categories/?ordering=-id&ordering=',
    list(captured('news-categories')),
  ),
  get(
    'a plus is a space, a comma may be escaped',
    '/service-useful-links/?ordering=+service+%2C+-id',
    list(sorted('service-useful-links', 'service,-id')),
  ),
  get(
    'an unknown parameter is nothing',
    '/news-categories/?page=2&limit=1&search=x&Ordering=-id',
    list(captured('news-categories')),
  ),
];

const anyHeaders: Record<string, string>[] = [
  ...['*/*', 'text/html', 'application/xml', 'application/json;q=0', 'nonsense'].map((Accept) => ({
    Accept,
  })),
  { 'Accept-Encoding': 'br, gzip' },
  { 'Accept-Language': 'en', 'Accept-Charset': 'iso-8859-7' },
];
const accepting: ContractRow[] = anyHeaders.map((headers) =>
  get(
    `the same whatever ${JSON.stringify(headers)}`,
    '/news-categories/',
    list(captured('news-categories')),
    { ...headers },
  ),
);

const paths: ContractRow[] = [
  ...NAMES.map((name) => get(`${name} without its slash`, `/${name}`, redirect(`${API}/${name}/`))),
  get(
    'a redirect keeps the query',
    '/service-useful-links?ordering=-title&format=api&x=%2F%CE%B1',
    redirect(`${API}/service-useful-links/?ordering=-title&format=api&x=%2F%CE%B1`),
  ),
  ...['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) =>
    asking(method, get('', '/news-posts?a=b', redirect(`${API}/news-posts/?a=b`))),
  ),
  ...[
    '/',
    '',
    '/unknown/',
    '/unknown',
    '/news-posts/1/',
    '/News-Posts/',
    '/news-posts/.json',
    '/?ordering=title',
  ].flatMap((path) => ['GET', 'POST', 'OPTIONS'].map((method) => asking(method, get('', path, unknownPath)))),
];

function asking(method: string, { ask, seen }: ContractRow): ContractRow {
  return { claim: `${method} ${ask.target}`, ask: { ...ask, method }, seen };
}

/** CONNECT asks for a tunnel and not for a path. */
const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

const methods: ContractRow[] = [
  ...OTHERS.map((method) =>
    asking(method, get('', '/news-posts/?format=json&ordering=id', notAllowed(method))),
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method): ContractRow => {
    const ask = { method, target: `${API}/service-groups/`, body: 'α'.repeat(100_000) };
    return { claim: `${method} with a body`, ask, seen: notAllowed(method) };
  }),
  ...Object.entries(LISTS).map(([name, title]) =>
    asking('OPTIONS', get('', `/${name}/?format=api`, description(title))),
  ),
  ...['xml', 'API', 'html', 'csv&format=csv', 'api&format=xml'].flatMap((format) =>
    ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND'].map((method) =>
      asking(method, get('', `/news-posts/?ordering=id&format=${format}`, unknownFormat)),
    ),
  ),
];

const gets = [...defaults, ...accepting, ...paths].filter(({ ask }) => ask.method === 'GET');

/** HEAD is GET without the body (RFC 9110, 9.3.2). */
const heads: ContractRow[] = gets.map(({ claim, ask, seen }) => ({
  claim: `HEAD: ${claim}`,
  ask: { ...ask, method: 'HEAD' },
  seen,
}));

/** All rows. For HEAD, only the body is left out. */
export const contractRows: readonly ContractRow[] = [
  ...defaults,
  ...ordered,
  ...accepting,
  ...paths,
  ...methods,
  ...heads,
].map((row) => (row.ask.method === 'HEAD' ? { ...row, seen: { ...row.seen, body: '' } } : row));

/** The name of each list's model, as messages and schemas have it: `NewsPost`. */
export const MODELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LISTS).map(([name, title]) => [name, title.replace(/ List$/, '').replaceAll(' ', '')]),
);

/** One record by its id, where the settings have it on. All rows. */
export const recordRows: readonly ContractRow[] = NAMES.flatMap((name) => {
  const elements = elementTexts(captured(name));
  const last = JSON.parse(elements.at(-1) ?? '').id;
  // Of several elements with one id the first one counts.
  const element = elements.find((each) => JSON.parse(each).id === last) ?? '';
  const detail = (text: string) => withBody(404, THREE, `{"detail":"${text}"}`);
  const rows = [
    get(`a record of ${name}`, `/${name}/${last}/`, list(element)),
    get(`a record of ${name}, with a query`, `/${name}/00${last}/?format=json&ordering=-id`, list(element)),
    get(
      `no record of ${name}`,
      `/${name}/2147483647/`,
      detail(`No ${MODELS[name]} matches the given query.`),
    ),
    get(`no id of ${name}`, `/${name}/5x/`, detail('Not found.')),
    get(`no format of a record of ${name}`, `/${name}/${last}/?format=xml`, unknownFormat),
    get(
      `a record of ${name} without its slash`,
      `/${name}/${last}?a=b`,
      redirect(`${API}/${name}/${last}/?a=b`),
    ),
  ];
  return [
    ...rows,
    ...rows.map((row) => {
      const { claim, ask, seen } = asking('HEAD', row);
      return { claim, ask, seen: { ...seen, body: '' } };
    }),
    asking('POST', get('', `/${name}/${last}/`, notAllowed('POST'))),
    asking(
      'OPTIONS',
      get(
        '',
        `/${name}/${last}/`,
        description(LISTS[name as keyof typeof LISTS].replace('List', 'Instance')),
      ),
    ),
  ];
});

/** The captured default list in another order. Equal elements keep the imported order, in both directions. */
function sorted(name: string, ordering: string): string {
  const elements = JSON.parse(captured(name)) as Json[];
  const terms = ordering.split(',');
  elements.sort((a, b) => {
    for (const term of terms) {
      const key = term.replace('-', '');
      const difference = compare(key, a[key], b[key]);
      if (difference !== 0) return term === key ? difference : -difference;
    }
    return 0;
  });
  return JSON.stringify(elements).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** null is last. Text is compared by Greek collation, then by code point; timestamps by time. */
function compare(key: string, a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  if (key.endsWith('_timestamp')) return instant(a) < instant(b) ? -1 : Number(instant(a) > instant(b));
  return GREEK.compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A timestamp that sorts as text. */
function instant(text: string): string {
  return text.replace('Z', text.includes('.') ? '' : '.').padEnd(30, '0');
}
