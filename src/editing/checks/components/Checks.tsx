'use client';

import { useDocumentInfo, useTranslation } from '@payloadcms/ui';
import type { CSSProperties } from 'react';
import { type ApiPath, useAnswer } from '../../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { goToWords } from '../../goToField.ts';
import type { ShownFindings } from '../endpoint.ts';
import type { Check } from '../rules/finding.ts';

const LABEL = bilingual('Έλεγχοι', 'Checks');
const STOPS = bilingual('Σταματά τη δημοσίευση.', 'Stops publishing.');

const NONE: ShownFindings = { findings: [], more: 0 };

/** Limited, since a text of the legacy system may have hundreds. */
const MAX_SHOWN = 30;
const MORE = bilingual('ακόμη', 'more');

/** The elements of a text in which a check finds something. */
const INSIDE: Partial<Record<Check, string>> = {
  brokenLinks: 'a',
  headings: 'h1, h2, h3, h4, h5, h6',
  linkTexts: 'a',
  pictures: 'img',
};

const STYLES = {
  list: {
    display: 'grid',
    gap: '0.5rem',
    listStyle: 'none',
    margin: 0,
    overflowWrap: 'anywhere',
    padding: 0,
  },
  button: {
    background: 'none',
    border: 0,
    color: 'inherit',
    cursor: 'pointer',
    font: 'inherit',
    fontWeight: 600,
    padding: 0,
    textDecoration: 'underline',
  },
} satisfies Record<string, CSSProperties>;

const edge = (tone: 'error' | 'warning'): CSSProperties => ({
  borderInlineStart: `4px solid var(--theme-${tone}-500)`,
  paddingInlineStart: '0.5rem',
});

/** What the checks find in the newest version of the form's document, each with a way to its field. Nothing if they find nothing. */
export function Checks() {
  const { language } = useTranslation().i18n;
  const { collectionSlug, id, savedDocumentData } = useDocumentInfo();
  const path: ApiPath | undefined = id === undefined ? undefined : `/portal-checks/${collectionSlug}/${id}`;
  const { findings, more } = useAnswer<ShownFindings>(path, savedDocumentData?.updatedAt) ?? NONE;
  const total = findings.length + more;
  const t = (text: typeof LABEL) => translate(text, language);
  return (
    // A region that is there before its content, so that screen readers hear of changes after a save.
    <section aria-label={t(LABEL)} aria-live="polite" className="portal-checks">
      {findings.length > 0 && (
        <div className="field-type" style={{ marginBlockEnd: 'calc(var(--base) * 1.5)' }}>
          <span className="field-label">{`${t(LABEL)} (${total})`}</span>
          <ul style={STYLES.list}>
            {findings
              .slice(0, MAX_SHOWN)
              .map(({ check, field, label, message, number, stops, words }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be the same
                <li key={`${check} ${field} ${at}`} style={edge(stops ? 'error' : 'warning')}>
                  <button
                    type="button"
                    style={STYLES.button}
                    onClick={() =>
                      goToWords({ path: field, label, words, number, inside: INSIDE[check] ?? '' })
                    }
                  >
                    {label}
                  </button>
                  {`: ${message}`}
                  {stops && <strong>{` ${t(STOPS)}`}</strong>}
                </li>
              ))}
          </ul>
          {total > MAX_SHOWN && <p>{`${total - MAX_SHOWN} ${t(MORE)}`}</p>}
        </div>
      )}
    </section>
  );
}
