import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { List } from '../../endpoints/lists/index.ts';
import { writeFast } from '../database/writeFast.ts';
import { apply, type ImportLock, readHere, type Step, takeLock } from './apply/index.ts';
import {
  type Captured,
  type Decision,
  type Here,
  isWritten,
  type Plan,
  planImport,
  readCaptured,
  refuseOtherPortal,
  toWeigh,
  verifyCaptured,
} from './plan/index.ts';
import { type ImportProgress, type ImportReport, reportOf, textFindings } from './runs/index.ts';
import { readCapture } from './source/index.ts';

/** Options of {@link importCapture}. */
export interface ImportOptions {
  /** The folder with the captures. */
  from: string;
  /** @default those that this Payload serves */
  lists?: readonly List[];
  /** Told now and then how far the import is. */
  onProgress?(progress: ImportProgress): void;
}

/**
 * Brings a captured legacy portal into Payload: documents, and the settings that its orders show.
 *
 * Running it again changes nothing; after a new capture it changes what has changed in the source. Nothing is ever deleted.
 * @throws NoCapture when the folder holds none
 * @throws OtherPortal when the database holds the content of another portal
 * @throws ImportRunning when another import is at work on this database
 */
export async function importCapture(payload: BasePayload, options: ImportOptions): Promise<ImportReport> {
  const { from, onProgress = () => {} } = options;
  const { captures: names, media, lists: served } = portalOf(payload.config);
  const { lists = served } = options;
  onProgress({ phase: 'reading', done: 0, total: 1 });
  const keys = lists.map(({ key }) => key);
  const capture = await readCapture(from, keys, names);
  const captured = readCaptured(capture, lists, { images: media.isOwn });
  onProgress({ phase: 'checking', done: 0, total: 1 });
  const notReproduced = await verifyCaptured(captured);
  const lock = await takeLock(payload);
  try {
    const ended = await writeFast(payload, () => carryOut(payload, captured, { lock, onProgress }));
    const active = (await textFindings(payload)).filter(({ kind }) => kind === 'imported');
    return { ...reportOf({ capture, names, captured, ...ended }), notReproduced, active };
  } finally {
    await lock.release();
  }
}

interface CarryOutOptions {
  lock: ImportLock;
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
}

/**
 * Plans and applies, until nothing is left open: what the database refuses changes what is done with others, and what an
 * editor saves meanwhile is looked at again.
 */
async function carryOut(
  payload: BasePayload,
  captured: Captured,
  { lock, onProgress }: CarryOutOptions,
): Promise<Done> {
  const refused = new Map<string, string>();
  const total: Omit<Done, 'before' | 'plan'> = { done: new Map(), images: 0, stored: [] };
  let before: Here | undefined;
  for (;;) {
    const here = await readHere(
      payload,
      captured.lists.map(({ key }) => key),
      (light) => toWeigh(captured, light),
    );
    if (!before) refuseOtherPortal(captured, here);
    before ??= here;
    const plan = planImport(captured, here, refused);
    const { ids, operations } = plan;
    const onStep = (step: Step) => onProgress(progressOf(step));
    const outcome = await apply(payload, operations, { lock, ids, onStep });
    for (const decision of plan.decisions.filter(isWritten)) {
      const { id } = decision.captured;
      if (outcome.written.has(id)) total.done.set(id, isUpdate(decision) ? 'updated' : 'created');
    }
    total.images += operations.filter((each) => each.do === 'image').length;
    total.stored.push(...Object.keys(plan.settings.values));
    if (outcome.refused.size === 0 && outcome.open.size === 0) return { before, plan, ...total };
    for (const [id, reason] of outcome.refused) refused.set(id, reason);
  }
}

const isUpdate = ({ rule }: Decision) => rule === 'changed';

function progressOf({ deed, kind, done, total }: Step): ImportProgress {
  return deed === 'reserve'
    ? { phase: 'preparing', done, total }
    : { phase: 'writing', ...(kind !== undefined && { list: kind }), done, total };
}
