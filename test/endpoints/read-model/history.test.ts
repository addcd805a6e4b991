import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type DocumentChange,
  type PortalSettings,
  type ReadModel,
  type Rehearsal,
  type RehearsedOrdering,
  type Snapshot,
} from '../../../endpoints/read-model/index.ts';
import { body, category, departure, media, post, read, section, usefulLink } from '../support/readModel.ts';

// Whatever happens to a portal, and whatever is asked meanwhile, the lists are those of a read model that is loaded with
// the portal as it is now. And those are what a plain sort of all elements gives.

const words = fc.constantFrom('', 'α', 'ά', 'Α', 'Ά', 'β', 'z', '10', '9', '\uffee', '😀', 'α\u0301');
/** With half a surrogate pair, which no UTF-8 can hold. */
const content = fc.constantFrom('', '<p>Ένα κείμενο.</p>', `<p>${'Μακρύ 😀 \ud83d\u2028'.repeat(60)}</p>`);
const number = fc.integer({ min: 1, max: 6 });
const stamps = fc.constantFrom(
  '2021-04-01T09:15:02Z',
  '2021-04-01T09:15:02.0Z',
  '2021-04-01T09:15:02.000001Z',
  '2020-01-01T00:00:00.5Z',
);
const position = fc.option(fc.integer({ min: 0, max: 3 }));

const someChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(number, fc.record({ title: words, url: fc.option(words), service: fc.option(number), position }))
      .map(([id, rest]) => usefulLink(id, rest)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        number,
        fc.record({
          title: words,
          content,
          created_timestamp: stamps,
          position,
          category: fc.constantFrom('c1', 'c2', 'c3'),
          related: fc.array(
            number.map((id) => `p${id}`),
            { maxLength: 2 },
          ),
          post_image: fc.constantFrom(null, 'm1'),
          listed: fc.boolean(),
        }),
      )
      .map(([id, rest]) => post(id, rest)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(number, fc.array(fc.option(fc.integer({ max: 5, min: -5 })), { maxLength: 3 }), fc.boolean())
      .map(([id, ranks, active]) => section(id, ranks, { active })),
  },
  fc.tuple(number, words).map(([id, title]) => category(id, { title })),
  fc.constantFrom('https://a.example/1', 'https://a.example/2').map((url) => media('m1', url)),
  fc
    .tuple(
      number,
      fc.constantFrom(['service-useful-links', 'l'], ['news-posts', 'p'], ['featured-sections', 's']),
    )
    .map(([id, [kind = '', letter]]) => departure(kind, `${letter}${id}`)),
);

const orderings: Record<string, string[]> = {
  'featured-sections': ['', 'id', '-section_two_links', 'active,section_two_links', 'featured_image'],
  'news-posts': ['', '-created_timestamp', 'title,-created_timestamp', 'post_image,id'],
  'news-categories': ['-title'],
  'service-useful-links': ['', 'title', '-title', 'url,-service', '-service,title'],
};
const asked = Object.entries(orderings).flatMap(([slug, all]) =>
  all.map((ordering) => [slug, ordering] as const),
);
const question = fc.constantFrom(...asked);
const settings: fc.Arbitrary<PortalSettings> = fc.record({
  collation: fc.constantFrom('el', 'C'),
  lists: fc.record({
    'featured-sections': fc.record({
      ordering: fc.constantFrom('', '-section_two_links'),
      elementPerLink: fc.boolean(),
    }),
    'news-posts': fc.record({ ordering: fc.constantFrom('-created_timestamp', '') }),
  }),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.array(someChange, { minLength: 1, maxLength: 4 }) },
  { weight: 4, arbitrary: question },
  { weight: 1, arbitrary: settings.map((value): Change[] => [{ settings: value }]) },
);
/** Turns of the event loop between steps. */
const someTurns = fc.constantFrom(0, 1, 5, 50);
/** Categories 1 to 3 and the image are never gone here; missing.test.ts is about that. */
const START: Change[] = [category(1), category(2), category(3), media('m1', 'https://a.example/1')];

