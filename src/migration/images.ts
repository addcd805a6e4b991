import type { BasePayload, CollectionSlug, Where } from 'payload';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { importing } from '../../collections/save/note.ts';

type Id = number | string;

/** How an import asks Payload to write. */
export interface AsImport {
  depth: number;
  overrideAccess: boolean;
  disableTransaction: boolean;
  locale?: never;
}

/** The images that an import needs. */
export class ImportImages {
  readonly #payload: BasePayload;
  readonly #collection: CollectionSlug;
  readonly #hasAddresses: boolean;
  readonly #asImport: AsImport;

  constructor(payload: BasePayload, portal: Portal, asImport: AsImport) {
    this.#payload = payload;
    this.#collection = slugOf(portal, MEDIA);
    this.#hasAddresses = portal.media.isOwn;
    this.#asImport = asImport;
  }

  /** What an image's element says of it: its legacy address or, without one, the name of its file. */
  async addressOf(id: Id): Promise<string> {
    const found = await this.#payload.db.findOne<{ id: Id; legacy_url?: unknown; filename?: unknown }>({
      collection: this.#collection,
      select: { ...(this.#hasAddresses && { legacy_url: true }), filename: true },
      where: { id: { equals: id } },
    });
    return String(found?.legacy_url || found?.filename || '');
  }

  /** Those, not in the trash, that have one of these addresses; of several, the oldest. */
  async find(urls: string[]): Promise<Map<string, Id>> {
    const { trash } = this.#payload.collections[this.#collection]?.config ?? {};
    const notTrashed: Where[] = trash ? [{ deletedAt: { exists: false } }] : [];
    const found = new Map<string, Id>();
    for (let from = 0; from < urls.length; from += 500) {
      const { docs } = await this.#payload.db.find<{ id: Id; legacy_url: string }>({
        collection: this.#collection,
        where: { and: [{ legacy_url: { in: urls.slice(from, from + 500) } }, ...notTrashed] },
        sort: '-id',
        pagination: false,
        limit: 0,
      });
      for (const { id, legacy_url } of docs) found.set(legacy_url, id);
    }
    return found;
  }

  async create(url: string): Promise<Id> {
    const data = { legacy_url: url, alt: fileName(url) };
    const collection = this.#collection;
    const context = importing(collection, undefined, data);
    return (await this.#payload.create({ collection, data, context, ...this.#asImport })).id;
  }
}

function fileName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
