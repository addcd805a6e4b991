import path from 'node:path';
import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { List } from '../../endpoints/lists/index.ts';
import { writeFast } from '../database/writeFast.ts';
import { OperatorError } from '../logging/OperatorError.ts';
import { apply, type ImportLock, keepTraces, readHere, type Step, takeLock } from './apply/index.ts';
import {
  type Captured,
  type Here,
  type HereDocument,
  isWritten,
  type Plan,
  type PlanOptions,
  planImport,
  readCaptured,
  refuseOtherPortal,
  type Sides,
  toWeigh,
  verifyCaptured,
} from './plan/index.ts';
import {
  beginRun,
  changesOf,
  endRun,
  type ImportProgress,
  type ImportReport,
  type PlannedChange,
  type Run,
  reportOf,
  textFindings,
} from './runs/index.ts';
import { type Capture, NoCapture, readCapture } from './source/index.ts';

/** Options of {@link importCapture} and {@link previewImport}. */
export interface ImportOptions {
  /** The folder with the captures. */
  from: string;
  /** @default those that this Payload serves */
  lists?: readonly List[];
  /** The keys of those that are imported; the others are left as they are. @default all */
  only?: readonly string[];
  /** Whose side counts where editors and the source have changed the same: lists, documents (`news-posts/7`) or all (`*`). */
  sides?: Sides;
  /** Takes out of publication what the source does not have any more. @default false: it is named */
  withdrawMissing?: boolean;
  /** The digest of the plan that was looked at: nothing else is done. */
  plan?: string;
  /** Told now and then how far the import is. */
  onProgress?(progress: ImportProgress): void;
}

/** What an import would do. */
export interface ImportPreview {
  /** Tells the plan from others; `ImportOptions.plan` takes it. */
  plan: string;
  /** What the import would report. */
  report: ImportReport;
  /** What would be done with each document, and why; those that nothing has changed are left out. */
  changes: PlannedChange[];
}

/** The plan is not the one that was looked at. */
class OtherPlan extends OperatorError {
  override readonly name = 'OtherPlan';

  constructor(wanted: string, now: string) {
    super(
      `What would be done now is another plan (${now}) than ${wanted}: the capture, or something here, has changed since. ` +
        'Nothing is imported. Look at it again with --dry-run.',
    );
  }
}

/**
 * Brings a captured legacy portal into Payload: documents, and the settings that its orders show.
 *
 * Running it again changes nothing; after a new capture it changes what has changed in the source. Nothing is ever deleted.
 * @throws NoCapture when the folder holds none
 * @throws OtherPortal when the database holds the content of another portal
 * @throws OtherPlan when `plan` is not what would be done
 * @throws ImportRunning when another import is at work on this database
 */
export async function importCapture(payload: BasePayload, options: ImportOptions): Promise<ImportReport> {
  const { onProgress = () => {} } = options;
  const read = await readAll(payload, options);
  const lock = await takeLock(payload);
  try {
    const imported = { ...read, folder: path.resolve(options.from) };
    const carryOptions = { lock, onProgress, wanted: options.plan, asked: askedOf(options) };
    const { run, ...ended } = await writeFast(payload, () => carryOut(payload, imported, carryOptions));
    const active = (await textFindings(payload)).filter(({ kind }) => kind === 'imported');
    const report = { ...reportOf({ ...read, ...ended }), notReproduced: read.notReproduced, active };
    await endRun(payload, run, report);
    return report;
  } finally {
    await lock.release();
  }
}

/**
 * Says what {@link importCapture} would do. Nothing is written.
 * @throws NoCapture when the folder holds none
 * @throws OtherPortal when the database holds the content of another portal
 */
export async function previewImport(payload: BasePayload, options: ImportOptions): Promise<ImportPreview> {
  const read = await readAll(payload, options);
  const { captured, notReproduced } = read;
  const here = await hereFor(payload, captured);
  refuseOtherPortal(captured, here);
  const plan = planImport(captured, here, new Map(), askedOf(options));
  const ended = { before: here, plan, ...doneBy(plan, () => true) };
  return {
    plan: plan.digest,
    report: { ...reportOf({ ...read, ...ended }), notReproduced, active: [] },
    changes: changesOf(plan, here),
  };
}

