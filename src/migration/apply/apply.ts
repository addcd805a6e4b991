import type { BasePayload } from 'payload';
import { settingsGroup } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import { payloadDocuments } from '../../changes/hooks.ts';
import { LINK_RANK_COUNTER, raiseCounter } from '../../database/counter.ts';
import type { Operation, Write } from '../plan/operations.ts';
import type { Id } from '../plan/stored.ts';
import { asImport, fieldsOf, forgetVersions, slugOfKind } from './collections.ts';
import { createImage } from './images.ts';
import { Ledger } from './ledger.ts';
import type { ImportLock } from './lock.ts';
import { eachOf, withRetry } from './retry.ts';
import { answers, begunDocument, reasonOf, writeDocument } from './writeDocument.ts';

/** Where an import stands: `reserve` prepares documents of no list. */
export interface Step {
  type: Operation['do'];
  kind: string | undefined;
  done: number;
  total: number;
}

/** What {@link apply} needs besides the operations. */
export interface ApplyOptions {
  lock: ImportLock;
  /** Payload's ids of what the operations refer to, by plan id. Those of what is made are added. */
  ids: Map<string, Id>;
  onStep(step: Step): void;
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
  operations: readonly Operation[],
  { lock, ids, onStep }: ApplyOptions,
): Promise<Outcome> {
  const outcome: Outcome = { written: new Set(), refused: new Map(), stayed: new Map(), open: new Set() };
  const ledger = await Ledger.open(payload);
  const writing = new Map<string, Promise<void>>();
  const work = { payload, ledger, ids, outcome, writing };
  const atOnce = payload.db.name === 'mongoose' ? 8 : 4;
  for (const group of groupsOf(operations)) {
    const [first] = group;
    const { do: type } = first ?? {};
    const kind = first && 'kind' in first && type !== 'reserve' ? first.kind : undefined;
    let done = 0;
    const report = () => {
      if (type && REPORTED.has(type)) onStep({ type, kind, done, total: group.length });
    };
    if (type !== 'reserve') report();
    await eachOf(group, type === 'image' || type === 'withdraw' ? 1 : atOnce, async (operation) => {
      lock.check();
      await perform(operation, work);
      done++;
      report();
    });
    await ledger.flush();
  }
  await ledger.close();
  return outcome;
}

/** The operations that take long enough to be reported. */
const REPORTED: ReadonlySet<Operation['do']> = new Set(['reserve', 'write', 'withdraw']);

interface Work {
  payload: BasePayload;
  ledger: Ledger;
  ids: Map<string, Id>;
  outcome: Outcome;
  /** Writes that have begun, by plan id. */
  writing: Map<string, Promise<void>>;
}

type OperationOf<Do extends Operation['do']> = Extract<Operation, { do: Do }>;

async function perform(operation: Operation, work: Work): Promise<void> {
  const { payload, ledger, ids } = work;
  switch (operation.do) {
    case 'raise':
      await withRetry(payload, () =>
        raiseCounter(payload, operation.of ?? LINK_RANK_COUNTER, operation.least),
      );
      return;
    case 'image':
      ids.set(
        operation.id,
        await withRetry(payload, (isRepeated) => createImage(payload, operation.url, isRepeated)),
      );
      return;
    case 'reserve':
      ids.set(
        operation.id,
        await withRetry(payload, (isRepeated) => reserve(payload, operation, isRepeated)),
      );
      return;
    case 'set':
      return withRetry(payload, () => storeSettings(payload, operation.values));
    case 'write': {
      const writing = write(operation, work);
      work.writing.set(operation.id, writing);
      return writing;
    }
    case 'move':
      return withRetry(payload, () => move(payload, operation));
    case 'withdraw':
      return withdraw(operation, work);
    case 'note':
      return ledger.note(operation.key, operation.entry);
    case 'remove':
      return withRetry(payload, () => remove(payload, operation));
    case 'remember':
      return ledger.remember(operation.findings);
  }
}

async function withdraw(
  { kind, key, here: id, entry }: OperationOf<'withdraw'>,
  { payload, ledger, outcome }: Work,
): Promise<void> {
  const options = { collection: slugOfKind(payload, kind), id, data: { _status: 'draft' } as never };
  try {
    await withRetry(payload, () => payload.update({ ...options, ...asImport(payload.config) }));
  } catch (error) {
    if (!(await answers(payload))) throw error;
    outcome.stayed.set(key, reasonOf(error));
    return;
  }
  await ledger.note(key, entry);
}

/** Waits for the writes it depends on; they were started earlier. */
async function write(operation: Write, { payload, ledger, ids, outcome, writing }: Work): Promise<void> {
  const { id, key, entry, needs } = operation;
  await Promise.all(needs.map((each) => writing.get(each)));
  const written = await writeDocument(payload, operation, ids, outcome.refused);
  if ('refused' in written) outcome.refused.set(id, written.refused);
  else if ('open' in written) outcome.open.add(id);
  else {
    ids.set(id, written.id);
    outcome.written.add(id);
    await ledger.note(key, entry);
  }
}

/** Runs of operations of one sort, documents of one kind each. */
function groupsOf(operations: readonly Operation[]): Operation[][] {
  const groups: Operation[][] = [];
  let last: string | undefined;
  for (const operation of operations) {
    const sort =
      'kind' in operation && REPORTED.has(operation.do) ? `${operation.do} ${operation.kind}` : operation.do;
    if (sort === last) groups.at(-1)?.push(operation);
    else groups.push([operation]);
    last = sort;
  }
  return groups;
}

async function reserve(
  payload: BasePayload,
  { kind, key, apiId, listed }: OperationOf<'reserve'>,
  isRepeated: boolean,
): Promise<Id> {
  const collection = slugOfKind(payload, kind);
  const begun = isRepeated ? await begunDocument(payload, collection, key) : undefined;
  if (begun !== undefined) return begun;
  const now = new Date().toISOString();
  const fields = fieldsOf(payload, kind);
  const hasListed = fields.some(({ name }) => name === 'listed');
  const statuses = fieldsWithRole(fields, 'standing').map(({ name }) => [name, 'draft']);
  const data = {
    api_id: apiId,
    source_key: key,
    ...(hasListed && { listed }),
    ...Object.fromEntries(statuses),
    _status: 'draft',
    createdAt: now,
    updatedAt: now,
  };
  return (await payload.db.create({ collection, data })).id;
}

async function move(payload: BasePayload, { kind, here: id, position }: OperationOf<'move'>): Promise<void> {
  // Other processes look for what was written last.
  const data = { position, updatedAt: new Date().toISOString() };
  await payload.db.updateOne({ collection: slugOfKind(payload, kind), id, data, returning: false });
  // This process does not have to look: it is told.
  await payloadDocuments(payload).announce(kind, [id]);
}

async function remove(payload: BasePayload, { kind, here: id }: OperationOf<'remove'>): Promise<void> {
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
