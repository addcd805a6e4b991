import type { BasePayload } from 'payload';
import { kindOf, MEDIA } from '../../collections/portal/portal.ts';
import type { Kind } from '../../endpoints/lists/index.ts';
import { LINK_RANK_COUNTER, raiseCounter } from '../database/counter.ts';
import { type AppliedSettings, applySettings } from './applySettings.ts';
import { ImportDatabase, type StoredState } from './database.ts';
import { type Decision, decide } from './decisions.ts';
import { allReferences } from './documentData.ts';
import { EditorsWork } from './editorsWork.ts';
import type { ImportLock } from './importLock.ts';
import type { ImportProgress } from './importReport.ts';
import { type Lacking, lackingReferences } from './lacking.ts';
import { noteDocument, noteFindings } from './ledger.ts';
import type { ImportPlan, PlannedDocument } from './plan.ts';
import { eachOf, withRetry } from './retry.ts';
import { settleRanks } from './settleRanks.ts';
import { DocumentWriter } from './writeDocuments.ts';

/** What {@link applyPlan} needs besides the plan. */
export interface ApplyOptions {
  lock: ImportLock;
  onProgress(progress: ImportProgress): void;
}

/** What was done. */
export interface Applied {
  decisions: Decision[];
  /** Documents that Payload refused, by plan id, and why. */
  failed: Map<string, string>;
  lacking: Lacking[];
  images: number;
  settings: AppliedSettings;
  state: StoredState;
}

/**
 * Makes the database what the plan says.
 *
 * A document counts as imported when its entry in the ledger is written, which is the last thing that happens to it. So an
 * import that is killed anywhere, and run again, goes on where it was and comes to the same end.
 */
export async function applyPlan(
  payload: BasePayload,
  plan: ImportPlan,
  { lock, onProgress }: ApplyOptions,
): Promise<Applied> {
  const database = new ImportDatabase(payload);
  const atOnce = payload.db.name === 'mongoose' ? 8 : 4;
  const documents = [...plan.documents.values()].filter(({ kind }) => kind !== MEDIA);
  const state = await database.state(plan.lists.map(({ key }) => key));
  const decisions = decide(documents, state.documents, (kind) => database.fields(kind));
  const all = [...decisions.values()];
  const written = all.filter(({ action }) => action === 'create' || action === 'update');

  // First of all, so that what an editor makes meanwhile gets a number of its own.
  await raiseCounters(payload, plan, all, state);
  const ids = new Map<string, number | string>();
  for (const { planned, stored } of all) if (stored?.id !== undefined) ids.set(planned.id, stored.id);
  const images = await prepareMedia(database, plan, written, ids);
  await preparePlaceholders();
  const settings = await applySettings(payload, plan.lists, plan.settings, state.findings);

  const editorsWork = new EditorsWork(database, plan, state.documents);
  const writer = new DocumentWriter(database, decisions, ids, editorsWork);
  for (const kind of referencedFirst(database, plan)) {
    const ofKind = written.filter(({ planned }) => planned.kind === kind);
    let done = 0;
    const progress = () => onProgress({ phase: 'writing', list: kind, done, total: ofKind.length });
    if (ofKind.length > 0) progress();
    await eachOf(ofKind, atOnce, async (decision) => {
      lock.check();
      await writer.write(decision);
      done++;
      progress();
    });
  }
  await followUnchanged();
  await writer.removeFailed();
  await removeOrphans();
  const { failed } = writer;
  const lacking = await lackingReferences(database, { decisions, ids, failed });
  await noteFindings(payload, settings.findings);
  return { decisions: all, failed, lacking, images, settings, state };

  async function preparePlaceholders(): Promise<void> {
    // Without drafts, a document is published as soon as it is there: it is made when it is whole.
    const missing = written.filter(({ planned }) => !ids.has(planned.id) && database.hasDrafts(planned.kind));
    let done = 0;
    await eachOf(missing, atOnce, async ({ planned, key }) => {
      lock.check();
      const place = { api_id: planned.document.api_id, listed: planned.listed };
      ids.set(planned.id, await withRetry(() => database.createPlaceholder(planned.kind, key, place)));
      onProgress({ phase: 'preparing', done: ++done, total: missing.length });
    });
  }

  /** Elements that did not change may stand elsewhere in their list now, or embed something that did. */
  async function followUnchanged(): Promise<void> {
    const unchanged = all.filter(({ action }) => action === 'unchanged' || action === 'kept');
    await eachOf(unchanged, atOnce, async (decision) => {
      const { planned, stored, key, entry, action } = decision;
      const { position } = planned.document;
      if (stored?.id === undefined) return;
      const { id } = stored;
      if (planned.listed && position !== null && position !== stored.position) {
        lock.check();
        await withRetry(() => database.move(planned.kind, id, position));
      }
      if (action === 'kept') return;
      const digest = planned.listed ? entry.digest : (stored.entry?.digest ?? entry.digest);
      const now = { ...stored.entry, ...entry, digest };
      if (JSON.stringify(now) !== JSON.stringify(stored.entry)) {
        await withRetry(() => noteDocument(payload, key, now));
      }
    });
  }

  /** Placeholders of an import that was killed, for elements that the source does not have any more. */
  async function removeOrphans(): Promise<void> {
    const wanted = new Set(all.map(({ key }) => key));
    for (const { kind, key, id, entry, published } of state.documents) {
      if (entry || published || id === undefined || wanted.has(key)) continue;
      if ((await database.current(kind, id))?.newest) continue;
      await database.remove(kind, id);
    }
  }
}

