import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../payload/i18n/zonedTime.ts';
import type { PlannedAction, PlannedChange, PlannedState } from './plannedFor.ts';

/** Texts for the server and the admin's pages. */

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
  return `${translate(trouble, style.language)}: ${what}.${reason === undefined ? '' : ` ${reason}`}`;
}

export function plannedText(change: PlannedChange, time: string): Bilingual {
  return bilingual(
    `Προγραμματίστηκε: ${CHANGES[change].el}, ${time}.`,
    `Scheduled: ${CHANGES[change].en}, ${time}.`,
  );
}
