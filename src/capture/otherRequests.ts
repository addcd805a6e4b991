import { parsedJson } from '../../endpoints/lists/definition/json.ts';
import { Failure } from '../system/outbound.ts';
import { listUrl, type SourceList } from './address.ts';
import { elementSlices } from './elementSlices.ts';
import type { Answer, HttpClient } from './HttpClient.ts';
import { captureFile, type Manifest, type ManifestOrigin, type ManifestRecord } from './manifest.ts';

/** The highest integer of a usual column of ids: no record is expected to have it. */
const NO_ID = 2 ** 31 - 1;

/** A site that nobody has named. */
const MADE_UP = 'https://other-site.example';

type OtherAnswers = Pick<Manifest, 'records' | 'withoutLanguage' | 'origins' | 'notAsked'>;

export interface OtherRequests {
  /** Where the lists stand, without a slash at the end. */
  base: string;
  lists: readonly SourceList[];
  client: HttpClient;
  /** The sites whose pages read the lists in browsers. */
  origins: readonly string[];
  /** The default body of a list, by the name of its file. */
  bodyOf(file: string): Promise<Buffer>;
  onAsk(what: string): void;
}

/**
 * Asks for three records of each list, with and without the last slash, for one that there is not, for each list without a
 * language, and for one list as browsers do for other sites. A request that fails ends it, and its reason is kept: the lists
 * have been captured all the same.
 */
export async function askOtherRequests(options: OtherRequests): Promise<OtherAnswers> {
  const { base, lists, client, origins: named, bodyOf, onAsk } = options;
  const origins: ManifestOrigin[] = [];
  const records: ManifestRecord[] = [];
  const bare = withoutLanguage(base);
  const withoutLanguages: NonNullable<Manifest['withoutLanguage']> = { from: `${bare}/`, lists: [] };
  const answers: OtherAnswers = {
    records,
    origins,
    ...(bare !== undefined && { withoutLanguage: withoutLanguages }),
  };
  try {
    for (const list of lists) {
      const body = await bodyOf(captureFile(list.file));
      const ids = idsIn(body);
      const asked = ids.flatMap((id) => [
        { id, slash: true },
        { id, slash: false },
      ]);
      if (ids.length > 0) asked.push({ id: NO_ID, slash: true });
      for (const { id, slash } of asked) {
        const url = recordUrl(base, list, id, slash);
        onAsk(`${list.path}/${id}${slash ? '/' : ''}`);
        records.push({ list: list.file, id, slash, ...recordAnswer(await client.look(url)) });
      }
      if (bare === undefined) continue;
      const url = listUrl(bare, list);
      onAsk(url.pathname);
      const answer = await client.look(url);
      const location = redirectOf(answer);
      const isSame = location ? leadsTo(location, listUrl(base, list)) : isSameList(answer, body);
      withoutLanguages.lists.push({
        ...{ list: list.file, status: answer.status, isSame },
        ...(location && { location }),
      });
    }
    const [list] = lists;
    if (!list) return answers;
    const sites = new Set([...(named.length > 0 ? named : [new URL(base).origin]), MADE_UP]);
    for (const origin of sites) {
      onAsk(origin);
      const head = headOf(await client.look(listUrl(base, list), { origin }));
      origins.push({ list: list.file, origin, isNamed: named.includes(origin), ...head });
      // Some systems name one site, whoever asks.
      const allowed = String(head.headers['access-control-allow-origin'] ?? '*');
      if (URL.canParse(allowed)) sites.add(new URL(allowed).origin);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    answers.notAsked = error.message;
  }
  return answers;
}

/** The address of a record. */
export function recordUrl(base: string, { path }: Pick<SourceList, 'path'>, id: number, slash: boolean): URL {
  return new URL(`${base}/${encodeURIComponent(path)}/${id}${slash ? '/' : ''}`);
}

/** The address of lists without the language in its path; undefined if it has none. */
export function withoutLanguage(base: string): string | undefined {
  const { origin, pathname } = new URL(base);
  const path = pathname.replace(/\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/api(?:\/|$))/i, '');
  return path === pathname ? undefined : `${origin}${path}`;
}

/** Of the first, the middle and the last element. */
function idsIn(body: Buffer): number[] {
  const slices = elementSlices(body);
  const places = [0, Math.floor(slices.length / 2), slices.length - 1];
  const ids = places.flatMap((place) => {
    const slice = slices[place];
    const { id } = Object(slice && JSON.parse(body.toString('utf8', slice.start, slice.end))) as {
      id?: unknown;
    };
    return Number.isSafeInteger(id) && id !== NO_ID ? [id as number] : [];
  });
  return [...new Set(ids)];
}

