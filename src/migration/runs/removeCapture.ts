import type { BasePayload, CollectionSlug } from 'payload';
import { MEDIA, portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { usingWhere } from '../../../collections/portal/references.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { Ledger } from '../apply/ledger.ts';
import { takeLock } from '../apply/lock.ts';
import { contentsOf, readStored } from '../apply/readStored.ts';
import { type Captured, readCaptured } from '../plan/captured.ts';
import { type Decision, editedHere } from '../plan/decisions.ts';
import { MatchedDocuments, referencedFirst } from '../plan/matchedDocuments.ts';
import { planImport } from '../plan/planImport.ts';
import type { Id } from '../plan/stored.ts';
import { readCapture } from '../source/folder.ts';

/** A document that stays, and why. */
interface KeptDocument {
  list: Kind;
  apiId: number;
  why: 'edited' | 'used';
}

/** What was done. */
export interface Removal {
  /** How many documents were removed, by list and for `media`. */
  removed: Record<string, number>;
  kept: KeptDocument[];
}

/**
 * Removes what an import of this capture has made: documents and images for good, as if it had never been. What editors have
 * changed since, and what documents that stay cannot do without, is kept and named.
 * @throws NoCapture when the folder holds none
 * @throws ImportRunning when an import is at work on this database
 */
export async function removeCapture(payload: BasePayload, from: string): Promise<Removal> {
  const { captured: lists, captures, media } = portalOf(payload.config);
  const keys = lists.map(({ key }) => key);
  const captured = readCaptured(await readCapture(from, keys, captures), lists, { images: media.isOwn });
  const lock = await takeLock(payload);
  try {
    return await removeCaptured(payload, captured);
  } finally {
    await lock.release();
  }
}

async function removeCaptured(payload: BasePayload, captured: Captured): Promise<Removal> {
  const portal = portalOf(payload.config);
  const kinds = captured.lists.map(({ key }) => key);
  const here = await readStored(payload, kinds);
  const there = here.documents.filter(({ id, trashed }) => id !== undefined && !trashed);
  here.contents = await contentsOf(payload, there);
  const matched = new MatchedDocuments(captured, here);
  const removal: Removal = { removed: {}, kept: [] };
  const ofCapture = planImport(matched).decisions.filter(isOfCapture);
  // Of all of them before any is removed, which changes those that refer to it.
  const edited = editedHere(matched);
  const ledger = await Ledger.open(payload);
  // Whatever needs others goes first.
  for (const kind of referencedFirst(captured, here).reverse()) {
    for (const decision of ofCapture.filter((each) => each.captured.kind === kind)) {
      const { id, document } = decision.captured;
      const why = edited.has(id) ? 'edited' : (await isNeeded(decision)) ? 'used' : undefined;
      if (why) removal.kept.push({ list: kind, apiId: document.api_id, why });
      else await remove(decision);
    }
  }
  await ledger.close();
  await removeImages();
  return removal;

  async function isNeeded({ captured: { kind }, here: known }: Decision): Promise<boolean> {
    return known?.id !== undefined && (await isUsed(payload, kind, known.id));
  }

  async function remove({ captured: { kind }, key, here: known }: Decision): Promise<void> {
    // One that an editor has deleted is forgotten: its number may come to mean something else.
    if (known?.id !== undefined) await deleteForGood(kind, known.id);
    await ledger.note(key, null);
  }

  async function deleteForGood(kind: Kind, id: Id): Promise<void> {
    const collection = slugOf(portal, kind) as CollectionSlug;
    await payload.delete({ collection, id, depth: 0, overrideLock: true, trash: true });
    removal.removed[kind] = (removal.removed[kind] ?? 0) + 1;
  }

  async function removeImages(): Promise<void> {
    const addresses = [...captured.documents.values()]
      .filter(({ kind }) => kind === MEDIA)
      .map(({ document }) => String(document.url));
    const ids = new Set(addresses.flatMap((url) => here.images.get(url) ?? []));
    for (const id of ids) if (!(await isUsed(payload, MEDIA, id))) await deleteForGood(MEDIA, id);
  }
}

/** Whether a document was imported from this very element: another portal may have its number. */
function isOfCapture({ captured, here }: Decision): boolean {
  return here?.entry !== undefined && here.entry.digest === captured.digest;
}

/** Whether a document, published or not, cannot do without another one. */
async function isUsed(payload: BasePayload, kind: Kind, id: Id): Promise<boolean> {
  const slug = slugOf(portalOf(payload.config), kind);
  for (const user of payload.config.collections) {
    const where = usingWhere(user, { slug, id, isMedia: kind === MEDIA });
    if (where && (await payload.db.count({ collection: user.slug, where })).totalDocs > 0) return true;
  }
  return false;
}
