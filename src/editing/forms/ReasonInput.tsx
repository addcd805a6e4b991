'use client';

import { LONGEST_REASON } from '../../../collections/save/reasons.ts';

interface Props {
  id: string;
  label: string;
  /** What is wrong with it. */
  error?: string | undefined;
  onChange(text: string): void;
}

/** A few words of why, outside of Payload's form: looks like its own fields, and ends where the server does. */
export function ReasonInput({ error, id, label, onChange }: Props) {
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
      />
      <p aria-live="polite" id={`${id}-error`} style={{ margin: 0 }}>
        {error && <strong style={{ color: 'var(--theme-error-600)' }}>⚠ {error}</strong>}
      </p>
    </div>
  );
}
