import { addYears } from 'date-fns/addYears';
import type { Endpoint, PayloadRequest } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorKeyOf, editorOf, isPublished } from '../../../collections/portal/portal.ts';
import { noteBase, refuseOutdated } from '../../../collections/save/base.ts';
import { LONGEST_REASON, writtenText } from '../../../collections/save/messages.ts';
import { type AuditEntry, recordAction } from '../../audit/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { type AskedDocument, documentEndpoint } from '../documentEndpoint.ts';
import { type Notice, notify } from '../notices/notify.ts';
import { keepForecasts } from '../planning/forecast.ts';
import { plannedToPublish } from '../planning/plans.ts';
import {
  decidedMeanwhile,
  type Move,
  movesOf,
  type ReviewState,
  requireMove,
  rightTo,
  type Situation,
} from './moves.ts';
import {
  isUnseen,
  keepReview,
  otherPublishers,
  type Person,
  type ReviewRow,
  type ReviewValues,
  requesterOf,
  reviewOf,
} from './reviews.ts';
import { isAlone, needsSecondEyes, newestAuthorship, reviewStateOf } from './secondEyes.ts';

/** A document is looked at again within ten years, in milliseconds. */
const LATEST = 10 * 366 * 24 * 3_600_000;

const NO_REASON = bilingual('Γράψτε τι πρέπει να διορθωθεί.', 'Say what should be changed.');
const TOO_LONG = bilingual(
  `Ένα σημείωμα είναι κείμενο έως ${LONGEST_REASON} χαρακτήρων.`,
  `A note is a text of ${LONGEST_REASON} characters at most.`,
);
const NOBODY = bilingual(
  'Αυτός ο χρήστης δεν δημοσιεύει, ή είστε εσείς. Διαλέξτε άλλον, ή κανέναν, και το βλέπουν όλοι.',
  'This user does not publish, or is you. Choose another, or nobody, and all see it.',
);
const WHEN = bilingual(
  'Λείπει πότε: μια επόμενη ημερομηνία μέσα σε δέκα χρόνια, ή καμία (null), δηλαδή σε έναν χρόνο.',
  'It is not said when: a later date within ten years, or none (null), which is in a year.',
);

/** What a form shows of the review of its document. */
export interface ReviewAnswer {
  state: ReviewState;
  review: Pick<ReviewRow, (typeof SHOWN)[number]> | null;
  /** The time of the newest state, which a decision names. */
  newest: string;
  /** That of the review, which a decision names, too; '' if there was none yet. */
  revision: string;
  /** Whether there is something that is not published. */
  isDraft: boolean;
  isPublished: boolean;
  /** When somebody should look at it again (ISO 8601). */
  lookAgainAt: string | null;
  /** What this user may do. */
  moves: Move[];
  /** To whom a draft may be submitted, by id and name; empty where the users are not the plugin's own. */
  people: Person[];
}

const SHOWN = [
  'assigneeName',
  'decidedAt',
  'decidedBy',
  'note',
  'reason',
  'requestedAt',
  'requestedBy',
  'urgentAt',
  'urgentBy',
  'urgentReason',
] as const;

/** What is known of the document beside it. */
interface KnownSituation extends Situation {
  review: ReviewRow | undefined;
  /** The digest of the newest version. */
  digest: string | null;
  lookAgainAt: string | null;
}

async function situationOf(
  req: PayloadRequest,
  { collection, config, document, id }: AskedDocument<unknown>,
): Promise<KnownSituation> {
  const select = { _status: true, deletedAt: true, look_again_at: true } as const;
  const [review, words, hasSecondEyes, planned, main] = await Promise.all([
    reviewOf(req, collection, id),
    newestAuthorship(req, collection, id),
    needsSecondEyes(req),
    plannedToPublish(req, collection, [id]),
    req.payload.db.findOne<Record<string, unknown> & { id: string }>({
      collection,
      req,
      select,
      where: { id: { equals: id } },
    }),
  ]);
  const at = main?.look_again_at;
  return {
    state: reviewStateOf(review, words),
    hasDraft: document._status === 'draft',
    isPublished: Boolean(main && isPublished(config, main)),
    isOwn: hasSecondEyes && words.writer !== null && words.writer === editorKeyOf(req),
    isAlone: hasSecondEyes && isAlone(req, words, review),
    isOwnRequest: review?.requestedByKey === editorKeyOf(req),
    isPlanned: planned.length > 0,
    review,
    digest: words.digest ?? null,
    lookAgainAt: at ? new Date(at as string).toISOString() : null,
  };
}

async function answerOf(req: PayloadRequest, asked: AskedDocument<unknown>): Promise<ReviewAnswer> {
  const situation = await situationOf(req, asked);
  const { hasDraft, isPublished, lookAgainAt, review, state } = situation;
  const shown = review && Object.fromEntries(SHOWN.map((name) => [name, review[name]]));
  return {
    state,
    review: (shown ?? null) as ReviewAnswer['review'],
    newest: asked.document.updatedAt,
    revision: review?.revision ?? '',
    isDraft: hasDraft,
    isPublished,
    lookAgainAt,
    moves: await movesOf(req, situation),
    people: hasDraft ? await otherPublishers(req) : [],
  };
}

/** What a request says. */
interface Said {
  note: string | null;
  reason: string | null;
  /** The id of a user. */
  assignee: string | null;
  /** The time of the state that is decided about. */
  newest: unknown;
  /** That of the review which was seen. */
  revision: unknown;
}

/** @throws Refusal if a text is too long, or none */
function saidIn(req: PayloadRequest, sent: Record<string, unknown>): Said {
  const text = (value: unknown): string | null => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && value.trim().length <= LONGEST_REASON) return writtenText(value) || null;
    throw new Refusal(req, TOO_LONG, 400);
  };
  const { assignee, newest, note, reason, revision } = sent;
  return { note: text(note), reason: text(reason), assignee: text(assignee), newest, revision };
}

