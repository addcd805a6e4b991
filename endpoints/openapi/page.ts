import { escapeUTF8 as escaped } from 'entities';
import { type ListPaths, listPath } from '../http/paths.ts';
import { jsonSchemaOf } from '../lists/definition/schemas.ts';
import type { List } from '../lists/index.ts';
import { typeInWords, type Words } from './openApiDocument.ts';

/** The style of the page. The Content Security Policy has its hash. It loads no fonts or images. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566172; --line: #d5dbe3; --tint: #f3f6f9; --link: #0b57a4; --page: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf0; --soft: #a5b0bf; --line: #364050; --tint: #1d2530; --link: #8cc2ff; --page: #141a22 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2rem) }
header { padding-bottom: 0 }
main { padding-top: 0; padding-bottom: 4rem }
h1 { margin: 1rem 0 .25rem; font-size: clamp(1.6rem, 5vw, 2.2rem); line-height: 1.2 }
h2 { margin: 0 0 .5rem; font-size: 1.3rem; line-height: 1.3 }
h3 { margin: 1.25rem 0 .35rem; font-size: 1rem }
p, ul { margin: .5rem 0 }
a { color: var(--link) }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
code, pre { font: .9em/1.5 ui-monospace, monospace }
code { overflow-wrap: anywhere }
pre { margin: .35rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--tint); border: 1px solid var(--line); border-radius: .4rem }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: 0; list-style: none }
nav a { display: inline-block; padding: .35rem 0 }
section { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
caption { padding: .5rem 0 .25rem; text-align: left; font-weight: 600 }
thead th { color: var(--soft); font-weight: 600 }
tbody th { font-weight: 400 }
.keys { table-layout: fixed }
.keys th:first-child { width: 46% }
.status th:first-child { width: 4.5rem }
`;

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
