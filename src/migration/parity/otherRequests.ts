import type { List } from '../../../endpoints/lists/index.ts';
import type { ElementOrder } from '../../../endpoints/read-model/index.ts';
import { type Capture, type CapturedResponse, defaultResponse } from '../source/folder.ts';
import type { ManifestRecord } from '../source/manifest.ts';
import { answersRecords, isWithoutLanguage } from '../source/otherRequests.ts';
import { bodyDifferences, headerDifferences } from './differences.ts';
import { type PortalLists, sourceList } from './portalLists.ts';
import type { BodyDifference, HeaderDifference, ResponseParity } from './report.ts';
import { type Comparing, compared, judged, nothingYet } from './responses.ts';
import type { RecordAnswer, Side } from './sides.ts';

/** What a capture has besides the lists: the records of a list, or its default response as it is without a language. */
export type OtherRequest = { list: List; path: string } & (
  | { records: readonly ManifestRecord[] }
  | { captured: CapturedResponse }
);

/**
 * What else was captured, as far as the legacy system has it. By what it does not have no client goes, so the new system may
 * have it.
 */
export function otherRequestsOf(capture: Capture, portal: PortalLists): OtherRequest[] {
  const { manifest } = capture;
  if (!manifest) return [];
  return portal.lists.flatMap((list): OtherRequest[] => {
    const { file, path } = sourceList(list, [], portal);
    const records = (manifest.records ?? []).filter((each) => each.list === file);
    const captured = defaultResponse(capture, list.key);
    const bare = new URL(manifest.withoutLanguage?.from ?? manifest.from).pathname;
    return [
      ...(answersRecords(manifest, file) ? [{ list, path: `${path}/ID/`, records }] : []),
      ...(captured && isWithoutLanguage(manifest) ? [{ list, path: `${bare}${path}/`, captured }] : []),
    ];
  });
}

/** Asks a side for one of these, and compares what comes; undefined if a folder does not say it. */
export async function compareOther(
  request: OtherRequest,
  side: Side,
  order: ElementOrder,
  comparing: Comparing,
): Promise<ResponseParity | undefined> {
  const { list, path } = request;
  if ('records' in request) return compareRecords({ ...request, order }, side, comparing);
  const answer = await side.askWithoutLanguage(list);
  return answer && { ...compared(list, order, request.captured, answer, comparing), path };
}

interface RecordsRequest {
  list: List;
  path: string;
  records: readonly ManifestRecord[];
  order: ElementOrder;
}

async function compareRecords(
  request: RecordsRequest,
  side: Side,
  { excuse = () => undefined }: Comparing,
): Promise<ResponseParity | undefined> {
  const { list, path, records } = request;
  const nothing = nothingYet({ list: list.key, ordering: undefined, file: path });
  const response: ResponseParity = { ...nothing, path, status: 200 };
  for (const record of records) {
    const answer = await side.askRecord(list, record.id, record.slash);
    if (!answer) return undefined;
    response.url ||= answer.place;
    if (answer.is === 'silent') return { ...nothing, path, url: answer.place, reason: answer.reason };
    response.headers.push(...headersOfRecord(record, answer, response.headers));
    response.differences.push(...differencesOfRecord(record, answer, request));
  }
  const excused = <T extends BodyDifference | HeaderDifference>(difference: T): T => {
    const known = difference.known ?? excuse(response, difference);
    return known === undefined ? difference : { ...difference, known };
  };
  response.headers = response.headers.map(excused);
  response.differences = response.differences.map(excused);
  return { ...response, verdict: judged([...response.headers, ...response.differences], true) };
}

type Said = Extract<RecordAnswer, { is: 'answer' }>;

function headersOfRecord(
  { status, headers, body }: ManifestRecord,
  answer: Said,
  known: readonly HeaderDifference[],
): HeaderDifference[] {
  // Those of a page that says that there is nothing are no client's concern.
  if (status !== answer.status || body === undefined || !answer.headers) return [];
  return headerDifferences(headers, answer.headers).filter(
    ({ name, actual }) => !known.some((each) => each.name === name && each.actual === actual),
  );
}

const OWN_WORDS = 'the text for a record that there is not has the names of the legacy program';

function differencesOfRecord(
  record: ManifestRecord,
  answer: Said,
  { list, order }: RecordsRequest,
): BodyDifference[] {
  const { id, slash, status, body } = record;
  const where = `${id}${slash ? '/' : ' without its slash'}`;
  const [before, now] = [`${status}${placeOf(record)}`, `${answer.status}${placeOf(answer)}`];
  if (before !== now) return [{ ...otherBytes(`The answer to ${where} is another`, before, now), offset: 0 }];
  if (body === undefined || body === answer.body) return [];
  if (status !== 200)
    return [{ ...otherBytes(`The answer to ${where}`, body, answer.body ?? ''), known: OWN_WORDS }];
  const array = (text = '') => Buffer.from(`[${text}]`);
  return bodyDifferences(list, order, array(body), array(answer.body));
}

function otherBytes(reason: string, legacy: string, current: string) {
  return { kind: 'bytes', offset: 0, reason, legacy, new: current } as const;
}

/** Where a redirect leads to, from the list on: the two systems may stand at other paths. */
function placeOf({
  status,
  headers,
  url,
}: {
  status: number;
  headers?: ManifestRecord['headers'] | undefined;
  url: string;
}): string {
  const location = String(headers?.location ?? '');
  if (status < 301 || status > 308 || !URL.canParse(location, url)) return '';
  return ` to …/${new URL(location, url).pathname.split('/').slice(-3).join('/')}`;
}