async function raiseCounters(
  payload: BasePayload,
  plan: ImportPlan,
  all: Decision[],
  state: StoredState,
): Promise<void> {
  const highest = new Map<Kind, number>();
  for (const { planned } of all) {
    highest.set(planned.kind, Math.max(highest.get(planned.kind) ?? 0, planned.document.api_id));
  }
  for (const [kind, least] of highest) await withRetry(() => raiseCounter(payload, kind, least));
  const top = await settleRanks(payload, plan, all, state);
  if (top > 0) await withRetry(() => raiseCounter(payload, LINK_RANK_COUNTER, top));
}

/** One media document for each address that something to be written shows. */
async function prepareMedia(
  database: ImportDatabase,
  plan: ImportPlan,
  written: Decision[],
  ids: Map<string, number | string>,
): Promise<number> {
  const needed = new Map<string, PlannedDocument>();
  for (const { planned } of written) {
    for (const id of allReferences(planned.document, database.fields(planned.kind))) {
      const media = plan.documents.get(id);
      if (media?.kind === MEDIA) needed.set(id, media);
    }
  }
  const urlOf = ({ document }: PlannedDocument) => String(document.url);
  const there = await database.images.find([...needed.values()].map(urlOf));
  const missing: [string, string][] = [];
  for (const [id, media] of needed) {
    const found = there.get(urlOf(media));
    if (found === undefined) missing.push([id, urlOf(media)]);
    else ids.set(id, found);
  }
  await eachOf(missing, 1, async ([id, url]) => {
    ids.set(id, await withRetry(() => database.images.create(url)));
  });
  return missing.length;
}

/** The lists in an order in which whatever refers to others comes after them. */
export function referencedFirst(database: ImportDatabase, plan: ImportPlan): Kind[] {
  const kinds = plan.lists.map(({ key }) => key);
  const refersTo = (kind: Kind) =>
    database
      .fields(kind)
      .flatMap((field) => (field.type === 'relationship' ? [field.relationTo].flat() : []))
      .map((slug) => kindOf(database.portal, slug))
      .filter((to) => to !== kind && kinds.includes(to));
  const order: Kind[] = [];
  const visit = (kind: Kind, path: Kind[]) => {
    if (order.includes(kind) || path.includes(kind)) return;
    for (const to of refersTo(kind)) visit(to, [...path, kind]);
    order.push(kind);
  };
  for (const kind of kinds) visit(kind, []);
  return order;
}
