import { type Bilingual, bilingual, translate } from '../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../payload/i18n/zonedTime.ts';
import { ACTIONS, type AuditRow } from './actions.ts';

/** The note of what was done because it had been planned. */
export const PLANNED_NOTE = 'planned';

const AS_SCHEDULED = bilingual('όπως είχε προγραμματιστεί', 'as scheduled');

const PLANS: Record<string, Bilingual> = {
  publish: bilingual('δημοσίευση', 'publish'),
  unpublish: bilingual('απόσυρση', 'unpublish'),
};

/** What was done, with the number of documents if there were several. */
export function actionText(
  { action, counts }: Pick<AuditRow, 'action' | 'counts'>,
  language: string,
): string {
  // A later version may have recorded others.
  const words: Bilingual | undefined = ACTIONS[action];
  const times = counts?.documents ?? counts?.tries ?? 1;
  return `${words ? translate(words, language) : action}${times === 1 ? '' : ` (${times})`}`;
}

/** The note of an entry. What the server itself notes is stored in one form for both languages. */
export function noteText({ action, note }: Pick<AuditRow, 'action' | 'note'>, style: TimeStyle): string {
  if (!note) return '';
  if (action === 'planned' || action === 'planCancelled') {
    const [change = '', at = ''] = note.split(' ');
    const plan = PLANS[change];
    return plan ? `${translate(plan, style.language)}, ${formatTime(at, style)}` : note;
  }
  const isOfServer = note === PLANNED_NOTE && (action === 'published' || action === 'withdrawn');
  return isOfServer ? translate(AS_SCHEDULED, style.language) : note;
}

const COUNTS = {
  documents: bilingual('έγγραφα', 'documents'),
  tries: bilingual('προσπάθειες', 'tries'),
  created: bilingual('νέα', 'created'),
  updated: bilingual('άλλαξαν', 'updated'),
  withdrawn: bilingual('αποσύρθηκαν', 'withdrawn'),
  changed: bilingual('άλλαξαν θέση', 'moved'),
  days: bilingual('ημέρες', 'days'),
} satisfies Record<string, Bilingual>;

/** What an entry can count. */
export type Count = keyof typeof COUNTS;

/** @example countsText({ created: 5, updated: 2 }, 'en') // 'created: 5, updated: 2' */
export function countsText(counts: AuditRow['counts'], language: string): string {
  // A later version may have recorded others.
  const words: Record<string, Bilingual> = COUNTS;
  return Object.entries(counts ?? {})
    .map(([name, count]) => `${words[name] ? translate(words[name], language) : name}: ${count}`)
    .join(', ');
}
