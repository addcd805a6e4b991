import { Forbidden, type Payload, type PayloadRequest, ValidationError } from 'payload';
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
import { documentIdOf } from '../documentId.ts';
import { type PlannedAction, type PlannedInput, type PlannedOf, plannedJobs } from './plannedFor.ts';
import { type Change, type Rehearser, rehearse } from './rehearse.ts';

const NO_DOCUMENT = bilingual(
  'Το έγγραφο δεν υπάρχει ή βρίσκεται στον κάδο.',
  'The document does not exist, or is in the trash.',
);
const NO_USER = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν υπάρχει πια. Προγραμματίστε το ξανά.',
  'The user who planned it does not exist any more. Plan it again.',
);
const NO_RIGHT = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν έχει πια δικαίωμα δημοσίευσης. Προγραμματίστε το ξανά.',
  'The user who planned it may not publish any more. Plan it again.',
);

type Reader = Pick<PayloadRequest, 'i18n' | 'payload'>;

/** What carrying out something planned comes to. */
interface Prepared {
  change: Change;
  /** With whose rights; undefined for what the server's own code has planned. */
  planner: object | undefined;
}

/**
 * What there is to be done now for something planned.
 * @returns undefined where it has been done by hand already
 * @throws Refusal where its document or its planner is gone
 */
export async function prepare(
  { i18n, payload }: Reader,
  { change, collection, document }: PlannedAction,
  { user }: PlannedInput,
): Promise<Prepared | undefined> {
  const id = documentIdOf(payload, collection, document);
  const planner = await findPlanner(payload, user);
  if (planner === null) throw new Refusal({ i18n }, NO_USER, 403);
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
  return { change: { collection, id, change }, planner };
}

/** The user who planned it; undefined where code did, null where the user is gone. */
async function findPlanner(payload: Payload, user: PlannedInput['user']) {
  if (user === undefined || user === null) return undefined;
  const { relationTo, value } = typeof user === 'object' ? user : {};
  const found =
    relationTo &&
    value !== undefined &&
    (await payload.findByID({ collection: relationTo as never, id: value, depth: 0, disableErrors: true }));
  return found ? { ...(found as object), collection: relationTo } : null;
}

/** What an error refuses, which the same attempt would be refused with again; undefined for what may pass by itself. */
export function refusalOf(error: unknown): Error | undefined {
  const { status = 500 } = error as { status?: number };
  return error instanceof Error && status >= 400 && status < 500 ? error : undefined;
}

/**
 * What something planned would be refused with now, in the language of the request.
 * @returns undefined where it would be done
 */
async function forecast(
  req: Reader,
  action: PlannedAction,
  input: PlannedInput,
): Promise<string | undefined> {
  try {
    const prepared = await prepare(req, action, input);
    if (prepared) await rehearse({ ...req, user: prepared.planner ?? null } as Rehearser, prepared.change);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal && refusalText(refusal, req.i18n.language);
  }
}

/**
 * What is planned for documents of the lists, as {@link plannedFor} gives it. What has failed, or waits and would fail now,
 * has the reason in the language of the request.
 */
export async function plannedAsRead(req: PayloadRequest, of?: PlannedOf): Promise<PlannedAction[]> {
  const { i18n, payload } = req;
  const planned = await plannedJobs(payload, of);
  const actions = planned.map(async ({ action, job }) => {
    if (action.state !== 'waiting' && action.state !== 'failed') return action;
    const reason = await forecast({ i18n, payload }, action, job.input ?? {});
    return { ...action, reason: reason ?? action.reason };
  });
  return Promise.all(actions);
}

/** A refusal in one sentence or more; where fields are at fault, what is wrong with each. */
export function refusalText(error: Error, language: string): string {
  if (error instanceof Forbidden) return speak(NO_RIGHT, language);
  if (!(error instanceof ValidationError)) return error.message;
  return error.data.errors.map(({ label, message, path }) => `${label || path}: ${message}`).join(' ');
}
