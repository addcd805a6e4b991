import type { BasePayload } from 'payload';
import { settingsGroup, slugOfKind } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { payloadDocuments } from '../../changes/hooks.ts';
import { LINK_RANK_COUNTER, raiseCounter } from '../../database/counter.ts';
import type { DecidedChange } from '../plan/decide.ts';
import type { Plan, Write } from '../plan/planImport.ts';
import type { Id, ImportedDocument } from '../plan/stored.ts';
import { asImport, fieldsOf, forgetVersions } from './collections.ts';
import { createImage } from './images.ts';
import { Ledger } from './ledger.ts';
import type { ImportLock } from './lock.ts';
import { eachOf, withRetry } from './retry.ts';
import { answers, begunDocument, reasonOf, writeDocument } from './writeDocument.ts';

/** What {@link apply} needs besides the plan. */
export interface ApplyOptions {
  lock: ImportLock;
  /** Told how far the documents of a kind are; of none, while documents are prepared. */
  onStep(kind: Kind | undefined, done: number, total: number): void;
}

/** What became of the documents that were to be written, by plan id. */
export interface Outcome {
  written: Set<string>;
  /** Payload did not take them: why. */
  refused: Map<string, string>;
  /** Keys of what could not be taken out of publication, and why. */
  stayed: Map<string, string>;
  /** An editor has saved them since the plan was made, or what they refer to was not written: a new plan is needed. */
  open: Set<string>;
}

/**
 * Does what a plan says, a few documents at a time. It decides nothing: what is not as the plan found it is left open.
 *
 * A document counts as imported when it is noted in the ledger, which is the last thing that happens to it. So an import that
 * is killed anywhere, and run again, goes on where it was and comes to the same end.
 */
export async function apply(
  payload: BasePayload,
  plan: Plan,
  { lock, onStep }: ApplyOptions,
): Promise<Outcome> {
  const outcome: Outcome = { written: new Set(), refused: new Map(), stayed: new Map(), open: new Set() };
  const ledger = await Ledger.open(payload);
  const ids = new Map(plan.ids);
  const several = payload.db.name === 'mongoose' ? 8 : 4;
  const again = <T>(work: (isRepeated: boolean) => Promise<T>) => withRetry(payload, work);

  async function each<T>(
    items: readonly T[],
    work: (item: T) => Promise<unknown>,
    { atOnce = several, onDone = () => {} }: { atOnce?: number; onDone?(done: number): void } = {},
  ): Promise<void> {
    let done = 0;
    await eachOf(items, atOnce, async (item) => {
      lock.check();
      await work(item);
      onDone(++done);
    });
    await ledger.flush();
  }

  /** Writes that have begun, by plan id. What one depends on was started earlier, and is waited for. */
  const writing = new Map<string, Promise<void>>();
  async function write(change: Write): Promise<void> {
    await Promise.all(change.needs.map((id) => writing.get(id)));
    const { id } = change.element;
    const written = await writeDocument(payload, change, ids, outcome.refused);
    if ('refused' in written) outcome.refused.set(id, written.refused);
    else if ('open' in written) outcome.open.add(id);
    else {
      ids.set(id, written.id);
      outcome.written.add(id);
      await ledger.note(change.key, change.entry);
    }
  }

  async function withdraw({ kind, key, id, base }: ImportedDocument): Promise<void> {
    if (id === undefined || !base) return;
    const options = { collection: slugOfKind(payload, kind), id, data: { _status: 'draft' } as never };
    try {
      await again(() => payload.update({ ...options, ...asImport(payload.config) }));
    } catch (error) {
      if (!(await answers(payload))) throw error;
      outcome.stayed.set(key, reasonOf(error));
      return;
    }
    await ledger.note(key, { ...base, withdrawn: true });
  }

  // First of all, so that what an editor makes meanwhile gets a number of its own.
  await each(plan.numbers, ({ of, least }) =>
    again(() => raiseCounter(payload, of ?? LINK_RANK_COUNTER, least)),
  );
  const made = async (id: string, make: (isRepeated: boolean) => Promise<Id>) =>
    ids.set(id, await again(make));
  await each(plan.images, ({ id, url }) => made(id, (isRepeated) => createImage(payload, url, isRepeated)), {
    atOnce: 1,
  });
  await each(
    plan.reserved,
    (change) => made(change.element.id, (isRepeated) => reserve(payload, change, isRepeated)),
    { onDone: (done) => onStep(undefined, done, plan.reserved.length) },
  );
  if (Object.keys(plan.settings.values).length > 0)
    await again(() => storeSettings(payload, plan.settings.values));
  for (const kind of new Set(plan.writes.map(({ element }) => element.kind))) {
    const writes = plan.writes.filter(({ element }) => element.kind === kind);
    onStep(kind, 0, writes.length);
    const start = (change: Write) => {
      const written = write(change);
      writing.set(change.element.id, written);
      return written;
    };
    await each(writes, start, { onDone: (done) => onStep(kind, done, writes.length) });
  }
  await each(plan.moved, (change) => again(() => move(payload, change)));
  await each(plan.noted, ({ key, entry }) => ledger.note(key, entry));
  await each(plan.withdrawn, withdraw, { atOnce: 1 });
  await each(plan.orphans, (document) => again(() => remove(payload, document)));
  if (plan.findings) await ledger.remember(plan.findings);
  await ledger.close();
  return outcome;
}