it('after any history, every response is that of a fresh load', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 0, max: 20_000 }),
      someTurns,
      async (steps, otherOrderingsBytes, turns) => {
        const model = createReadModel({ lists, otherOrderingsBytes });
        await model.replace([START]);
        const now = new Map<string, Change>();
        const note = (change: Change) =>
          now.set('settings' in change ? 'settings' : `${change.kind}/${change.id}`, change);
        START.forEach(note);
        // Nothing is waited for, so that all of it overlaps.
        const asking: Promise<string>[] = [];
        const applying: Promise<void>[] = [];
        for (const item of steps) {
          const [first, second] = item;
          if (typeof first === 'string' && typeof second === 'string') {
            asking.push(body(model, first, second));
          } else {
            const changes = item as Change[];
            applying.push(model.apply(changes));
            changes.forEach(note);
          }
          for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
        }
        await Promise.all(applying);
        await Promise.all(asking);
        const fresh = createReadModel({ lists });
        await fresh.replace([[...now.values()]]);
        const restored = createReadModel({ lists });
        await restored.restore((await model.snapshot()) as Snapshot, 0);
        for (const [slug, ordering] of asked) {
          const theirs = await fresh.response(slug, ordering);
          const ours = await model.response(slug, ordering);
          expect(await body(restored, slug, ordering), `restored ${slug} ${ordering}`).toBe(
            String(theirs?.body),
          );
          expect(ours && String(ours.body), `${slug} ${ordering}`).toBe(theirs && String(theirs.body));
          expect(ours?.etag).toBe(theirs?.etag);
          expect(ours?.length).toBe(ours?.body.length);
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** What a model serves: the elements by document, and the default and documented orderings. */
async function served(model: ReadModel) {
  const { lists: snapshots } = (await model.snapshot()) as Snapshot;
  const elements = snapshots.flatMap(({ list, entries, body }) => {
    let at = 1;
    return entries.map(({ row }): [string, string] => {
      const element = body.toString('utf8', at, at + row.length);
      at += row.length + 1;
      return [`${list}/${row.documentId}`, element];
    });
  });
  const orderings = new Map<string, { etag: string; ids: number[] }>();
  for (const { key, documentedOrderings } of lists) {
    for (const ordering of ['', ...documentedOrderings]) {
      const { etag = '' } = (await model.response(key, ordering)) ?? {};
      const ids = (await read(model, key, ordering)).map(({ id }) => Number(id));
      orderings.set(`${key} ${ordering}`, { etag, ids });
    }
  }
  return { elements: new Map(elements), orderings };
}

type Served = Awaited<ReturnType<typeof served>>;

/** The documents whose elements differ, and the orderings whose responses do. */
function difference(before: Served, after: Served) {
  const documents = new Set([...before.elements.keys(), ...after.elements.keys()]);
  const has = (key: string) => before.elements.get(key) !== after.elements.get(key);
  const orderings = [...before.orderings.keys()].filter(
    (key) => before.orderings.get(key)?.etag !== after.orderings.get(key)?.etag,
  );
  return { documents: [...documents].filter(has).sort(), orderings };
}

it('what a change would come to is what it comes to, and nothing of it shows before', async () => {
  const history = fc.array(someChange, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.option(settings), history, async (value, changes) => {
      const model = createReadModel({ lists });
      await model.replace([[...(value ? [{ settings: value }] : []), ...START]]);
      for (const change of changes as DocumentChange[]) {
        const before = await served(model);
        const rehearsal = (await model.rehearse(change)) as Rehearsal;
        expect(await served(model)).toEqual(before);
        await model.apply([change]);
        const after = await served(model);
        const key = `${change.kind}/${change.id}`;
        const elementOf = ({ elements }: Served) => elements.get(key) ?? null;
        expect([rehearsal.before, rehearsal.after]).toEqual([elementOf(before), elementOf(after)]);

        const { documents, orderings } = difference(before, after);
        const others = rehearsal.others.flatMap(({ list, first }) => first.map((id) => `${list}/${id}`));
        expect(others.sort()).toEqual(documents.filter((each) => each !== key));
        const told = new Map(
          rehearsal.orderings.map((each): [string, RehearsedOrdering] => [
            `${each.list} ${each.ordering}`,
            each,
          ]),
        );
        // A documented ordering that is the default one is told as that.
        const isTold = (name: string) => told.has(name) || told.has(`${name.split(' ')[0]} `);
        expect(orderings.filter((name) => !isTold(name))).toEqual([]);
        for (const [name, each] of told) {
          const places = ({ orderings }: Served) => {
            const { etag = '', ids = [] } = orderings.get(name) ?? {};
            const isOwn = each.list === change.kind;
            const own = ids.flatMap((id, at) => (isOwn && id === Number(change.id.slice(1)) ? at + 1 : []));
            return { etag, count: ids.length, places: own };
          };
          expect(each).toMatchObject({ before: places(before), after: places(after) });
        }
      }
    }),
    { numRuns: 40 },
  );
});
