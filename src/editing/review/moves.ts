import type { PayloadRequest } from 'payload';
import { may, type Policy } from '../../../collections/policies/may.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import type { ReviewRow } from './reviews.ts';
import { NEEDS_ANOTHER } from './words.ts';

/** `changedSince`: it was approved, and says something else now. */
export type ReviewState = ReviewRow['state'] | 'changedSince';

/** What can be done about a review. */
export type Move = 'submit' | 'cancel' | 'approve' | 'sendBack' | 'publishUrgently' | 'confirm';

/** What decides about the moves of a user: the document, and what the user has done with it. */
export interface Situation {
  state: ReviewState;
  /** Whether there is something that is not published. */
  hasDraft: boolean;
  isPublished: boolean;
  /** Whether the user has written it, where a second pair of eyes is asked for. */
  isOwn: boolean;
  /** Whether nobody else has approved or published it then. */
  isAlone: boolean;
  /** Whether the user has submitted it. */
  isOwnRequest: boolean;
  /** Whether it is planned to be published. */
  isPlanned: boolean;
}

const NO_DRAFT = bilingual(
  'Δεν υπάρχει νεότερο πρόχειρο: δεν έχει τίποτα να εγκριθεί.',
  'There is no newer draft, so there is nothing to approve.',
);
const NOT_SUBMITTED = bilingual(
  'Δεν έχει υποβληθεί για έγκριση. Φορτώστε ξανά τη σελίδα.',
  'It is not submitted for approval. Reload the page.',
);
const IS_APPROVED = bilingual(
  'Έχει ήδη εγκριθεί όπως είναι. Φορτώστε ξανά τη σελίδα.',
  'It is approved already as it is. Reload the page.',
);
const NOT_PUBLISHED = bilingual(
  'Δεν είναι δημοσιευμένο, οπότε δεν έχει τίποτα να επανεξεταστεί.',
  'It is not published, so there is nothing to look at again.',
);
const WAITS = bilingual(
  'Το έχει ήδη υποβάλει κάποιος άλλος, και περιμένει απόφαση.',
  'Somebody else has submitted it already, and it waits for a decision.',
);
const OTHERS = bilingual(
  'Το υπέβαλε κάποιος άλλος: το ανακαλεί εκείνος, ή το επιστρέφει όποιος δημοσιεύει.',
  'Somebody else has submitted it: they take it back, or who publishes sends it back.',
);
const IS_PLANNED = bilingual(
  'Είναι προγραμματισμένο να δημοσιευτεί. Ακυρώστε πρώτα τον προγραμματισμό.',
  'It is scheduled to be published. Cancel that first.',
);
const NOT_NEEDED = bilingual(
  'Δημοσιεύεται και χωρίς να είναι επείγον.',
  'It can be published without being urgent.',
);
export const CHANGED_SINCE = bilingual(
  'Άλλαξε αφού προγραμματίστηκε, και χρειάζεται έγκριση από άλλον: το εγκρίνει, ή το προγραμματίζει ξανά, κάποιος που δεν το έγραψε.',
  'It has changed since it was scheduled, and needs a second pair of eyes: somebody who has not written it has to approve it, or to schedule it again.',
);

/** Why a move is not possible as things stand. */
type Hindrance = [when: (situation: Situation) => boolean, text: Bilingual, status: number];

const noDraft: Hindrance = [({ hasDraft }) => !hasDraft, NO_DRAFT, 409];

/** Who may do what, and when: the one table of reviews. The panel offers what it allows, and the endpoints refuse the rest. */
const MOVES: Record<Move, { right: Policy; hindrances: Hindrance[] }> = {
  submit: {
    right: may.requestReview,
    hindrances: [
      noDraft,
      [({ state }) => state === 'approved', IS_APPROVED, 409],
      [({ isOwnRequest, state }) => state === 'requested' && !isOwnRequest, WAITS, 409],
    ],
  },
  cancel: {
    right: may.requestReview,
    hindrances: [
      [({ state }) => state !== 'requested', NOT_SUBMITTED, 409],
      [({ isOwnRequest }) => !isOwnRequest, OTHERS, 403],
    ],
  },
  approve: { right: may.review, hindrances: [noDraft, [({ isOwn }) => isOwn, NEEDS_ANOTHER, 403]] },
  sendBack: {
    right: may.review,
    hindrances: [
      noDraft,
      [({ state }) => state === 'none' || state === 'sentBack', NOT_SUBMITTED, 409],
      [({ isPlanned }) => isPlanned, IS_PLANNED, 409],
    ],
  },
  publishUrgently: {
    right: may.publish,
    hindrances: [noDraft, [({ isAlone }) => !isAlone, NOT_NEEDED, 409]],
  },
  confirm: {
    right: may.requestReview,
    hindrances: [[({ isPublished }) => !isPublished, NOT_PUBLISHED, 409]],
  },
};

/** @throws Refusal that says why the user may not make a move */
export function requireMove(req: PayloadRequest, move: Move, situation: Situation): void {
  const hindrance = MOVES[move].hindrances.find(([isHindered]) => isHindered(situation));
  if (hindrance) throw new Refusal(req, hindrance[1], hindrance[2]);
}

/** Refuses what was decided about a state that is no longer so: without a colon, where Payload's messages begin a list. @param review as it is now */
export function decidedMeanwhile(req: PayloadRequest, review: ReviewRow | undefined): Refusal {
  const by = (name: string | null | undefined, words?: string | null) =>
    `${name ? ` (${name})` : ''}.${words ? ` «${words}».` : ''}`;
  const decision = by(review?.decidedBy, review?.reason);
  const submission = by(review?.requestedBy, review?.note);
  const [el, en] = {
    approved: [`εγκρίθηκε${decision}`, `approved${decision}`],
    none: review?.requestedByKey
      ? [`ανακλήθηκε η υποβολή του${by(review.requestedBy)}`, `taken back${by(review.requestedBy)}`]
      : ['δημοσιεύτηκε.', 'published.'],
    requested: [`υποβλήθηκε${submission}`, `submitted${submission}`],
    sentBack: [`επιστράφηκε${decision}`, `sent back${decision}`],
  }[review?.state ?? 'none'] as [string, string];
  return new Refusal(
    req,
    bilingual(
      `Δεν έγινε. Στο μεταξύ ${el} Δείτε το και αποφασίστε ξανά.`,
      `Not done. In the meantime it was ${en} Look at it and decide again.`,
    ),
    409,
  );
}

/** The right that a move takes. */
export const rightTo = (move: Move): Policy => MOVES[move].right;

/** What the user of a request may do as things stand. */
export async function movesOf(req: PayloadRequest, situation: Situation): Promise<Move[]> {
  const moves = Object.entries(MOVES) as [Move, (typeof MOVES)[Move]][];
  const allowed = await Promise.all(
    moves.map(
      async ([, { hindrances, right }]) =>
        hindrances.every(([isHindered]) => !isHindered(situation)) && (await right(req)),
    ),
  );
  return moves.flatMap(([move], at) => (allowed[at] ? [move] : []));
}
