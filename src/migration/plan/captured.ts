import { unsharedOf } from '../../../endpoints/lists/definition/codec.ts';
import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import type { Embed, Kind, List, NewDocument } from '../../../endpoints/lists/index.ts';
import {
  createReadModel,
  digestOf,
  type PortalSettings,
  type ReadModel,
} from '../../../endpoints/read-model/index.ts';
import { type Capture, type CapturedResponse, defaultResponse } from '../../capture/folder.ts';
import { captureName, NoCapture, sha256Of } from '../../capture/manifest.ts';
import { answersRecords } from '../../capture/otherRequests.ts';
import { type BodyRow, bodyRows, type Comparison, compareRows, isSame } from '../discover/comparison.ts';
import { looseElement, type ReadList, type RefusedElement, readList } from '../discover/contents.ts';
import {
  type Discovery,
  discoverSettings,
  type FoundSettings,
  orderUnder,
  settledSettings,
} from '../discover/discoverSettings.ts';
import { type LinkedDocument, rankLinks } from '../discover/linkRanks.ts';
import { documentRows } from '../discover/linkRows.ts';

/** A document that the capture says there is. */
export interface CapturedDocument {
  /** Its name within the plan; references of other captured documents use it. */
  id: string;
  kind: Kind;
  /** References in it are ids of the plan. */
  document: NewDocument;
  /** Stands in its own list, not only in elements of others. */
  listed: boolean;
  /** The element it was found in: its own, or the first one that embeds it. */
  origin: { file: string; index: number };
  /** SHA-256 of the element's bytes; for a document without an element of its own, that of `shared`. */
  digest: string;
  /** SHA-256 of what another element shows of it when it embeds it. */
  shared: string;
}

/** What became of a list of the capture; one that was not asked for is passed over. */
export type ListState = 'read' | 'absent' | 'passed over';

/** A response of a capture, without its body. */
interface NamedResponse extends Pick<CapturedResponse, 'file' | 'list' | 'ordering'> {
  /** How many elements it has. */
  count: number;
  /** Of its body. */
  sha256: string;
}

/** Everything that a capture says. */
export interface Captured extends Discovery {
  capture: Omit<Capture, 'responses'> & { responses: NamedResponse[] };
  lists: readonly List[];
  states: Record<string, ListState>;
  /** By plan id: lists in their order, each in its default order, then what is only embedded. */
  documents: Map<string, CapturedDocument>;
  refused: RefusedElement[];
}

/** The same, with the responses that it has to give again. */
export interface ReadCapture extends Captured {
  expected: ExpectedResponse[];
}

/** A captured response of a list. */
interface ExpectedResponse {
  list: List;
  response: CapturedResponse;
  /** The places of elements that were refused. */
  refused: ReadonlySet<number>;
}

/** What can be made of a capture. */
export interface ReadOptions {
  /** Makes documents of images; without them, the documents that show them keep their addresses. @default true */
  images?: boolean;
  /** The keys of the lists that are asked for. @default all */
  only?: readonly string[];
}

/**
 * Reads a capture to the end and says what it holds: documents, the elements that are refused, and the settings that explain
 * its orders. No database is involved.
 */
export function readCaptured(
  capture: Capture,
  lists: readonly List[],
  { images = true, only }: ReadOptions = {},
): ReadCapture {
  const read = lists.map((list) => readList(capture, list));
  const discovery = discoverSettings(read);
  const { settings } = discovery;
  addRecords(settings, capture);
  const documents = new Map<string, CapturedDocument>();
  const embedded = new Map<string, CapturedDocument>();
  const embed = (origin: Origin) => (kind: Kind, document: NewDocument) => {
    if (kind === MEDIA && !images) return null;
    const list = lists.find(({ key }) => key === kind);
    if (!list && kind !== MEDIA)
      throw new NoCapture(
        `${origin.file} embeds elements of ${kind}, which is none of the lists that are captured: ${lists.map(({ key }) => key).join(', ')}.`,
      );
    const planned = capturedDocument(kind, document, { list, listed: false, origin });
    if (!embedded.has(planned.id)) embedded.set(planned.id, planned);
    return planned.id;
  };
  for (const each of read) addListed(each, settings, embed, documents);
  for (const [id, planned] of embedded) if (!documents.has(id)) documents.set(id, planned);
  return {
    capture: {
      ...capture,
      responses: capture.responses.map(({ body, file, list, ordering, slices }) => ({
        ...{ file, list, ordering },
        count: slices.length,
        sha256: sha256Of(body),
      })),
    },
    lists,
    states: Object.fromEntries(
      read.map(({ list, standard }) => [
        list.key,
        (only?.includes(list.key) ?? true) ? (standard ? 'read' : 'absent') : 'passed over',
      ]),
    ),
    documents,
    refused: read.flatMap(({ refused }) => refused),
    ...discovery,
    // Without the elements, which take as much memory as the documents.
    expected: read.flatMap(expectedOf),
  };
}

