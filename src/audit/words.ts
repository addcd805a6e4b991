import { type Bilingual, bilingual, translate } from '../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../payload/i18n/zonedTime.ts';
import { ACTIONS, type AuditAction, type AuditRow } from './actions.ts';

/** The note of what was done because it had been planned. */
export const PLANNED_NOTE = 'planned';

const AS_SCHEDULED = bilingual('όπως είχε προγραμματιστεί', 'as scheduled');

/** What the server notes: it is stored in these words, with times in ISO 8601. */
const NOTED_BY_SERVER: AuditAction[] = ['planned', 'planCancelled', 'imported', 'draftLinkMade'];
const WORDS: Record<string, Bilingual> = {
  publish: bilingual('δημοσίευση', 'publish'),
  unpublish: bilingual('απόσυρση', 'unpublish'),
  created: bilingual('νέα', 'created'),
  updated: bilingual('άλλαξαν', 'updated'),
  withdrawn: bilingual('αποσύρθηκαν', 'withdrawn'),
  until: bilingual('έως', 'until'),
};

export function actionText({ action }: Pick<AuditRow, 'action'>, language: string): string {
  // A later version may have recorded others.
  const words: Bilingual | undefined = ACTIONS[action];
  return words ? translate(words, language) : action;
}

/** @example noteText({ action: 'planned', note: 'publish, 2026-11-24T12:30:00.000Z' }, style) // 'publish, 24/11/2026 14:30 (Athens time)' */
export function noteText({ action, note }: Pick<AuditRow, 'action' | 'note'>, style: TimeStyle): string {
  if (!note) return '';
  if (note === PLANNED_NOTE && (action === 'published' || action === 'withdrawn'))
    return translate(AS_SCHEDULED, style.language);
  if (!NOTED_BY_SERVER.includes(action)) return note;
  return note.replace(/[a-z]+|\d{4}-[\d:.T-]{1,24}Z/g, (part) => {
    const words = WORDS[part];
    if (words) return translate(words, style.language);
    return part.endsWith('Z') ? formatTime(part, style) : part;
  });
}
