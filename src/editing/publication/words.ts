import { getTranslation } from '@payloadcms/translations';
import type { PayloadRequest } from 'payload';
import { STANDING_WORDS } from '../../../collections/fields/identity.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { type PlannedChange, troubleText } from '../planning/words.ts';
import type { Flaw, PublicationState, PublicationStatus } from './states.ts';

const STATUSES: Record<PublicationStatus, Bilingual> = {
  ...STANDING_WORDS,
  trashed: bilingual('Στον κάδο', 'In the trash'),
};

const FLAWS: Record<Flaw, Bilingual> = {
  unlisted: bilingual('Δημοσιευμένο, εκτός λίστας', 'Published, not in the list'),
  nothing: bilingual('Δημοσιευμένο, αλλά δεν εμφανίζεται', 'Published, but not shown'),
  'last element': bilingual(
    'Δημοσιευμένο, αλλά εμφανίζεται όπως ήταν πριν',
    'Published, but shown as it was before',
  ),
  'last value': bilingual('Δημοσιευμένο, με κάτι που λείπει', 'Published, with something missing'),
};

const WITH_DRAFT = bilingual('με νεότερο πρόχειρο', 'with a newer draft');

const REVIEWS: Record<NonNullable<PublicationState['review']>, Bilingual> = {
  requested: bilingual('υποβλήθηκε', 'submitted'),
  approved: bilingual('εγκρίθηκε', 'approved'),
  sentBack: bilingual('επιστράφηκε', 'sent back'),
};

const PLANNED: Record<PlannedChange, Bilingual> = {
  publish: bilingual('θα δημοσιευτεί', 'to be published'),
  unpublish: bilingual('θα αποσυρθεί', 'to be withdrawn'),
};

const MISSING = bilingual('Λείπει', 'Missing');
const BEHIND = bilingual(
  'Η πύλη δεν δείχνει ακόμη τις τελευταίες αλλαγές, από',
  'The portal has not shown the latest changes since',
);

/** The status of a document as text. */
export interface PublicationWords {
  /** The standing, and what is decided and planned. */
  text: string;
  /** Why the portal does not show it as it is; '' if it does. */
  detail: string;
  /** Planned changes that have failed or will fail, with the reason. */
  alerts: string[];
}

/** Describes the status of a document in the language of the request. */
export function publicationWords(
  { i18n: { language }, i18n, payload }: PayloadRequest,
  slug: string,
  { standing, review, flaw, planned, missing, failure, behindSince }: PublicationState,
): PublicationWords {
  const t = (words: Bilingual) => translate(words, language);
  const style = { timeZone: portalOf(payload.config).timeZone, language };
  const time = (at: Date | string) => formatTime(at, style);
  const troubles = planned.map((each) => troubleText(each, style));
  const fields = payload.collections[slug]?.config.flattenedFields ?? [];
  const labelOfField = (name: string) =>
    getTranslation(labelOf(fields.find((each) => each.name === name)) ?? name, i18n);
  const text = [
    t(flaw ? FLAWS[flaw] : STATUSES[standing]),
    ...(flaw && standing === 'changed' ? [t(WITH_DRAFT)] : []),
    ...(review ? [t(REVIEWS[review])] : []),
    ...planned
      .filter((_, at) => troubles[at] === undefined)
      .map(({ at, change }) => `${t(PLANNED[change])} ${time(at)}`),
  ];
  const detail = [
    ...(missing.length > 0 ? [`${t(MISSING)}: ${missing.map(labelOfField).join(', ')}.`] : []),
    ...(failure === undefined ? [] : [failure]),
    ...(behindSince === undefined ? [] : [`${t(BEHIND)} ${time(new Date(behindSince))}.`]),
  ];
  const alerts = troubles.filter((each) => each !== undefined);
  return { text: text.join(' · '), detail: detail.join(' '), alerts };
}
