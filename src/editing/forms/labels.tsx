'use client';

import { FieldLabel, useRowLabel, useTranslation } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { LONGEST_REASON } from '../../../collections/save/messages.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

/** The label of a row: the text in one column, or the number of a new row. */
export function LinkRowLabel({ column = 'text' }: { column?: string }) {
  const { data, rowNumber } = useRowLabel<Record<string, unknown>>();
  return <span>{String(data[column] ?? '') || (rowNumber ?? 0) + 1}</span>;
}

const LEGEND = bilingual(
  'Τα πεδία με * είναι υποχρεωτικά για τη δημοσίευση.',
  'Fields marked with * are required for publishing.',
);

interface RequiredLabelProps {
  field: TextFieldClientProps['field'];
  path?: string;
}

/** The label of a field that is required for publishing. */
export function RequiredLabel({ field, path }: RequiredLabelProps) {
  // A column heading has no path and needs no mark.
  if (path === undefined) return <FieldLabel label={field.label} unstyled />;
  return <FieldLabel label={field.label} localized={Boolean(field.localized)} path={path} required />;
}

/** Explains the mark of {@link RequiredLabel}. */
export function RequiredLegend() {
  const { i18n } = useTranslation();
  return (
    <p className="field-description" style={{ margin: '0 0 calc(var(--base) / 2)' }}>
      {translate(LEGEND, i18n.language)}
    </p>
  );
}

interface Props {
  id: string;
  label: string;
  /** What is wrong with it. */
  error?: string | undefined;
  onChange(text: string): void;
  /** @default what is typed */
  value?: string;
}

/** A few words of why, outside of Payload's form: looks like its own fields, and ends where the server does. */
export function ReasonInput({ error, id, label, onChange, value }: Props) {
  return (
    <div className={`field-type textarea ${error ? 'error' : ''}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        aria-describedby={error && `${id}-error`}
        aria-invalid={error ? true : undefined}
        id={id}
        maxLength={LONGEST_REASON}
        onChange={({ target }) => onChange(target.value)}
        rows={3}
        value={value}
      />
      <p aria-live="polite" id={`${id}-error`} style={{ margin: 0 }}>
        {error && <strong style={{ color: 'var(--theme-error-600)' }}>⚠ {error}</strong>}
      </p>
    </div>
  );
}
