import { Failure } from '../system/outbound.ts';
import { listUrl, type SourceList } from './address.ts';
import { elementSlices } from './elementSlices.ts';
import type { Answer, HttpClient } from './HttpClient.ts';
import { captureFile, type Manifest, type ManifestRecord } from './manifest.ts';

/** What clients ask for besides the lists: one record by its id, and the lists without a language in their path. */

/** The highest integer of a usual column of ids: no record is expected to have it. */
const NO_ID = 2 ** 31 - 1;

type OtherAnswers = Pick<Manifest, 'records' | 'withoutLanguage' | 'notAsked'>;

export interface OtherRequests {
  /** Where the lists stand, without a slash at the end. */
  base: string;
  lists: readonly SourceList[];
  client: HttpClient;
  /** The default body of a list, by the name of its file. */
  bodyOf(file: string): Promise<Buffer>;
  onAsk(what: string): void;
}

/**
 * Asks for three records of each list, with and without the last slash, for one that there is not, and for each list without a
 * language. A request that fails ends it, and its reason is kept: the lists have been captured all the same.
 */
export async function askOtherRequests(options: OtherRequests): Promise<OtherAnswers> {
  const { base, lists, client, bodyOf, onAsk } = options;
  const records: ManifestRecord[] = [];
  const bare = withoutLanguage(base);
  const withoutLanguages: NonNullable<Manifest['withoutLanguage']> = { from: `${bare}/`, lists: [] };
  const answers: OtherAnswers = { records, ...(bare !== undefined && { withoutLanguage: withoutLanguages }) };
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
      const isSame = isSameList(answer, body) || isSentOn(answer, listUrl(base, list));
      withoutLanguages.lists.push({ list: list.file, status: answer.status, isSame });
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

function recordAnswer({ url, status, headers, body }: Answer): Omit<ManifestRecord, 'list' | 'id' | 'slash'> {
  const { 'set-cookie': _, ...kept } = headers;
  const isJson = /^application\/json\b/i.test(String(headers['content-type'] ?? ''));
  return { url, status, headers: kept, ...(isJson && { body: body.toString() }) };
}

/** The same elements, in whatever order those that tie stand. */
function isSameList({ status, body }: Answer, expected: Buffer): boolean {
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

/** Whether a client is sent on to the list with the language. */
function isSentOn({ url, status, headers }: Answer, list: URL): boolean {
  const location = String(headers.location ?? '');
  if (status < 301 || status > 308 || !URL.canParse(location, url)) return false;
  const { host, pathname } = new URL(location, url);
  return host === list.host && pathname === list.pathname;
}

/** Whether records of a list were answered; undefined where none was asked for. @param file the name of the list's files */
export function answersRecords({ records = [] }: Manifest, file: string): boolean | undefined {
  const asked = records.filter(({ list, id }) => list === file && id !== NO_ID);
  return asked.length === 0 ? undefined : asked.some(({ id, body }) => idOf(body) === id);
}

function idOf(body: string | undefined): unknown {
  try {
    return (Object(JSON.parse(body ?? '')) as { id?: unknown }).id;
  } catch {
    return undefined;
  }
}

/** Whether every list was answered without a language as with it; undefined where none was asked for. */
export function isWithoutLanguage({ withoutLanguage: asked }: Manifest): boolean | undefined {
  return asked && asked.lists.length > 0 ? asked.lists.every(({ isSame }) => isSame) : undefined;
}

/** The path prefixes at which the lists were answered. The root is none that a server can have. */
export function prefixesIn(manifest: Manifest): string[] {
  const places = [
    manifest.from,
    ...(isWithoutLanguage(manifest) ? [manifest.withoutLanguage?.from ?? ''] : []),
  ];
  const paths = places
    .filter((each) => URL.canParse(each))
    .map((each) => new URL(each).pathname.replace(/\/$/, ''));
  return paths.filter((each) => each !== '');
}
