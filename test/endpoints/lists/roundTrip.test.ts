import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { captured, elementTexts, Store } from '../support/capture.ts';
import { rawElement } from '../support/elements.ts';

/** Decodes, encodes and serializes an element; only ids and the documents' own JSON are kept between. */
function throughDocuments(list: (typeof lists)[number], raw: string): string {
  const store = new Store();
  const stored = JSON.parse(JSON.stringify(list.decode(list.parse(raw), store.embed)));
  return list.serialize(list.encode({ ...stored, id: '1' }, store));
}

describe.each(lists.map((list) => [list.key, list] as const))('%s', (slug, list) => {
  it('gives every element that a source can serve back byte for byte', () => {
    fc.assert(
      fc.property(rawElement(slug), (raw) => throughDocuments(list, raw) === raw),
      { numRuns: 50 },
    );
  });

  it('keeps elements with the same id apart', () => {
    const raws = elementTexts(captured(slug))
      .slice(0, 2)
      .map((raw) => raw.replace(/^\{"id":\d+/, '{"id":7'));
    const store = new Store();
    store.add(list, [...raws, ...raws]);
    const documents = [...(store.documents.get(slug)?.values() ?? [])].filter(
      ({ position }) => position !== null,
    );
    const served = documents.map((document) => list.serialize(list.encode(document, store)));
    expect(served).toEqual([...raws, ...raws]);
  });
});
