import { JobCancelledError, type Payload, type PayloadRequest, type TaskConfig } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { AS_PLANNED } from '../../audit/index.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { causesOf } from '../../system/logging/describeError.ts';
import { changeOf } from '../dryRun.ts';
import { notify } from '../notices/notify.ts';
import { prepare, refusalOf, refusalText } from './outcome.ts';
import { type PlannedAction, type PlannedInput, PUBLICATION, plannedAction } from './plannedFor.ts';

/** Temporary failures are retried after 1, 2, 4 and 8 minutes. */
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 60_000 } } as const;

/** Without details of the database or the network, which are in the log. */
const FAULT = bilingual(
  'Σφάλμα του διακομιστή, όχι του εγγράφου. Αν επαναληφθεί, ενημερώστε τον διαχειριστή.',
  'This is a server fault, not a problem with the document. If it happens again, tell the administrator.',
);

type Task = TaskConfig<{ input: PlannedInput; output: object }>;

/** Carries out the planned changes of list documents, with the present rights of the planner. */
export const publicationTask: Task = {
  slug: PUBLICATION,
  retries: RETRIES,
  handler: async (args) => {
    const { job, req } = args;
    const action = plannedAction(job as never);
    if (!action || !isOfLists(req, action.collection)) return runPayloadTask(args);
    try {
      const done = await carryOut(req, action, args.input);
      req.payload.logger.info(`${inWords(req.payload, action)}: ${done ? 'done' : 'nothing to do'}.`);
      return { output: {} };
    } catch (error) {
      throw failure(req, action, args.input, error);
    }
  },
};

/** A planned change, as text for the log. */
export function inWords({ config }: Pick<Payload, 'config'>, action: PlannedAction): string {
  const { at, by, change, collection, document, title } = action;
  const time = formatTime(at, { timeZone: portalOf(config).timeZone, language: 'en' });
  const name = title === undefined ? '' : ` "${title}"`;
  return `Planned for ${time}${by === undefined ? '' : ` by ${by}`}: ${change} ${collection} ${document}${name}`;
}

function isOfLists({ payload }: PayloadRequest, collection: string): boolean {
  const { lists, slugs } = portalOf(payload.config);
  return lists.some(({ key }) => (slugs[key] ?? key) === collection);
}

type Handler = Exclude<Task['handler'], string>;

/**
 * Runs Payload's own task of this name, which it adds if a host uses `schedulePublish` elsewhere. Payload runs the first
 * task.
 */
async function runPayloadTask(args: Parameters<Handler>[0]) {
  const tasks = args.req.payload.config.jobs.tasks as unknown as Task[];
  const others = tasks.find((task) => task.slug === PUBLICATION && task !== publicationTask);
  if (typeof others?.handler === 'function') return others.handler(args);
  throw new Error('Nothing in this config schedules what this job is for.');
}

/** @returns whether the status had to be changed */
async function carryOut(req: PayloadRequest, action: PlannedAction, input: PlannedInput): Promise<boolean> {
  const prepared = await prepare(req, action, input);
  if (!prepared) return false;
  const { change, planner } = prepared;
  await req.payload.update({
    ...changeOf(change),
    ...(input.locale && change.change === 'publish' && { publishSpecificLocale: input.locale }),
    context: { [AS_PLANNED]: true },
    depth: 0,
    overrideAccess: planner === undefined,
    ...(planner && { user: planner as never }),
  });
  return true;
}

/**
 * Logs why a planned change failed.
 * @returns an error that ends the job if the change was refused, otherwise one that makes Payload retry
 */
function failure(req: PayloadRequest, action: PlannedAction, { user }: PlannedInput, error: unknown): Error {
  const { payload } = req;
  const refusal = refusalOf(error);
  const language = payload.config.i18n.fallbackLanguage;
  const message = refusal ? refusalText(refusal, language) : translate(FAULT, language);
  const attempt = action.attempts + 1;
  const why = refusal ? message : causesOf(error).join(' ');
  const line = `${inWords(payload, action)}: attempt ${attempt} failed: ${why}`;
  if (refusal || attempt > RETRIES.attempts) {
    payload.logger.error(
      `${line} It is not tried again, and is shown in the admin until somebody has seen it.`,
    );
    const planner = typeof user === 'object' ? user?.value : user;
    const { collection, document, title = String(document) } = action;
    if (planner !== undefined && planner !== null)
      void notify(req, { kind: 'planFailed', collection, document, title, note: message, to: [planner] });
  } else payload.logger.warn(`${line} It is tried again.`);
  return refusal ? new JobCancelledError(message) : new Error(message);
}
