'use client';

import { FieldLabel, useTranslation } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

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
