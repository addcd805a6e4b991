import { randomBytes } from 'node:crypto';
import type { CollectionSlug, Payload } from 'payload';
import { raiseCounter } from '../../collections/hooks/counter.ts';
import { LINK_RANK_COUNTER } from '../../collections/hooks/linkRanks.ts';
import { type Kind, lists, type NewDocument } from '../../endpoints/lists/index.ts';
import { documentData } from '../../src/migration/documentData.ts';
import type { Portal } from './portal.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** Posts refer to categories. */
const ORDER = [
  'news-categories',
  'news-posts',
  'featured-sections',
  'service-groups',
  'service-useful-links',
];

/**
 * Writes a made-up portal into an empty database, as an import would leave it: published documents with one version
 * each. It goes past Payload's hooks, with which 60,000 documents would take ten minutes.
 *
 * @param said is told now and then how many documents are written
 */
export async function fillDatabase(
  payload: Payload,
  portal: Portal,
  said: (done: number) => void,
): Promise<void> {
  const writer = new Writer(payload);
  await writer.hurry();
  for (const kind of ORDER) {
    // Oldest first: related posts are older ones, and so are there already.
    for (const element of (portal[kind] ?? []).toReversed()) {
      await writer.write(kind, element);
      if (writer.written % 1000 === 0) said(writer.written);
    }
  }
  await writer.raiseCounters();
}

class Writer {
  written = 0;
  readonly #payload: Payload;
  readonly #ids = new Map<string, Id>();
  readonly #highest = new Map<string, number>();

  constructor(payload: Payload) {
    this.#payload = payload;
  }

  /** What is lost when the machine goes down is only made up. */
  async hurry(): Promise<void> {
    const { client } = this.#payload.db as { client?: { execute?(statement: string): Promise<unknown> } };
    if (this.#payload.db.name === 'sqlite') await client?.execute?.('PRAGMA synchronous = OFF');
  }

  async write(kind: Kind, element: Data): Promise<void> {
    const list = lists.find(({ key }) => key === kind);
    const fields = this.#payload.collections[kind]?.config.flattenedFields;
    if (!list || !fields) throw new Error(`There is no list ${kind}.`);
    const images: NewDocument[] = [];
    const document = list.decode(element, (of, nested) => {
      if (of === 'media') images.push(nested);
      return keyOf(of, nested);
    });
    for (const image of images) await this.#image(image);
    const data = documentData(document, fields, (key) => this.#ids.get(key));
    this.#rank(data.section_two_links);
    this.#ids.set(keyOf(kind, document), await this.#publish(kind, data));
    this.#raise(kind, document.api_id);
    this.written += 1;
  }

  async raiseCounters(): Promise<void> {
    for (const [key, least] of this.#highest) await raiseCounter(this.#payload, key, least);
  }

  async #publish(kind: Kind, data: Data): Promise<Id> {
    const now = new Date().toISOString();
    const whole = { ...data, _status: 'published', createdAt: now, updatedAt: now };
    const collection = kind as CollectionSlug;
    const { id } = await this.#payload.db.create({ collection, data: whole, select: { id: true } });
    await this.#payload.db.createVersion({
      collectionSlug: collection,
      parent: id,
      versionData: whole as never,
      autosave: false,
      createdAt: now,
      updatedAt: now,
      returning: false,
    });
    return id;
  }

  async #image(image: NewDocument): Promise<void> {
    const key = keyOf('media', image);
    if (this.#ids.has(key)) return;
    const data = { legacy_url: image.url, alt: '' };
    const { id } = await this.#payload.db.create({ collection: 'media' as CollectionSlug, data });
    this.#ids.set(key, id);
  }

  #rank(rows: unknown): void {
    if (!Array.isArray(rows)) return;
    for (const row of rows) {
      const rank = (this.#highest.get(LINK_RANK_COUNTER) ?? 0) + 1;
      // Payload's hooks would give a row its id.
      Object.assign(row as Data, { id: randomBytes(12).toString('hex'), rank });
      this.#raise(LINK_RANK_COUNTER, rank);
    }
  }

  #raise(key: string, least: number): void {
    this.#highest.set(key, Math.max(least, this.#highest.get(key) ?? 0));
  }
}

function keyOf(kind: Kind, document: NewDocument): string {
  return `${kind}/${kind === 'media' ? document.url : document.api_id}`;
}
