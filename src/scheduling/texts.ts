import { type Bilingual, bilingual } from '../../collections/fields/labels.ts';
import type { PlannedChange } from './plannedFor.ts';

/** Texts that the server and the admin's pages share. */

export const PAST = bilingual(
  'Αυτή η ώρα έχει περάσει. Επιλέξτε μια επόμενη.',
  'This time has passed. Choose a later one.',
);

export const CHANGES: Record<PlannedChange, Bilingual> = {
  publish: bilingual('Δημοσίευση', 'Publish'),
  unpublish: bilingual('Απόσυρση', 'Unpublish'),
};

export function plannedText(change: PlannedChange, time: string): Bilingual {
  return bilingual(
    `Προγραμματίστηκε: ${CHANGES[change].el}, ${time}.`,
    `Planned: ${CHANGES[change].en}, ${time}.`,
  );
}
