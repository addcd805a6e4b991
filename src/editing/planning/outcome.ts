import { type CollectionSlug, Forbidden, type Payload, type PayloadRequest, ValidationError } from 'payload';
import { firstOfFields } from '../../../collections/save/fieldErrors.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdOf } from '../documentId.ts';
import { type Change, type DryRunRequest, dryRun } from '../dryRun.ts';
import { requireSeen } from '../review/secondEyes.ts';
import { type PlannedAction, type PlannedInput, type PlannedOf, plannedJobs } from './plannedFor.ts';

const NO_DOCUMENT = bilingual(
  'Το έγγραφο δεν υπάρχει ή βρίσκεται στον κάδο.',
  'The document does not exist, or is in the trash.',
);
const NO_USER = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν υπάρχει πια. Προγραμματίστε το ξανά.',
  'The user who scheduled it no longer exists. Schedule it again.',
);
export const NO_RIGHT = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν έχει πια δικαίωμα δημοσίευσης. Προγραμματίστε το ξανά.',
  'The user who scheduled it may no longer publish. Schedule it again.',
);

type Reader = Pick<PayloadRequest, 'i18n' | 'payload'>;

interface PreparedChange {
  change: Change;
  /** The user whose rights apply. */
  planner: object;
}

/**
 * Prepares a planned change.
 * @returns undefined if the document already has the planned status
 * @throws Refusal if the document or the planner no longer exists, or somebody else has to approve it first
 */
export async function prepare(
  { i18n, payload }: Reader,
  { change, collection, document }: PlannedAction,
  { seen, user }: PlannedInput,
): Promise<PreparedChange | undefined> {
  const id = documentIdOf(payload, collection, document);
  const planner = await findPlanner(payload, user);
  if (!planner) throw new Refusal({ i18n }, NO_USER, 403);
  const latest = await payload.findByID({
    collection: collection as never,
    id,
    depth: 0,
    disableErrors: true,
    draft: change === 'publish',
  });
  if (!latest) throw new Refusal({ i18n }, NO_DOCUMENT, 404);
  const { _status } = latest as { _status?: string };
  if (_status === (change === 'publish' ? 'published' : 'draft')) return undefined;
  const config = payload.collections[collection as CollectionSlug]?.config;
  if (change === 'publish' && config)
    await requireSeen({ i18n, payload, user: planner } as PayloadRequest, config, latest as never, seen);
  return { change: { collection, id, change }, planner };
}

/** The user who planned it; undefined if there is none any more. */
async function findPlanner(payload: Payload, { relationTo, value }: PlannedInput['user']) {
  const of = { collection: relationTo as never, id: value, depth: 0, disableErrors: true } as const;
  const found = await payload.findByID(of);
  return found ? { ...(found as object), collection: relationTo } : undefined;
}

/** The error, if another attempt would fail in the same way (4xx); undefined for temporary failures. */
export function refusalOf(error: unknown): Error | undefined {
  const { status = 500 } = error as { status?: number };
  return error instanceof Error && status >= 400 && status < 500 ? error : undefined;
}

/**
 * The error that a planned change would have now, in the language of the request.
 * @returns undefined if it would succeed
 */
async function forecast(
  req: Reader,
  action: PlannedAction,
  input: PlannedInput,
): Promise<string | undefined> {
  try {
    const prepared = await prepare(req, action, input);
    if (prepared) await dryRun({ ...req, user: prepared.planner } as DryRunRequest, prepared.change);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal && refusalText(refusal, req.i18n.language);
  }
}

/**
 * {@link plannedFor} with current reasons, in the language of the request: for changes that have failed, and for waiting ones
 * that would fail now.
 */
export async function plannedAsRead(req: PayloadRequest, of?: PlannedOf): Promise<PlannedAction[]> {
  const { i18n, payload } = req;
  const planned = await plannedJobs(payload, of);
  const actions = planned.map(async ({ action, input }) => {
    if (action.state !== 'waiting' && action.state !== 'failed') return action;
    const reason = await forecast({ i18n, payload }, action, input);
    return { ...action, reason: reason ?? action.reason };
  });
  return Promise.all(actions);
}

/** The text of an error; for a validation error, the messages of all fields. */
export function refusalText(error: Error, language: string): string {
  if (error instanceof Forbidden) return translate(NO_RIGHT, language);
  if (!(error instanceof ValidationError)) return error.message;
  const first = firstOfFields(error.data.errors, language);
  return first.map(({ label, message, path }) => `${label || path}: ${message}`).join(' ');
}
