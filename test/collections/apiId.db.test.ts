import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseCounter } from '../../src/database/counter.ts';
import { category, editor, importDocument, local, served } from '../support/content.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
});

describe('api_id', () => {
  it('is above every imported one, and a lower import does not bring it back down', async () => {
    await raiseCounter(payload, 'news-categories', 4000);
    await raiseCounter(payload, 'news-categories', 17);
    expect((await category(payload)).api_id).toBe(4001);
  });

  it('is not used again after the document with the highest one is deleted', async () => {
    const last = await category(payload);
    await local(payload).remove('news-categories', last.id);
    expect((await category(payload)).api_id).toBe(last.api_id + 1);
  });

  it('is among the search words of a new document', async () => {
    const { api_id, id } = await category(payload, { title: 'Με αριθμό' });
    const { docs } = await payload.find({
      collection: 'news-categories' as never,
      overrideAccess: false,
      user: await editor(payload),
      where: { search_text: { like: String(api_id) } },
    });
    expect(docs.map((doc) => (doc as { id: unknown }).id)).toEqual([id]);
  });

  it('stays the same whatever a client sends, and so do the other hidden values', async () => {
    const { update, read } = local(payload);
    const imported = await importDocument(payload, 'news-categories', {
      title: 'Α',
      slug: '',
      api_id: 77,
      position: 3,
      source_key: 'news-categories:77:0',
    });
    const user = await editor(payload, ['admin']);
    const sent = { title: 'Β', api_id: 1, position: 0, source_key: 'x' };
    await update('news-categories', imported.id, sent, { overrideAccess: false, user });
    const { title, api_id, position, source_key } = await read('news-categories', imported.id);
    expect({ title, api_id, position, source_key }).toEqual({
      title: 'Β',
      api_id: 77,
      position: 3,
      source_key: 'news-categories:77:0',
    });
  });

  it.each(['position', 'source_key'])(
    '%s can not be asked for, neither to filter nor to sort',
    async (field) => {
      const user = await editor(payload);
      const access = { collection: 'news-categories' as never, overrideAccess: false, user };
      await expect(payload.find({ ...access, where: { [field]: { exists: true } } })).rejects.toThrow(field);
      const { docs } = await payload.find({ ...access, limit: 1 });
      expect(docs[0]).not.toHaveProperty(field);
    },
  );
});

describe('drafts', () => {
  it('do not show; publishing, unpublishing and deleting do', async () => {
    const { update, remove } = local(payload);
    const ids = async () => (await served(payload, 'news-categories')).map((element) => element.id);
    const doc = await category(payload, { _status: 'draft' });
    expect(await ids()).not.toContain(doc.api_id);
    await update('news-categories', doc.id, { _status: 'published' });
    expect(await ids()).toContain(doc.api_id);
    await update('news-categories', doc.id, { _status: 'draft' });
    expect(await ids()).not.toContain(doc.api_id);
    await update('news-categories', doc.id, { _status: 'published' });
    await remove('news-categories', doc.id);
    expect(await ids()).not.toContain(doc.api_id);
  });

  it('a published document with a newer draft shows what is published', async () => {
    const doc = await category(payload, { title: 'Δημοσιευμένο' });
    await local(payload).update('news-categories', doc.id, { title: 'Πρόχειρο' }, { draft: true });
    const element = (await served(payload, 'news-categories')).find(({ id }) => id === doc.api_id);
    expect(element).toEqual({ id: doc.api_id, selected: false, title: 'Δημοσιευμένο', slug: doc.slug });
  });

  oneDatabase.it('a document that is not listed is not in its list', async () => {
    const doc = await category(payload, { listed: false });
    expect((await served(payload, 'news-categories')).map(({ id }) => id)).not.toContain(doc.api_id);
  });
});
