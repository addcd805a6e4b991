import type { BasePayload } from 'payload';
import { MEDIA } from '../../../collections/portal/portal.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { importing } from '../../../collections/save/note.ts';
import type { Id } from '../plan/index.ts';
import { asImport, configOf, slugOfKind } from './collections.ts';

/** So many are looked for at once. */
const BATCH = 500;

/** Makes the image of an address, or brings back one that an import has made and that is in the trash. */
export async function createImage(payload: BasePayload, url: string): Promise<Id> {
  const collection = slugOfKind(payload, MEDIA);
  const data = { legacy_url: url, alt: fileName(url) };
  const untouched = { legacy_url: { equals: url }, alt: { equals: data.alt }, filename: { exists: false } };
  const where = { ...untouched, deletedAt: { exists: true } };
  const trashed =
    configOf(payload, MEDIA).trash && (await payload.db.findOne<RawDocument>({ collection, where }));
  if (trashed) {
    const back = { collection, id: trashed.id, data: { deletedAt: null } as never, trash: true };
    return (await payload.update({ ...back, ...asImport(payload.config) })).id;
  }
  const context = importing(collection, undefined, data);
  const options = { collection, data: data as never, context, ...asImport(payload.config) };
  return (await payload.create(options)).id;
}

/** What an import says of an image until an editor does. */
function fileName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** An image with one of some addresses. */
export interface MadeImage {
  id: Id;
  url: string;
  /** An editor has given it a file, or a description. */
  isEdited: boolean;
}

/** The images with these addresses, those in the trash aside. */
export async function readImagesOf(payload: BasePayload, urls: readonly string[]): Promise<MadeImage[]> {
  const collection = slugOfKind(payload, MEDIA);
  const found: MadeImage[] = [];
  for (let from = 0; from < urls.length; from += BATCH) {
    const where = { legacy_url: { in: urls.slice(from, from + BATCH) } };
    const { docs } = await payload.db.find<RawDocument>({ collection, where, limit: 0, pagination: false });
    for (const { id, legacy_url, alt, filename, deletedAt } of docs) {
      const url = String(legacy_url);
      if (!deletedAt) found.push({ id, url, isEdited: Boolean(filename) || alt !== fileName(url) });
    }
  }
  return found;
}