/** What a move changes, and who is told. */
interface Change {
  values: ReviewValues;
  action: AuditEntry['action'];
  note?: string | null;
  notice?: Pick<Notice, 'kind' | 'to'>;
}

type Decide = (req: PayloadRequest, said: Said, situation: KnownSituation) => Change | Promise<Change>;

/** The endpoint of a move. */
function moveEndpoint(name: string, move: Move, decide: Decide): Endpoint {
  return documentEndpoint<Said>({
    path: `${PATH}/${name}`,
    method: 'post',
    right: rightTo(move),
    read: ['_status'],
    body: saidIn,
    run: async (req, asked) => {
      const { body, collection, config, id, title } = asked;
      const situation = await situationOf(req, asked);
      const { review } = situation;
      const { action, note = null, notice, values } = await decide(req, body, situation);
      // A second press of the same button.
      if (isKept(review, values)) return answerOf(req, asked);
      if (body.newest !== undefined) noteBase(req, collection, id, { updatedAt: body.newest });
      // First what has happened since: it is why the move may be none any more.
      await refuseOutdated(req, config, id);
      if (isUnseen(req, review, body.revision)) throw decidedMeanwhile(req, review);
      requireMove(req, move, situation);
      if (!(await keepReview(req, { collection, id, review }, values))) {
        const now = await reviewOf(req, collection, id);
        if (isKept(now, values)) return answerOf(req, asked);
        throw decidedMeanwhile(req, now);
      }
      await recordAction(req, { action, collection, document: id, title, note });
      await keepForecasts(req.payload, { collection, ids: [id] });
      const told = { collection, document: id, title, by: editorOf(req), note, except: req.user?.id };
      if (notice) await notify(req, { ...notice, ...told });
      return answerOf(req, asked);
    },
  });
}

/** Whether a review says already what a move makes of it, the time aside. */
const isKept = (review: ReviewRow | undefined, values: ReviewValues) =>
  review !== undefined &&
  review.state !== 'none' &&
  Object.entries(values).every(
    ([name, value]) => name.endsWith('At') || (review[name as keyof ReviewRow] ?? null) === value,
  );

/** Submits the newest draft for approval, to one person or to all who publish. */
const submit: Decide = async (req, { assignee, note }) => {
  const person = assignee && (await otherPublishers(req)).find(({ id }) => id === assignee);
  if (assignee && !person) throw new Refusal(req, NOBODY, 400);
  return {
    values: {
      state: 'requested',
      requestedBy: editorOf(req),
      requestedByKey: editorKeyOf(req),
      requestedAt: new Date().toISOString(),
      note,
      assignee: person ? person.id : null,
      assigneeName: person ? person.name : null,
      decidedBy: null,
      decidedByKey: null,
      decidedAt: null,
      reason: null,
      digest: null,
    },
    action: 'reviewRequested',
    note,
    notice: { kind: 'reviewRequested', to: person ? [person.id] : 'publishers' },
  };
};

const decided =
  (state: 'approved' | 'sentBack'): Decide =>
  (req, { reason }, { digest, review }) => {
    if (state === 'sentBack' && !reason) throw new Refusal(req, NO_REASON, 400);
    return {
      values: {
        state,
        decidedBy: editorOf(req),
        decidedByKey: editorKeyOf(req),
        decidedAt: new Date().toISOString(),
        reason,
        digest: state === 'approved' ? digest : null,
      },
      action: state,
      note: reason,
      ...(review?.requestedByKey && { notice: { kind: state, to: [requesterOf(review)] } }),
    };
  };

const PATH = '/portal-review/:collection/:id';

/** Says that what is published is still true, and when to look again; no version is made. */
const confirm = documentEndpoint<Date>({
  path: `${PATH}/confirm`,
  method: 'post',
  right: rightTo('confirm'),
  read: ['_status'],
  body: (req, { at }) => {
    const again = at === null ? addYears(new Date(), 1) : new Date(typeof at === 'string' ? at : Number.NaN);
    const ahead = again.getTime() - Date.now();
    if (!(ahead > 0 && ahead < LATEST)) throw new Refusal(req, WHEN, 400);
    return again;
  },
  run: async (req, asked) => {
    const { body, collection, id, title } = asked;
    requireMove(req, 'confirm', await situationOf(req, asked));
    const data = { look_again_at: body.toISOString(), updatedAt: null };
    await req.payload.db.updateOne({ collection, id, data, req, returning: false });
    await recordAction(req, { action: 'confirmed', collection, document: id, title });
    return answerOf(req, asked);
  },
});

/**
 * `GET /portal-review/{collection}/{id}`: the review of a document. `POST …/submit` with `{ note, assignee }`, `…/cancel`,
 * `…/approve` and `…/send-back` with `{ reason }`, `…/confirm` with `{ at }`, the time to look again (ISO 8601), or null for in a
 * year. With `newest`, the newest state must have that time, and with `revision` nobody else may have changed the review since. The
 * same move of the same user again changes nothing, and tells nobody.
 */
export const reviewEndpoints: Endpoint[] = [
  documentEndpoint({ path: PATH, method: 'get', right: may.read, read: ['_status'], run: answerOf }),
  moveEndpoint('submit', 'submit', submit),
  moveEndpoint('cancel', 'cancel', () => ({ values: { state: 'none' }, action: 'reviewCancelled' })),
  moveEndpoint('approve', 'approve', decided('approved')),
  moveEndpoint('send-back', 'sendBack', decided('sentBack')),
  confirm,
];
