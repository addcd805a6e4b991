import type { CollectionSlug, Payload } from 'payload';
import { portalReadModel } from '../../src/index.ts';
import { answering } from './answering.ts';
import { openPayload } from './openPayload.ts';

/** A Payload of its own that saves, as a script or a host's app does. */

let payload: Payload;
let targets: { collection: CollectionSlug; id: string | number }[] = [];
let saved = 0;

const methods = {
  async open({ readModel }: { readModel: boolean }): Promise<void> {
    payload = await openPayload();
    if (readModel) await portalReadModel(payload);
  },

  /** Chooses what is saved from now on: the oldest documents of a collection, in turn. */
  async target({ collection, count }: { collection: string; count: number }): Promise<void> {
    const slug = collection as CollectionSlug;
    const { docs } = await payload.find({ collection: slug, sort: 'api_id', limit: count, depth: 0 });
    targets = docs.map(({ id }) => ({ collection: slug, id }));
  },

  /** Saves the next document under another title. @returns the title, and how long it took in milliseconds */
  async save(_: undefined): Promise<{ title: string; took: number }> {
    const target = targets[saved % targets.length];
    if (!target) throw new Error('There is nothing to save.');
    saved += 1;
    const title = `Αλλαγή ${process.pid}-${saved}`;
    const began = performance.now();
    await payload.update({ ...target, data: { title, _status: 'published' } as never, depth: 0 });
    return { title, took: performance.now() - began };
  },
};

export type Saver = typeof methods;
answering(methods);
