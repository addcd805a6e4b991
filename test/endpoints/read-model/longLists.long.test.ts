import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type DocumentChange,
  type Snapshot,
} from '../../../endpoints/read-model/index.ts';
import { body, departure, section, usefulLink } from '../support/readModel.ts';

// Lists of some megabytes, of which a change makes only a part anew. What they are is still what a fresh load gives.

const LINKS = 300;
const SECTIONS = 100;
const TITLES = ['Άδεια', 'άδεια', 'Βεβαίωση', 'z', ''];
const SETTINGS: Change = {
  settings: {
    collation: 'el',
    lists: {
      'featured-sections': { ordering: '-section_two_links', elementPerLink: true },
      'service-useful-links': { ordering: 'title' },
    },
  },
};

const link = (id: number, title: string, size: number) =>
  usefulLink(id, { title, description: `<p>${'Κείμενο '.repeat(size)}</p>` }) as DocumentChange;
const featured = (id: number, ranks: (number | null)[]) =>
  section(id, ranks, { section_one_text: 'Κείμενο '.repeat(500) }) as DocumentChange;

const START: DocumentChange[] = [
  ...Array.from({ length: LINKS }, (_, id) => link(id, TITLES[id % TITLES.length] ?? '', 300)),
  // One that is longer than a part, and many that are alike but for their ids.
  link(LINKS, 'Βεβαίωση', 20_000),
  ...Array.from({ length: SECTIONS }, (_, id) => featured(id, [id, null, -id, null])),
];

const someChange = fc.oneof(
  fc
    .tuple(fc.nat(LINKS + 20), fc.constantFrom(...TITLES), fc.constantFrom(0, 300, 301, 20_000))
    .map(([id, title, size]) => link(id, title, size)),
  fc.nat(LINKS + 20).map((id) => departure('service-useful-links', `l${id}`) as DocumentChange),
  fc
    .tuple(fc.nat(SECTIONS + 5), fc.array(fc.option(fc.integer({ min: -200, max: 200 })), { maxLength: 4 }))
    .map(([id, ranks]) => featured(id, ranks)),
  fc.nat(SECTIONS + 5).map((id) => departure('featured-sections', `s${id}`) as DocumentChange),
);
const changes = fc.oneof(
  { weight: 6, arbitrary: fc.array(someChange, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(someChange, { minLength: 100, maxLength: 300 }) },
  // A run of neighbours goes, and whole parts with it.
  {
    weight: 1,
    arbitrary: fc
      .nat(LINKS)
      .map((from) =>
        Array.from(
          { length: 120 },
          (_, at) => departure('service-useful-links', `l${from + at}`) as DocumentChange,
        ),
      ),
  },
);
const ASKED = [
  ['service-useful-links', ''],
  ['service-useful-links', '-title'],
  ['service-useful-links', 'title,-id'],
  ['featured-sections', ''],
] as const;

it('a long list is that of a fresh load after any history, whatever is read meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(changes, fc.subarray([...ASKED]), fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (steps) => {
        const model = createReadModel({ lists });
        await model.replace([[SETTINGS, ...START]]);
        const now = new Map(START.map((each) => [`${each.kind}/${each.id}`, each]));
        const reading: Promise<unknown>[] = [];
        for (const [some, asked, isAwaited] of steps) {
          const applied = model.apply(some);
          for (const each of some) now.set(`${each.kind}/${each.id}`, each);
          for (const [list, ordering] of asked) reading.push(body(model, list, ordering));
          if (!isAwaited) continue;
          await applied;
          const ids = JSON.parse(await body(model, 'service-useful-links', '')).map(
            ({ id }: { id: number }) => id,
          );
          for (const { kind, id, document } of now.values()) {
            if (kind === 'service-useful-links' && some.some((each) => each.id === id))
              expect(ids.includes(Number(id.slice(1))), id).toBe(document !== null);
          }
        }
        await Promise.all([...reading, model.apply([])]);
        const fresh = createReadModel({ lists });
        await fresh.replace([[SETTINGS, ...now.values()]]);
        const restored = createReadModel({ lists });
        await restored.restore((await model.snapshot()) as Snapshot, 0);
        for (const [list, ordering] of ASKED) {
          const theirs = await fresh.response(list, ordering);
          for (const each of [model, restored]) {
            const ours = await each.response(list, ordering);
            expect(String(ours?.body) === String(theirs?.body), `${list} ${ordering}`).toBe(true);
            expect(ours?.etag).toBe(theirs?.etag);
            expect(ours?.length).toBe(ours?.body.length);
          }
        }
        const first = now.get('service-useful-links/l3') ?? expect.unreachable();
        const record = model.record('service-useful-links', 3);
        expect(record === undefined).toBe(first.document === null);
        expect(String(record?.body)).toBe(String(fresh.record('service-useful-links', 3)?.body));
      },
    ),
    { numRuns: 10 },
  );
});

it('a body that is read after a change is joined once for all who ask for it', async () => {
  const model = createReadModel({ lists });
  await model.replace([START]);
  await model.apply([link(1, 'Νέο', 300)]);
  const asked = Array.from({ length: 5 }, () => model.response('service-useful-links', undefined));
  const responses = await Promise.all(asked);
  expect(asked[0]).toBeInstanceOf(Promise);
  expect(new Set(responses).size).toBe(1);
  expect(model.response('service-useful-links', undefined)).toBe(responses[0]);
});
