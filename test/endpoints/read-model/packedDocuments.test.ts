import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Element, lists, type StoredDocument } from '../../../endpoints/lists/index.ts';
import { documentOf, restOf } from '../../../endpoints/read-model/packedDocuments.ts';
import { Row } from '../../../endpoints/read-model/Row.ts';
import { writeApart } from '../../../endpoints/read-model/Writer.ts';
import { Store } from '../support/capture.ts';
import { rawElement } from '../support/elements.ts';

/** What comes back of a document that was kept as its element and the rest. */
function kept(list: (typeof lists)[number], document: StoredDocument, element: Element) {
  const row = new Row({
    documentId: document.id,
    apiId: document.api_id,
    position: document.position ?? Infinity,
    linkRanks: [],
    json: writeApart(list.serialize(element)),
    rest: writeApart(restOf(list, document, element)),
  });
  return { document: documentOf(row), rest: row.rest };
}

describe('a document kept as its element and what that does not say', () => {
  it.each(lists.map((list) => [list.key, list] as const))('comes back as it was: %s', (slug, list) => {
    fc.assert(
      fc.property(rawElement(slug), fc.option(fc.nat()), (raw, position) => {
        const store = new Store();
        const document = { ...list.decode(list.parse(raw), store.embed), position, id: 'x' };
        const found = kept(list, document, list.encode(document, store));
        expect(found.document).toEqual(document);
      }),
      { numRuns: 60 },
    );
  });

  const [list] = lists.filter(({ key }) => key === 'service-groups') as [(typeof lists)[number]];
  const whole = {
    id: 'x',
    api_id: 1,
    position: null,
    title: 'κ'.repeat(5000),
    slug: 'a',
    order: 7,
    url: null,
  };

  it('takes little beside the element', () => {
    const element = list.encode(whole, { find: () => undefined });
    expect(kept(list, whole, element).rest?.length).toBeLessThan(100);
  });

  it.each([
    ['keys that it lacks', { id: 'x', api_id: 1, position: null, title: 'α' }],
    ['keys of its own', { ...whole, listed: true, updatedAt: '2024', nested: { a: [1, null] } }],
    ['values that are served otherwise', { ...whole, order: 'seven', selected: 1, title: null }],
    [
      'names that objects have',
      JSON.parse('{"id":"x","api_id":1,"position":0,"constructor":1,"__proto__":{"a":1}}'),
    ],
  ])('comes back with %s', (_, document: StoredDocument) => {
    expect(kept(list, document, list.encode(document, { find: () => undefined })).document).toEqual(document);
  });
});