function expectedOf({ list, standard, ordered }: ReadList): ExpectedResponse[] {
  return (standard ? [standard, ...ordered] : []).map(({ response, rows }) => ({
    list,
    response,
    refused: new Set([...rows.keys()].filter((index) => rows[index] === undefined)),
  }));
}

/** Adds whether the source has answered records of each list, as far as it was asked. */
function addRecords({ lists }: FoundSettings, capture: Capture): void {
  const { manifest } = capture;
  if (!manifest) return;
  for (const [key, found] of Object.entries(lists)) {
    const file = captureName(defaultResponse(capture, key)?.file ?? '')?.list;
    const records = file === undefined ? undefined : answersRecords(manifest, file);
    if (records !== undefined) found.records = records;
  }
}

type Origin = CapturedDocument['origin'];

function addListed(
  { list, standard, ordered }: ReadList,
  settings: FoundSettings,
  embed: (origin: Origin) => Embed,
  documents: Map<string, CapturedDocument>,
): void {
  if (!standard) return;
  const found = settings.lists[list.key];
  const own: LinkedDocument[] = [];
  for (const { content, position } of documentRows(standard, found?.defaultRepeats ?? false)) {
    const origin = { file: standard.response.file, index: position };
    const document = { ...list.decode(content.element, embed(origin)), position };
    const planned = capturedDocument(list.key, document, { list, listed: true, origin });
    // The same element twice is two documents; what embeds that element means the first.
    for (let copy = 2; documents.has(planned.id); copy++) planned.id = `${planned.id.split('#')[0]}#${copy}`;
    planned.digest = content.digest;
    documents.set(planned.id, planned);
    own.push({ planned, content });
  }
  // What was asked for by links tells their order for sure; of the default list that is only found out.
  rankLinks(list, own, [...ordered, standard], found);
}

/** @param unshared what the elements of other documents don't show of it */
function sharedDigest(document: NewDocument, unshared: object = {}): string {
  const shown = { ...document, position: null, listed: false, ...unshared };
  return digestOf(JSON.stringify(Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The plan id of the image with this address. */
export function imageId(url: unknown): string {
  return `${MEDIA}:0:${sharedDigest({ api_id: 0, position: null, url })}`;
}

/** @param list the one of its kind, unless it is an image */
function capturedDocument(
  kind: Kind,
  document: NewDocument,
  { list, listed, origin }: { list: List | undefined; listed: boolean; origin: Origin },
): CapturedDocument {
  const shared = sharedDigest(document, list && unsharedOf(list));
  return {
    id: `${kind}:${document.api_id}:${shared}`,
    kind,
    document,
    listed,
    origin,
    digest: shared,
    shared,
  };
}

/** A captured response that the captured documents do not give again. */
export interface NotReproduced {
  file: string;
  list: string;
  comparison: Comparison;
  /** The ids of the elements that stand in another order. */
  moved: unknown[];
}

/**
 * Serves what a capture says from memory, one list at a time, and compares it with every captured response up to ties. Refused
 * elements are missing of course, and not counted.
 */
export async function verifyCaptured(captured: ReadCapture): Promise<NotReproduced[]> {
  const settings = settledSettings(captured.lists, captured.settings);
  const failures: NotReproduced[] = [];
  for (const list of captured.lists) {
    const expected = captured.expected.filter((each) => each.list === list);
    if (expected.length === 0) continue;
    const readModel = createReadModel({ lists: [list] });
    const documents = captured.documents.values();
    const changes = Array.from(documents, ({ id, kind, document, listed }) => ({
      ...{ kind, id },
      document: { ...document, id, listed },
    }));
    await readModel.replace([[{ settings }], changes]);
    for (const each of expected) {
      const { comparison, rows } = await compared(readModel, each, settings);
      if (isSame(comparison)) continue;
      const places = comparison.moved.flatMap(({ start, end }) => rows.slice(start, end));
      const moved = places.map(({ bytes }) => looseElement(bytes.toString()).id);
      failures.push({ file: each.response.file, list: list.key, comparison, moved });
    }
  }
  return failures;
}

async function compared(
  readModel: ReadModel,
  { list, response, refused }: ExpectedResponse,
  settings: PortalSettings,
): Promise<{ comparison: Comparison; rows: BodyRow[] }> {
  const served = await readModel.response(list.key, response.ordering);
  if (!served) throw new Error(`The read model has no list ${list.key}.`);
  const rows = bodyRows(response.body).filter((_, index) => !refused.has(index));
  const order = orderUnder(settings, list, response.ordering);
  return { comparison: compareRows(list, order, rows, bodyRows(served.body)), rows };
}
