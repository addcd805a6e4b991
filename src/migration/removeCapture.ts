import type { BasePayload, CollectionSlug } from 'payload';
import { MEDIA, portalOf, slugOf } from '../../collections/portal/portal.ts';
import { referencesOf } from '../../collections/portal/references.ts';
import type { Kind } from '../../endpoints/lists/index.ts';
import { referencedFirst } from './applyPlan.ts';
import { ImportDatabase } from './database.ts';
import { type Decision, decide, writtenContent } from './decisions.ts';
import { EditorsWork } from './editorsWork.ts';
import { takeLock } from './importLock.ts';
import { forgetDocument } from './ledger.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { readCapture } from './source/index.ts';

type Id = number | string;

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
  const { captures, lists, media } = portalOf(payload.config);
  const keys = lists.map(({ key }) => key);
  const plan = planImport(await readCapture(from, keys, captures), lists, { images: media.isOwn });
  const lock = await takeLock(payload);
  try {
    return await removePlanned(payload, plan);
  } finally {
    await lock.release();
  }
}

async function removePlanned(payload: BasePayload, plan: ImportPlan): Promise<Removal> {
  const database = new ImportDatabase(payload);
  const state = await database.state(plan.lists.map(({ key }) => key));
  const documents = [...plan.documents.values()].filter(({ kind }) => kind !== MEDIA);
  const decisions = decide(documents, state.documents, (kind) => database.fields(kind));
  const editorsWork = new EditorsWork(database, plan, state.documents);
  const removal: Removal = { removed: {}, kept: [] };
  const ofCapture = [...decisions.values()].filter(isOfCapture);
  const edited = new Set<Decision>();
  // All of them before any is removed, which changes those that refer to it.
  for (const decision of ofCapture) if (await isEdited(decision)) edited.add(decision);
  // Whatever needs others goes first.
  for (const kind of referencedFirst(database, plan).reverse()) {
    for (const decision of ofCapture.filter(({ planned }) => planned.kind === kind)) {
      const why = edited.has(decision) ? 'edited' : (await isNeeded(decision)) ? 'used' : undefined;
      if (why) removal.kept.push({ list: kind, apiId: decision.planned.document.api_id, why });
      else await remove(decision);
    }
  }
  await removeImages();
  return removal;

  async function isEdited(decision: Decision): Promise<boolean> {
    const { planned, stored } = decision;
    if (stored?.id === undefined) return false;
    const source = writtenContent(planned, decisions, database.fields(planned.kind), () => false);
    return (await editorsWork.weigh(decision, stored.id, source)).is === 'changed';
  }

  async function isNeeded({ planned, stored }: Decision): Promise<boolean> {
    return stored?.id !== undefined && (await isUsed(payload, planned.kind, stored.id));
  }

  async function remove({ planned: { kind }, key, stored }: Decision): Promise<void> {
    // One that an editor has deleted is forgotten: its number may come to mean something else.
    if (stored?.id !== undefined) await deleteForGood(kind, stored.id);
    await forgetDocument(payload, key);
  }

  async function deleteForGood(kind: Kind, id: Id): Promise<void> {
    const collection = slugOf(database.portal, kind) as CollectionSlug;
    await payload.delete({ collection, id, depth: 0, overrideLock: true, trash: true });
    removal.removed[kind] = (removal.removed[kind] ?? 0) + 1;
  }

  async function removeImages(): Promise<void> {
    const images = [...plan.documents.values()].filter(({ kind }) => kind === MEDIA);
    const there = await database.images.find(images.map(({ document }) => String(document.url)));
    for (const id of there.values()) if (!(await isUsed(payload, MEDIA, id))) await deleteForGood(MEDIA, id);
  }
}

/** Whether a document was imported from this very element: another portal may have its number. */
function isOfCapture({ planned, stored }: Decision): boolean {
  return stored?.entry !== undefined && stored.entry.digest === planned.digest;
}

/** Whether a document, published or not, cannot do without another one. */
async function isUsed(payload: BasePayload, kind: Kind, id: Id): Promise<boolean> {
  const slug = slugOf(portalOf(payload.config), kind);
  for (const user of payload.config.collections) {
    for (const { name } of referencesOf(user).filter(({ to }) => to === slug)) {
      const where = { [name]: { equals: id } };
      if ((await payload.db.count({ collection: user.slug as CollectionSlug, where })).totalDocs > 0)
        return true;
    }
  }
  return false;
}
