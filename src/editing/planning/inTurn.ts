import type { BasePayload, Payload } from 'payload';
import { giveBackJobs } from '../../payload/jobs.ts';
import { LATE, type PlannedAction, PUBLICATION, plannedFor } from './plannedFor.ts';

type Id = PlannedAction['id'];

/** The changes that this process carries out. Each tells whether it will be tried again. */
const running = new WeakMap<BasePayload, Map<Id, Promise<boolean>>>();

function runningIn(payload: BasePayload): Map<Id, Promise<boolean>> {
  const here = running.get(payload) ?? new Map<Id, Promise<boolean>>();
  running.set(payload, here);
  return here;
}

/** Carries out a change, and has later ones of its document wait for it: Payload starts all jobs of a run at once. */
export async function inTurn<Outcome extends { again: boolean }>(
  payload: BasePayload,
  { id }: PlannedAction,
  carryOut: () => Promise<Outcome>,
): Promise<Outcome> {
  const here = runningIn(payload);
  const outcome = carryOut();
  here.set(
    id,
    outcome.then(({ again }) => again),
  );
  return outcome.finally(() => here.delete(id));
}

/**
 * Has what is planned before for the same document carried out: waits for what this process carries out, and runs what is due and
 * nobody has taken up.
 * @returns the plan that has to come first and will be tried later, or is carried out elsewhere; the plan itself if it is no longer
 * stored, so that somebody has done or cancelled it; undefined if it is its turn
 */
export async function blockerOf(payload: Payload, action: PlannedAction): Promise<PlannedAction | undefined> {
  const here = runningIn(payload);
  const read = async () => {
    const plans = await plannedFor(payload, { collection: action.collection, ids: [action.document] });
    return plans.filter(({ state }) => state !== 'failed');
  };
  const plans = await read();
  const own = plans.findIndex(({ id }) => id === action.id);
  if (own < 0) return action;
  const last = plans.slice(0, own).findLastIndex(({ id }) => here.has(id));
  const running = plans[last];
  // It has waited for those before it.
  if (running && (await here.get(running.id))) return running;
  for (const { id } of plans.slice(last + 1, own)) {
    await giveBackJobs(payload, PUBLICATION, Date.now() - LATE);
    await payload.jobs.run({ allQueues: true, silent: true, where: { id: { equals: id } } });
    const left = (await read()).find((each) => each.id === id);
    if (left) return left;
  }
  return undefined;
}
