import type { CollectionConfig, Field } from 'payload';

/** The properties of a field that its column and its place in a list depend on. */
const KEPT = [
  ...['name', 'type', 'label', 'relationTo', 'hasMany', 'options', 'index', 'hidden', 'localized', 'virtual'],
];

/** A collection with the same fields as one of ours, and nothing else of it: what Payload alone makes of them. */
export function plainCollection(
  { admin, defaultSort, fields }: CollectionConfig,
  slug: string,
): CollectionConfig {
  const { defaultColumns, enableListViewSelectAPI, useAsTitle } = admin ?? {};
  const signedIn = ({ req }: { req: { user: unknown } }) => Boolean(req.user);
  return {
    slug,
    trash: true,
    versions: { drafts: true },
    ...(defaultSort !== undefined && { defaultSort }),
    access: { read: signedIn, readVersions: signedIn },
    admin: {
      ...(defaultColumns && { defaultColumns }),
      ...(enableListViewSelectAPI && { enableListViewSelectAPI }),
      ...(useAsTitle !== undefined && { useAsTitle }),
    },
    fields: fields.flatMap(bare),
  };
}

function bare(field: Field): Field[] {
  // Payload adds it.
  if (field.type === 'ui' || ('name' in field && field.name === '_status')) return [];
  const kept = Object.entries(field).filter(([key]) => KEPT.includes(key));
  const inner = 'fields' in field ? { fields: field.fields.flatMap(bare) } : {};
  return [{ ...Object.fromEntries(kept), ...inner } as Field];
}
