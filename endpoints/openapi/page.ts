import { escapeUTF8 as escaped } from 'entities';
import { type ListPaths, listPath } from '../http/paths.ts';
import { jsonSchemaOf } from '../lists/definition/jsonSchema.ts';
import type { List } from '../lists/index.ts';
import { STYLE } from './style.ts';
import { typeInWords, type Words } from './typeInWords.ts';

interface PageOptions {
  lists: readonly List[];
  prefixes: readonly string[];
  paths: ListPaths;
  /** Whether records are described. */
  records: boolean;
  title: string;
  description: string;
  /** The address of the OpenAPI document. */
  document: string;
  /** The address of the admin. */
  admin: string | undefined;
}

/** A placeholder for the server's address. */
const ORIGIN = '\0';

const STATUSES = [
  ['200', 'The whole list. One without elements is <code>[]</code>.'],
  ['301', 'The path has no slash at its end: the same address with it.'],
  ['304', 'Nothing has changed since the <code>ETag</code> that <code>If-None-Match</code> names.'],
  ['404', 'There is no such address, no element with that <code>id</code>, or no such <code>format</code>.'],
  ['405', 'The method is none of <code>GET</code>, <code>HEAD</code> and <code>OPTIONS</code>.'],
  ['500', 'A fault of the server.'],
  ['503', 'Not loaded yet, or too busy: ask again after <code>Retry-After</code> seconds.'],
] as const;

/**
 * The reference page in HTML. It is rendered once; the result inserts the origin of a request, such as
 * `https://content.portal.example`.
 */
export function page(options: PageOptions): (origin: string) => string {
  const { lists, document, admin } = options;
  const title = escaped(options.title);
  const links = [
    ...lists.map(({ key, name }) => link(`#${key}`, escaped(name))),
    link('#requests', 'Requests'),
    link(document, 'OpenAPI document'),
    ...(admin === undefined ? [] : [link(admin, 'Administration')]),
  ];
  const parts = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><header><h1>${title}</h1>
<p>${escaped(options.description)}</p>
<nav aria-label="Contents"><ul>${links.map((each) => `<li>${each}</li>`).join('')}</ul></nav></header>
<main>${lists.map((list) => section(list, options)).join('')}
<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
<p><code>ordering</code> takes keys of the list, separated by commas, with <code>-</code> for descending. <code>null</code>
comes last, descending first. Other names are left aside; without any the list has the portal’s own order.
<code>format=api</code> and <code>format=json</code> change nothing.</p>
${table('status', 'Statuses', ['Status', 'Meaning'], STATUSES)}
<p>An error says why in JSON, such as <code>{"detail":"Not found."}</code>.</p>
</section></main></body></html>
`.split(ORIGIN);
  return (origin) => parts.join(escaped(origin));
}

function section(list: List, { lists, prefixes, paths, records }: PageOptions): string {
  const { key, name, orderable, documentedOrderings, defaultOrdering } = list;
  const addresses = prefixes.map((prefix) => listPath(list, { prefix, paths }));
  const ordering = documentedOrderings[0] ?? (orderable.length > 0 ? `-${orderable[0]}` : undefined);
  const commands = ['', ...(ordering === undefined ? [] : [`?ordering=${encodeURIComponent(ordering)}`])];
  const record = records
    ? '<p>One element, where the portal serves records: the same address with its <code>id</code>, as in <code>…/7/</code>.</p>'
    : '';
  const own = 'the portal’s settings name another';
  return `
<section aria-labelledby="${escaped(key)}"><h2 id="${escaped(key)}">${escaped(name)}</h2>
<p>${addresses.map((path) => link(path, code(decodeURI(path)))).join('<br>')}</p>
${record}
${table('keys', 'Keys of an element, in this order', ['Key', 'Value'], rowsOf(list, lists))}
<h3>Orderings</h3>
<ul><li>Keys: ${orderable.map(code).join(', ') || 'none'}</li>
${documentedOrderings.length > 0 ? `<li>Always ready: ${documentedOrderings.map(code).join(', ')}</li>` : ''}
${defaultOrdering === '' ? '' : `<li>Without <code>ordering</code>: ${code(defaultOrdering)}, unless ${own}</li>`}</ul>
<h3>Examples</h3>
<pre tabindex="0" aria-label="Commands">${commands.map((query) => `curl '${ORIGIN}${escaped(addresses[0] ?? '')}${query}'`).join('\n')}</pre>
</section>`;
}

/** The rows of the table of keys. */
function rowsOf(list: List, lists: readonly List[]): [string, string][] {
  const refer = (schema: unknown) => lists.find(({ element }) => element === schema)?.key;
  const { properties = {} } = jsonSchemaOf(list, { refer });
  return Object.entries(properties).map(([key, schema]) => [
    code(key),
    html(typeInWords(Object(schema)), lists),
  ]);
}

function html(words: Words, lists: readonly List[]): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return escaped(word);
      if ('key' in word) return code(word.key);
      const { name = '' } = lists.find(({ key }) => key === word.reference) ?? {};
      return `element of ${link(`#${word.reference}`, escaped(name))}`;
    })
    .join('');
}

function table(
  kind: string,
  caption: string,
  head: readonly string[],
  rows: readonly (readonly [string, string])[],
): string {
  const names = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
    .join('\n');
  return `<table class="${kind}"><caption>${caption}</caption><thead><tr>${names}</tr></thead>
<tbody>${body}</tbody></table>`;
}

function link(to: string, content: string): string {
  return `<a href="${escaped(to)}">${content}</a>`;
}

/** Allows line breaks after underscores in long names. */
function code(text: string): string {
  return `<code>${escaped(text).replaceAll('_', '_<wbr>')}</code>`;
}
