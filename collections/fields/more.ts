import type { Field } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';

/** Of a field that clients need and people seldom set: its usual value, or that it is made from the title; null for neither. */
export type Usual = boolean | 'slug' | null;

/** The `admin.custom` property of such a field. */
export const seldomSet = (usual: Usual) => ({ custom: { usual } });

/** Undefined for a field that people set. */
export function usualOf(field: object): Usual | undefined {
  const { admin } = field as { admin?: { custom?: { usual?: Usual } } };
  return admin?.custom?.usual;
}

/** The fields of a form, with those that people seldom set in one fold at the end of the sidebar. What is stored stays the same. */
export function folded(fields: Field[]): Field[] {
  const inside = fields.filter((field) => usualOf(field) !== undefined);
  if (inside.length === 0) return fields;
  return [
    ...fields.filter((field) => !inside.includes(field)),
    {
      type: 'collapsible',
      label: bilingual('Περισσότερα', 'More'),
      admin: {
        className: 'portal-more',
        components: { Label: 'payload-portal-content/client#MoreLabel' },
        initCollapsed: true,
        position: 'sidebar',
      },
      fields: inside,
    },
  ];
}
