import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../payload/i18n/zonedTime.ts';

export type PlannedChange = 'publish' | 'unpublish';

/**
 * The state of a planned change. `waiting`: not yet due. `running`: being carried out. `retrying`: failed, will be tried again.
 * `failed`: failed for good, kept until an editor has seen it. `late`: overdue, and no server carries it out.
 */
export type PlannedState = 'waiting' | 'running' | 'retrying' | 'failed' | 'late';

/** What a job stores of a planned change of a document. */
export interface PlannedInput {
  change: PlannedChange;
  /** The slug of the document's collection. */
  collection: string;
  /** The id of the document, as a string. */
  document: string;
  /** The document's title when the change was planned. */
  title: string;
  /** The planned time (ISO 8601). */
  at: string;
  /** The name of the user who planned it. */
  by: string;
  /** The user who planned it. */
  planner: { collection: string; id: number | string };
  /** A digest of what was to be published. */
  seen: string;
  /** Why it has failed, or would fail: as of the last save of the document, or the last night. */
  reason?: Bilingual;
}

/** A planned change of a document. */
export interface PlannedAction extends PlannedInput {
  /** The id of the job. */
  id: number | string;
  state: PlannedState;
  /** The number of attempts. */
  attempts: number;
  /** The time of the next attempt, for `retrying` (ISO 8601). */
  nextAttempt?: string;
}

/** URL fragment that opens the planned changes of a document. */
export const PLANNED_HASH = '#planned';

export const PAST = bilingual(
  'Αυτή η ώρα έχει περάσει. Επιλέξτε μια επόμενη.',
  'This time has passed. Choose a later one.',
);

export const ONLY_EDITORS = bilingual(
  'Η δημοσίευση αυτού του εγγράφου είναι προγραμματισμένη, και ό,τι αλλάξετε θα δημοσιευόταν μαζί. Ζητήστε από όποιον δημοσιεύει να την ακυρώσει πρώτα.',
  'This document is scheduled to be published, and your changes would be published with it. Ask an editor to cancel that first.',
);

export const CHANGES: Record<PlannedChange, Bilingual> = {
  publish: bilingual('Δημοσίευση', 'Publish'),
  unpublish: bilingual('Απόσυρση', 'Unpublish'),
};

export const TRIED_AGAIN = bilingual('Απέτυχε και θα δοκιμαστεί ξανά', 'Failed; will be tried again');

const TROUBLES: Partial<Record<PlannedState, Bilingual>> = {
  waiting: bilingual('Θα αποτύχει', 'Will fail'),
  retrying: TRIED_AGAIN,
  failed: bilingual('Απέτυχε', 'Failed'),
  late: bilingual('Καθυστερεί', 'Late'),
};

/** A short description of the problem with a planned change; undefined if there is none. */
export function troubleOf({ reason, state }: PlannedAction): Bilingual | undefined {
  return state === 'waiting' && reason === undefined ? undefined : TROUBLES[state];
}

/** The problem with the planned change, its time and the reason. */
export function troubleText(action: PlannedAction, style: TimeStyle): string | undefined {
  const trouble = troubleOf(action);
  if (!trouble) return undefined;
  const { at, change, reason } = action;
  const what = `${translate(CHANGES[change], style.language)}, ${formatTime(at, style)}`;
  return `${translate(trouble, style.language)}: ${what}.${reason ? ` ${translate(reason, style.language)}` : ''}`;
}

export function plannedText(change: PlannedChange, time: string): Bilingual {
  return bilingual(
    `Προγραμματίστηκε: ${CHANGES[change].el}, ${time}.`,
    `Scheduled: ${CHANGES[change].en}, ${time}.`,
  );
}
