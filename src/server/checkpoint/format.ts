import { createHash, webcrypto } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { List } from '../../../endpoints/lists/index.ts';
import type {
  PortalSettings,
  Snapshot,
  SnapshotList,
  SnapshotRow,
} from '../../../endpoints/read-model/types.ts';

/** Increase this with every change of {@link Contents}, of `PortalSettings`, or of the meaning of a row's members. */
const FORMAT = 1;

/** The content of the index: the snapshot without the bodies. */
export interface Contents {
  settings: PortalSettings;
  lists: IndexedList[];
}

interface IndexedList {
  list: string;
  /** SHA-256 of the body, which is also its file name. */
  sha256: string;
  rows: IndexedRow[];
  /** The elements of the body in order: the index of the row, and the rank of the link it was made for. */
  entries: [row: number, linkRank: Numeral | null][];
}

type IndexedRow = Pick<SnapshotRow, 'documentId' | 'apiId' | 'length' | 'digest'> & {
  position: Numeral;
  linkRanks: Numeral[];
};

/** JSON has no Infinity, so it is written as a string. */
type Numeral = number | string;

const toNumeral = (value: number): Numeral => (Number.isFinite(value) ? value : String(value));

/** SHA-256 in hexadecimal. WebCrypto computes it on another thread: 10 MB would block the event loop for about 10 ms. */
export async function hexDigest(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** A checkpoint whose lists have other keys is of another version. */
function versionOf(lists: readonly List[]): string {
  return JSON.stringify([
    FORMAT,
    ...lists.map(({ key, keys, perLink }) => [key, keys, perLink?.field ?? null]),
  ]);
}

/**
 * The text of the index, which is JSON, in pieces: as one string it would be in memory some five times. It yields to the event
 * loop after every thousand rows.
 *
 * @param digests the SHA-256 of each list's body
 */
export async function encodeIndex(
  snapshot: Snapshot,
  digests: readonly string[],
  lists: readonly List[],
): Promise<Buffer[]> {
  const hash = createHash('sha256');
  const contents: Buffer[] = [];
  const add = (text: string) => {
    const piece = Buffer.from(text);
    hash.update(piece);
    contents.push(piece);
  };
  add(`{"settings":${JSON.stringify(snapshot.settings)},"lists":[`);
  for (const [place, list] of snapshot.lists.entries()) {
    const places = new Map(
      [...new Set(list.entries.map(({ row }) => row))].map((row, index) => [row, index]),
    );
    add(`${place > 0 ? ',' : ''}{"list":${JSON.stringify(list.list)},"sha256":"${digests[place]}","rows":[`);
    await addItems(add, [...places.keys()], indexRow);
    add('],"entries":[');
    await addItems(add, list.entries, ({ row, linkRank }) => [
      places.get(row),
      linkRank === null ? null : toNumeral(linkRank),
    ]);
    add(']}');
  }
  add(']}');
  const head = `{"version":${versionOf(lists)},"sha256":"${hash.digest('hex')}","contents":`;
  return [Buffer.from(head), ...contents, Buffer.from('}')];
}

async function addItems<T>(
  add: (text: string) => void,
  items: readonly T[],
  toIndexed: (item: T) => unknown,
): Promise<void> {
  for (let from = 0; from < items.length; from += 1000) {
    const text = JSON.stringify(items.slice(from, from + 1000).map(toIndexed)).slice(1, -1);
    add(from > 0 ? `,${text}` : text);
    await nextTurn();
  }
}

function indexRow({ documentId, apiId, position, linkRanks, length, digest }: SnapshotRow): IndexedRow {
  return {
    documentId,
    apiId,
    position: toNumeral(position),
    linkRanks: linkRanks.map(toNumeral),
    length,
    digest,
  };
}

/** @throws Error that says why the index cannot be used */
export async function decodeIndex(text: string, lists: readonly List[]): Promise<Contents> {
  const index: { version: unknown; sha256: string; contents: Contents } | null = JSON.parse(text);
  if (!index || JSON.stringify(index.version) !== versionOf(lists)) {
    throw new Error('it was written by another version');
  }
  const contents = JSON.stringify(index.contents) ?? '';
  if ((await hexDigest(Buffer.from(contents))) !== index.sha256) throw new Error('its index is broken');
  return index.contents;
}

/** @throws Error if the length of the body is not that of its elements */
export function restoreList({ list, rows, entries }: IndexedList, body: Buffer<ArrayBuffer>): SnapshotList {
  const restored = rows.map(({ position, linkRanks, ...row }) => ({
    ...row,
    position: Number(position),
    linkRanks: linkRanks.map(Number),
  }));
  let end = 0;
  const restoredEntries = entries.map(([place, linkRank]) => {
    const row = restored[place] as SnapshotRow;
    end += 1 + row.length;
    return { row, linkRank: linkRank === null ? null : Number(linkRank) };
  });
  if (Math.max(end, 1) + 1 !== body.length)
    throw new Error(`the list ${list} is not as long as its elements`);
  return { list, entries: restoredEntries, body };
}
