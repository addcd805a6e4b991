'use client';

import { useTranslation } from '@payloadcms/ui';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { isSeen } from '../look.ts';
import type { PreviewedKey } from '../types.ts';
import { useWords } from './useWords.ts';

/** A time as the lists have it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** What changes beside the look, in words. */
export function ChangedValues({ keys, timeZone }: { keys: PreviewedKey[]; timeZone: string }) {
  const words = useWords();
  const { language } = useTranslation().i18n;
  const inWords = (json: string | null): string => {
    const value: unknown = json === null ? null : JSON.parse(json);
    return said(value) || words.nothing;
  };
  const said = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'string' && TIME.test(value)) return formatTime(value, { timeZone, language });
    if (Array.isArray(value)) return value.map(said).filter(Boolean).join(', ');
    if (typeof value !== 'object' || value === null) return String(value ?? '');
    const { text, title } = value as Record<string, unknown>;
    return String(title ?? text ?? Object.values(value).map(said).join(', '));
  };
  const changed = keys.filter(
    (each) => each.before !== null && each.before !== each.after && !isSeen(each) && !each.decided,
  );
  if (changed.length === 0) return null;
  return (
    <>
      <h3>{words.values}</h3>
      <ul className="portal-preview__values">
        {changed.map(({ after, before, key, label }) => (
          <li key={key}>
            {label}: <del>{inWords(before)}</del> → <ins>{inWords(after)}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}