async function reserve(
  payload: BasePayload,
  { key, element: { kind, document }, listed, shape }: Write,
  isRepeated: boolean,
): Promise<Id> {
  const collection = slugOfKind(payload, kind);
  const begun = isRepeated ? await begunDocument(payload, collection, key) : undefined;
  if (begun !== undefined) return begun;
  const now = new Date().toISOString();
  const statuses = fieldsWithRole(fieldsOf(payload, kind), 'standing').map(({ name }) => [name, 'draft']);
  const data = {
    api_id: document.api_id,
    source_key: key,
    ...(shape.hasListed && { listed }),
    ...Object.fromEntries(statuses),
    _status: 'draft',
    createdAt: now,
    updatedAt: now,
  };
  return (await payload.db.create({ collection, data })).id;
}

async function move(payload: BasePayload, { element, stored }: DecidedChange): Promise<void> {
  const { kind, document } = element;
  const id = stored?.id ?? '';
  // Other processes look for what was written last.
  const data = { position: document.position, updatedAt: new Date().toISOString() };
  await payload.db.updateOne({ collection: slugOfKind(payload, kind), id, data, returning: false });
  // This process does not have to look: it is told.
  await payloadDocuments(payload).announce(kind, [id]);
}

async function remove(payload: BasePayload, { kind, id = '' }: ImportedDocument): Promise<void> {
  const collection = slugOfKind(payload, kind);
  await forgetVersions(payload, collection, id);
  await payload.db.deleteOne({ collection, where: { id: { equals: id } }, returning: false });
}

const slug = 'portal-settings' as never;

type Data = Record<string, unknown>;

/** Stores settings, by names such as `news-posts ordering` or `collation`. */
async function storeSettings(payload: BasePayload, values: Data): Promise<void> {
  const stored = (await payload.findGlobal({ slug, depth: 0 })) as Data;
  const data: Data = {};
  for (const [name, value] of Object.entries(values)) {
    const [list = '', key] = name.split(' ');
    const group = settingsGroup(list);
    if (key === undefined) data[name] = value;
    else data[group] = { ...((data[group] ?? stored[group] ?? {}) as Data), [key]: value };
  }
  const context = importing(slug, undefined, {});
  await payload.updateGlobal({ slug, data: data as never, context, depth: 0, overrideAccess: true });
}

/**
 * Has the lists give the addresses of our own image files, or those in the legacy system, or leaves that as it is.
 * @returns which it is now
 */
export async function setOwnImages(payload: BasePayload, wanted: boolean | undefined): Promise<boolean> {
  const { ownImages = false } = (await payload.findGlobal({ slug, depth: 0 })) as { ownImages?: boolean };
  if (wanted === undefined || wanted === ownImages) return ownImages;
  await storeSettings(payload, { ownImages: wanted });
  return wanted;
}
