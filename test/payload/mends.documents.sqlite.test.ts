import type { Payload } from 'payload';
import { beforeAll } from 'vitest';
import { type Ask, type Claim, startStock, stockPayload, stockUser } from './stock.ts';

type Id = number | string;
type User = { id: Id; ask: Ask };

let payload: Payload;
let one: User;

beforeAll(async () => {
  payload = await startStock({
    collections: [
      { slug: 'users', auth: true, fields: [] },
      {
        slug: 'pages',
        versions: { maxPerDoc: 2, drafts: true },
        admin: { useAsTitle: 'title' },
        fields: [
          { name: 'title', type: 'text', validate: (value: unknown) => value !== 'refused' || 'is refused' },
          { name: 'number', type: 'number' },
        ],
      },
    ],
  });
  one = await stockUser(payload, 'one@stock.example');
});

/** A published document. */
async function page(title = 'x'): Promise<Id> {
  const data = { title, _status: 'published' } as never;
  return (await payload.create({ collection: 'pages' as never, data })).id as Id;
}

const update = (id: Id, data: object, more: object = {}) =>
  payload.update({ collection: 'pages' as never, id, data: data as never, ...more });

const status = async (id: Id) =>
  (await payload.findByID({ collection: 'pages' as never, id })) as { _status?: string };

async function versionsOf(id: Id): Promise<{ id: Id; status: unknown }[]> {
  const where = { parent: { equals: id } };
  const { docs } = await payload.findVersions({ collection: 'pages' as never, where, sort: 'createdAt' });
  return (docs as unknown as { id: Id; version: { _status: string } }[]).map((each) => ({
    id: each.id,
    status: each.version._status,
  }));
}

const bulk: Claim[] = [
  [
    'refuseBulkEdit',
    'refuses bulk publications, too, where bulk edits are off',
    async () => {
      const collection = payload.collections['pages' as never] as unknown as {
        config: { disableBulkEdit?: boolean };
      };
      const id = await page();
      collection.config.disableBulkEdit = true;
      const { status: answered } = await one.ask('PATCH', `pages?where[id][in]=${id}`, {
        _status: 'published',
      });
      collection.config.disableBulkEdit = false;
      return answered;
    },
    403,
  ],
  [
    'nameFailures',
    'names a document that a bulk edit left alone by its id alone',
    async () => {
      const id = await page('Harbour');
      const { value } = await one.ask('PATCH', `pages?where[id][in]=${id}`, { title: 'refused' });
      return JSON.stringify(value.errors).includes('Harbour');
    },
    false,
  ],
  [
    'countRefused',
    'answers a refused bulk edit without the documents that its dialog counts',
    async () => 'docs' in (await one.ask('PATCH', 'pages?where[nowhere][equals]=0', { title: 'y' })).value,
    false,
  ],
];

const versions: Claim[] = [
  [
    'keepNewestVersion',
    'writes a withdrawal over the version that was published',
    async () => {
      const id = await page();
      await update(id, { _status: 'draft' }, { unpublishAllLocales: true });
      return (await versionsOf(id)).map((each) => each.status);
    },
    ['draft'],
  ],
  [
    'keepPublishedVersions',
    'deletes the version of what is published once there are enough drafts',
    async () => {
      const id = await page();
      for (const title of ['a', 'b', 'c']) await update(id, { title }, { draft: true });
      return (await versionsOf(id)).map((each) => each.status);
    },
    ['draft', 'draft'],
  ],
  [
    'restoreVersion',
    'withdraws what is published where a draft is restored',
    async () => {
      const id = await page();
      await update(id, { title: 'later' }, { draft: true });
      const draft = (await versionsOf(id)).find((each) => each.status === 'draft');
      await one.ask('POST', `pages/versions/${draft?.id}`);
      return (await status(id))._status;
    },
    'draft',
  ],
];

stockPayload([...bulk, ...versions]);
