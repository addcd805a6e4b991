import fc from 'fast-check';
import type { Snapshot, SnapshotRow } from '../../../endpoints/read-model/index.ts';

const number = fc.oneof(
  fc.nat(),
  fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
);

const anyRow: fc.Arbitrary<SnapshotRow> = fc.record({
  documentId: fc.string({ unit: 'binary' }),
  apiId: fc.integer(),
  position: fc.oneof(number, fc.constant(Infinity)),
  linkRanks: fc.array(fc.oneof(number, fc.constant(-Infinity))),
  bytes: fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(JSON.stringify({ text }))),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
});

/** Any snapshot: hostile texts, ranks that JSON lacks, elements of any bytes, lists without rows, no list at all. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  settings: fc.record({
    collation: fc.constantFrom('el' as const, 'C' as const),
    lists: fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.record({ ordering: fc.string(), elementPerLink: fc.boolean() }, { requiredKeys: ['ordering'] }),
    ),
  }),
  lists: fc.array(
    fc.record({ slug: fc.string({ unit: 'binary' }), rows: fc.array(anyRow, { maxLength: 150 }) }),
    { maxLength: 6 },
  ),
});

/** A snapshot of so many posts whose elements are so many bytes of one text. */
export function snapshotOf(rows: number, { bytes = 100, text = 'Δελτίο\u2028' } = {}): Snapshot {
  const row = (index: number): SnapshotRow => ({
    documentId: String(index),
    apiId: index,
    position: Infinity,
    linkRanks: [index, -Infinity],
    bytes: Buffer.alloc(bytes, text),
  });
  return {
    settings: { collation: 'el', lists: { 'news-posts': { ordering: '-created_timestamp' } } },
    lists: [{ slug: 'news-posts', rows: Array.from({ length: rows }, (_, index) => row(index)) }],
  };
}
