'use client';

import { FieldLabel, useTranslation } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { bilingual, speak } from '../../i18n/bilingual.ts';

const LEGEND = bilingual(
  'Τα πεδία με * είναι υποχρεωτικά για τη δημοσίευση.',
  'Fields marked with * are needed to publish.',
);

interface RequiredLabelProps {
  field: TextFieldClientProps['field'];
  path?: string;
}

/** The label of a field that a published document needs. */
export function RequiredLabel({ field, path }: RequiredLabelProps) {
  // At the head of a list's column, which has no path, nothing is asked for.
  if (path === undefined) return <FieldLabel label={field.label} unstyled />;
  return <FieldLabel label={field.label} localized={Boolean(field.localized)} path={path} required />;
}

/** What the mark of {@link RequiredLabel} means. */
export function RequiredLegend() {
  const { i18n } = useTranslation();
  return (
    <p className="field-description" style={{ margin: '0 0 calc(var(--base) / 2)' }}>
      {speak(LEGEND, i18n.language)}
    </p>
  );
}
