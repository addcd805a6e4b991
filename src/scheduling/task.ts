import { Forbidden, type Payload, type PayloadRequest, type TaskConfig, ValidationError } from 'payload';
import { bilingual, speak } from '../../collections/fields/labels.ts';
import { portalOf } from '../../collections/portal.ts';
import { formatTime } from '../i18n/zonedTime.ts';
import { causesOf } from '../logging/describeError.ts';
import { type PlannedAction, type PlannedInput, PUBLICATION, plannedAction } from './plannedFor.ts';
import { changeOf } from './rehearse.ts';

/** A change that fails is tried again after 1, 2, 4 and 8 minutes, and then given up. */
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 60_000 } } as const;

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

type Task = TaskConfig<{ input: PlannedInput; output: object }>;
type Request = PayloadRequest;

/** Carries out what is planned for documents of the lists, with the rights that its planner has by then. */
export const publicationTask: Task = {
  slug: PUBLICATION,
  retries: RETRIES,
  handler: async (args) => {
    const { job, req } = args;
    const action = plannedAction(job as never);
    if (!action || !isOfLists(req, action.collection)) return handOver(args);
    const attempt = action.attempts + 1;
    try {
      const done = await carryOut(req.payload, action, args.input);
      req.payload.logger.info(`${inWords(req.payload, action)}: ${done ? 'done' : 'nothing to do'}.`);
      return { output: {} };
    } catch (error) {
      const reason = reasonOf(error);
      const line = `${inWords(req.payload, action)}: attempt ${attempt} failed: ${reason}`;
      if (attempt <= RETRIES.attempts) req.payload.logger.warn(`${line} It is tried again.`);
      else
        req.payload.logger.error(
          `${line} It is not tried again, and is shown in the admin until somebody has seen it.`,
        );
      // What is kept of an error is its message.
      throw new Error(reason, { cause: error });
    }
  },
};

/** Something planned, as the log names it. */
export function inWords({ config }: Pick<Payload, 'config'>, action: PlannedAction): string {
  const { at, by, change, collection, document, title } = action;
  const time = formatTime(at, { timeZone: portalOf(config).timeZone, language: 'en' });
  const name = title === undefined ? '' : ` "${title}"`;
  return `Planned for ${time}${by === undefined ? '' : ` by ${by}`}: ${change} ${collection} ${document}${name}`;
}

function isOfLists({ payload }: Request, collection: string): boolean {
  const { lists, slugs } = portalOf(payload.config);
  return lists.some(({ key }) => (slugs[key] ?? key) === collection);
}

/** Payload's own task of that name carries out what a host has planned for other collections, and for globals. */
async function handOver(args: Parameters<Exclude<Task['handler'], string>>[0]) {
  const tasks = args.req.payload.config.jobs.tasks as unknown as Task[];
  const others = tasks.find((task) => task.slug === PUBLICATION && task !== publicationTask);
  if (typeof others?.handler === 'function') return others.handler(args);
  throw new Error('Nothing in this config schedules what this job is for.');
}

/** @returns whether there was anything to do */
async function carryOut(
  payload: Payload,
  action: PlannedAction,
  { locale, user }: PlannedInput,
): Promise<boolean> {
  const { change, collection } = action;
  const id = idFor(payload, collection, action.document);
  const planner = await findPlanner(payload, user);
  const latest = await payload.findByID({
    collection: collection as never,
    id,
    depth: 0,
    disableErrors: true,
    draft: change === 'publish',
  });
  if (!latest) throw new Error(inFallback(payload, NO_DOCUMENT));
  const { _status } = latest as { _status?: string };
  if (_status === (change === 'publish' ? 'published' : 'draft')) return false;
  const update = {
    ...changeOf({ collection, id, change }),
    ...(locale && change === 'publish' && { publishSpecificLocale: locale }),
    depth: 0,
    overrideAccess: planner === undefined,
  };
  await payload.update({ ...update, ...(planner && { user: planner as never }) }).catch((error: unknown) => {
    throw error instanceof Forbidden ? new Error(inFallback(payload, NO_RIGHT)) : error;
  });
  return true;
}

/** Who planned it; undefined for what the server's own code has planned. */
async function findPlanner(payload: Payload, user: PlannedInput['user']) {
  if (user === undefined || user === null) return undefined;
  const { relationTo, value } = typeof user === 'object' ? user : {};
  const found =
    relationTo &&
    value !== undefined &&
    (await payload.findByID({ collection: relationTo as never, id: value, depth: 0, disableErrors: true }));
  if (!found) throw new Error(inFallback(payload, NO_USER));
  return { ...(found as object), collection: relationTo };
}

/** The id of a document as the database has it. */
export function idFor({ collections, db }: Payload, collection: string, id: string): number | string {
  const type = collections[collection as never]?.customIDType ?? db.defaultIDType;
  return type === 'number' ? Number(id) : id;
}

function inFallback({ config }: Payload, text: { el: string; en: string }): string {
  return speak(text, config.i18n.fallbackLanguage);
}

/** An error in one sentence or more; where fields are at fault, what is wrong with each. */
function reasonOf(error: unknown): string {
  if (error instanceof ValidationError) {
    return error.data.errors.map(({ label, message, path }) => `${label || path}: ${message}`).join(' ');
  }
  return causesOf(error).join(' ');
}