function recordAnswer(answer: Answer): Omit<ManifestRecord, 'list' | 'id' | 'slash'> {
  const isJson = /^application\/json\b/i.test(String(answer.headers['content-type'] ?? ''));
  return { ...headOf(answer), ...(isJson && { body: answer.body.toString() }) };
}

/** What a manifest has of an answer without its body. */
export function headOf({ url, status, headers: { 'set-cookie': _, ...headers } }: Answer) {
  return { url, status, headers };
}

/** The same elements, in whatever order those that tie stand. */
export function isSameList({ status, body }: Pick<Answer, 'status' | 'body'>, expected: Buffer): boolean {
  if (status !== 200) return false;
  if (body.equals(expected)) return true;
  const elements = (list: Buffer) =>
    elementSlices(list)
      .map(({ start, end }) => list.toString('latin1', start, end))
      .sort();
  try {
    return elements(body).join('\n') === elements(expected).join('\n');
  } catch {
    return false;
  }
}

/** Where a client is sent on to. */
function redirectOf({ url, status, headers }: Answer): string | undefined {
  const location = String(headers.location ?? '');
  const isRedirect = status > 300 && status <= 308 && URL.canParse(location, url);
  return isRedirect ? new URL(location, url).href : undefined;
}

function leadsTo(location: string, list: URL): boolean {
  const { host, pathname } = new URL(location);
  return host === list.host && pathname === list.pathname;
}

/** Whether a page of a site may read an answer in browsers. */
export function allowsOrigin(origin: string, headers: ManifestOrigin['headers']): boolean {
  return ['*', origin].includes(String(headers['access-control-allow-origin']));
}

/** Whether it is known what browsers get for pages of other sites: some may read the lists, or those that were named may not. */
export function knowsOrigins({ origins = [] }: Pick<Manifest, 'origins'>): boolean {
  return origins.some(({ headers, isNamed, origin }) => isNamed || allowsOrigin(origin, headers));
}

/** Whether records of a list were answered; undefined where none was asked for. @param file the name of the list's files */
export function answersRecords({ records = [] }: Manifest, file: string): boolean | undefined {
  const asked = records.filter(({ list, id }) => list === file && id !== NO_ID);
  return asked.length === 0
    ? undefined
    : asked.some(({ id, body }) => Object(parsedJson(body ?? '')).id === id);
}

/** Whether every list was answered without a language as with it; undefined where none was asked for. */
export function isWithoutLanguage({ withoutLanguage: asked }: Manifest): boolean | undefined {
  return asked && asked.lists.length > 0 ? asked.lists.every(({ isSame }) => isSame) : undefined;
}

/** What browsers are let show to pages of other sites, in words. */
export function siteLines({ origins = [] }: Pick<Manifest, 'origins'>): string[] {
  const those = (isAllowed: boolean) =>
    origins.flatMap((each) => (allowsOrigin(each.origin, each.headers) === isAllowed ? each.origin : []));
  const [allowed, not] = [those(true), those(false)];
  if (origins.length === 0) return [];
  const credentials = origins.some(({ headers }) => 'access-control-allow-credentials' in headers);
  const said = allowed.includes(MADE_UP)
    ? `all may read the lists (CORS_ORIGINS${credentials ? ' here with the names of those that send cookies' : '=* here'})`
    : allowed.length > 0
      ? `pages of ${allowed.join(', ')} may read the lists (CORS_ORIGINS=${allowed.join(',')} here), those of ${not.join(', ')} may not`
      : `none that was tried may read the lists (${not.join(', ')}); --origin names those of a portal`;
  return [`Browsers of other sites: ${said}${credentials ? ', with cookies' : ''}.`];
}

/**
 * The path prefixes at which the lists were answered, as `PREFIXES` has them: one that leads to another is `/api/v1>/el/api/v1`. The
 * root is none that a server can have.
 */
export function prefixesIn(manifest: Manifest): string[] {
  const pathOf = (address = '') =>
    URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, '') : '';
  const own = pathOf(manifest.from);
  const bare = isWithoutLanguage(manifest) ? pathOf(manifest.withoutLanguage?.from) : '';
  const isSentOn = manifest.withoutLanguage?.lists.some(({ location }) => location !== undefined);
  return [own, isSentOn && bare !== '' ? `${bare}>${own}` : bare].filter((each) => each !== '');
}
