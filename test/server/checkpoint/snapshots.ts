import fc from 'fast-check';
import type { Snapshot, SnapshotList, SnapshotRow } from '../../../endpoints/read-model/index.ts';

/** A row with its element. */
export interface RowWithBytes extends Omit<SnapshotRow, 'length'> {
  bytes: Buffer<ArrayBuffer>;
}

/** A list whose body shows the rows at these places. */
export function listOf(
  list: string,
  rows: readonly RowWithBytes[],
  places: readonly (readonly [row: number, linkRank: number | null])[] = rows.map((_, place) => [
    place,
    null,
  ]),
): SnapshotList {
  const kept = rows.map(({ bytes, ...row }) => ({ ...row, length: bytes.length }));
  const entries = places.map(([place, linkRank]) => ({ row: kept[place] as SnapshotRow, linkRank }));
  const elements = places.flatMap(([place], index) => [
    Buffer.from(index === 0 ? '' : ','),
    (rows[place] as RowWithBytes).bytes,
  ]);
  return { list, entries, body: Buffer.concat([Buffer.from('['), ...elements, Buffer.from(']')]) };
}

/** A row whose element is a text of about so many bytes, with an id of its own. */
function rowOf(apiId: number, { bytes = 100, text = 'Δελτίο\u2028' } = {}): RowWithBytes {
  return {
    documentId: String(apiId),
    apiId,
    position: Infinity,
    linkRanks: [apiId, -Infinity],
    bytes: Buffer.from(JSON.stringify({ id: apiId, text: text.repeat(Math.ceil(bytes / text.length)) })),
    digest: `digest-${apiId}`,
  };
}

/** So many posts, and no categories. */
export function snapshotOf(rows: number, options: { bytes?: number; text?: string } = {}): Snapshot {
  const posts = Array.from({ length: rows }, (_, index) => rowOf(index, options));
  return {
    settings: { collation: 'el', lists: { 'news-posts': { ordering: '-created_timestamp' } } },
    lists: [listOf('news-posts', posts), listOf('news-categories', [])],
  };
}

const number = fc.oneof(
  fc.nat(),
  fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
);

const anyRow: fc.Arbitrary<RowWithBytes> = fc.record({
  documentId: fc.string({ unit: 'binary' }),
  apiId: fc.integer(),
  position: fc.oneof(number, fc.constant(Infinity)),
  linkRanks: fc.array(fc.oneof(number, fc.constant(-Infinity))),
  bytes: fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(JSON.stringify({ text }))),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
  digest: fc.string(),
});

const anyList: fc.Arbitrary<SnapshotList> = fc
  .record({
    list: fc.stringMatching(/^[a-z]{1,20}$/).filter((list) => list !== 'index'),
    rows: fc.array(anyRow, { minLength: 1, maxLength: 50 }),
    places: fc.array(fc.tuple(fc.nat(), fc.oneof(number, fc.constant(-Infinity), fc.constant(null))), {
      maxLength: 100,
    }),
  })
  .map(({ list, rows, places }) =>
    listOf(
      list,
      rows,
      places.map(([place, linkRank]) => [place % rows.length, linkRank]),
    ),
  );

/** Any snapshot: hostile texts, ranks that JSON lacks, elements of any bytes, repeated rows, lists without rows, no list at all. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  settings: fc.record({
    collation: fc.constantFrom('el' as const, 'C' as const),
    lists: fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.record({ ordering: fc.string(), elementPerLink: fc.boolean() }, { requiredKeys: ['ordering'] }),
    ),
  }),
  lists: fc.uniqueArray(anyList, { maxLength: 6, selector: ({ list }) => list }),
});
