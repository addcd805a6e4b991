import fc from 'fast-check';
import type { Snapshot, SnapshotRow } from '../../../endpoints/read-model/index.ts';

/** Any snapshot: hostile texts, ranks that JSON lacks, elements of any bytes, lists without rows, no lists. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  settings: fc.record({
    collation: fc.constantFrom('el' as const, 'C' as const),
    lists: fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.record({ ordering: fc.string(), elementPerLink: fc.boolean() }, { requiredKeys: ['ordering'] }),
    ),
  }),
  lists: fc.array(
    fc.record({ slug: fc.string({ unit: 'binary' }), rows: fc.array(anyRow(), { maxLength: 150 }) }),
    {
      maxLength: 6,
    },
  ),
});

function anyRow(): fc.Arbitrary<SnapshotRow> {
  const number = fc.oneof(
    fc.nat(),
    fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
  );
  return fc.record({
    documentId: fc.string({ unit: 'binary' }),
    apiId: fc.integer(),
    position: fc.oneof(number, fc.constant(Infinity)),
    linkRanks: fc.array(fc.oneof(number, fc.constant(-Infinity))),
    bytes: fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(JSON.stringify({ text }))),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
  });
}

/** A snapshot of so many posts, each an element of so many bytes, by whose text one state is told from another. */
export function snapshotOf(rows: number, { bytes = 100, text = '' } = {}): Snapshot {
  return {
    settings: { collation: 'el', lists: {} },
    lists: [
      { slug: 'news-posts', rows: Array.from({ length: rows }, (_, index) => row(index, bytes, text)) },
    ],
  };
}

function row(index: number, length: number, text: string): SnapshotRow {
  const bytes = Buffer.alloc(length, `${index} ${text}\u2028`);
  return { documentId: String(index), apiId: index, position: Infinity, linkRanks: [-Infinity], bytes };
}