async function readAll(payload: BasePayload, { from, only, onProgress, ...options }: ImportOptions) {
  const { captures: names, media, lists: served } = portalOf(payload.config);
  const { lists = served } = options;
  const keys = lists.map(({ key }) => key);
  const unknown = only?.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new NoCapture(`There is no list ${unknown}; the lists are ${keys.join(', ')}.`);
  onProgress?.({ phase: 'reading', done: 0, total: 1 });
  const whole = await readCapture(from, keys, names);
  const isAsked = ({ list }: { list: string }) => only?.includes(list) ?? true;
  const capture = {
    ...whole,
    responses: whole.responses.filter(isAsked),
    unreadable: whole.unreadable.filter(isAsked),
    misnamed: whole.misnamed.filter(isAsked),
  };
  const captured = readCaptured(capture, lists, { images: media.isOwn, ...(only && { only }) });
  onProgress?.({ phase: 'checking', done: 0, total: 1 });
  return { capture, names, captured, notReproduced: await verifyCaptured(captured) };
}

const askedOf = ({ sides, withdrawMissing }: ImportOptions): PlanOptions => ({
  sides,
  withdraws: withdrawMissing,
});

function hereFor(payload: BasePayload, captured: Captured): Promise<Here> {
  const kinds = captured.lists.map(({ key }) => key);
  return readHere(payload, kinds, (light) => toWeigh(captured, light));
}

interface CarryOutOptions {
  lock: ImportLock;
  /** The digest of the first plan, if it has to be a certain one. */
  wanted: string | undefined;
  asked: PlanOptions;
  onProgress(progress: ImportProgress): void;
}

/** What all plans together did. */
interface Done {
  before: Here;
  /** The last one, which left nothing open. */
  plan: Plan;
  done: Map<string, 'created' | 'updated'>;
  images: number;
  stored: string[];
  vanished: HereDocument[];
  withdrawn: Set<string>;
  stayed: Map<string, string>;
}

/**
 * Plans and applies, until nothing is left open: what the database refuses changes what is done with others, and what an
 * editor saves meanwhile is looked at again.
 */
async function carryOut(
  payload: BasePayload,
  { captured, ...imported }: { captured: Captured; capture: Capture; folder: string },
  { lock, wanted, asked, onProgress }: CarryOutOptions,
): Promise<Done & { run: Pick<Run, 'id'> }> {
  const refused = new Map<string, string>();
  let before: Here | undefined;
  let run: Pick<Run, 'id'> | undefined;
  let again = new Set<string>();
  let total: Omit<Done, 'before' | 'plan'> | undefined;
  for (;;) {
    const here = await hereFor(payload, captured);
    const plan = planImport(captured, here, refused, asked);
    if (!before) {
      refuseOtherPortal(captured, here);
      if (wanted !== undefined && wanted !== plan.digest) throw new OtherPlan(wanted, plan.digest);
    }
    before ??= here;
    run ??= await beginRun(payload, { ...imported, plan: plan.digest });
    const { ids, operations } = plan;
    await keepTraces(payload, run.id, { operations, here, again });
    const onStep = (step: Step) => onProgress(progressOf(step));
    const outcome = await apply(payload, operations, { lock, ids, onStep });
    const now = doneBy(plan, (id) => outcome.written.has(id));
    for (const [id, what] of total?.done ?? []) now.done.set(id, what);
    // What was withdrawn by the first plan is not published any more in the others.
    total = total
      ? {
          ...total,
          done: now.done,
          images: total.images + now.images,
          stored: [...total.stored, ...now.stored],
        }
      : { ...now, stayed: outcome.stayed };
    if (outcome.refused.size === 0 && outcome.open.size === 0) return { before, plan, run, ...total };
    for (const [id, reason] of outcome.refused) refused.set(id, reason);
    again = new Set(plan.decisions.flatMap(({ captured: { id }, key }) => (outcome.open.has(id) ? key : [])));
  }
}

/** What a plan does, where its documents are written. */
function doneBy(
  { decisions, operations, settings, vanished }: Plan,
  hasWritten: (planId: string) => boolean,
): Omit<Done, 'before' | 'plan'> {
  const written = decisions.filter((each) => isWritten(each) && hasWritten(each.captured.id));
  return {
    done: new Map(
      written.map(({ captured, rule }) => [
        captured.id,
        rule === 'changed' || rule === 'merged' ? 'updated' : 'created',
      ]),
    ),
    images: operations.filter((each) => each.do === 'image').length,
    stored: Object.keys(settings.values),
    vanished,
    withdrawn: new Set(operations.flatMap((each) => (each.do === 'withdraw' ? each.key : []))),
    stayed: new Map(),
  };
}

function progressOf({ deed, kind, done, total }: Step): ImportProgress {
  return deed === 'reserve'
    ? { phase: 'preparing', done, total }
    : { phase: 'writing', ...(kind !== undefined && { list: kind }), done, total };
}
