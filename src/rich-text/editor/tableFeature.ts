import { EXPERIMENTAL_TableFeature } from '@payloadcms/richtext-lexical';
import type { NumberField } from 'payload';
import { bilingual } from '../../payload/i18n/bilingual.ts';

/** The one place that names Payload's feature: in Payload 4, it is `TableFeature`. */
const tables = EXPERIMENTAL_TableFeature();

/** Payload's tables, with a form of their own words and a client side that has captions. */
export const PortalTableFeature = (): typeof tables => ({
  ...tables,
  feature: async (args) => {
    const feature = typeof tables.feature === 'function' ? await tables.feature(args) : tables.feature;
    return {
      ...feature,
      ClientFeature: 'payload-portal-content/client#PortalTableFeatureClient',
      generateSchemaMap: (map) => {
        const schemas = feature.generateSchemaMap?.(map) ?? new Map();
        for (const field of schemas.get('fields')?.fields ?? []) Object.assign(field, SIZES[field.name]);
        return schemas;
      },
    };
  },
});

type Size = Pick<NumberField, 'label' | 'defaultValue' | 'min' | 'max'>;

const SIZES: Readonly<Record<string, Size>> = {
  rows: { label: bilingual('Γραμμές', 'Rows'), defaultValue: 3, min: 1, max: 100 },
  columns: { label: bilingual('Στήλες', 'Columns'), defaultValue: 3, min: 1, max: 20 },
};
