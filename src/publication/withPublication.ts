import type { CollectionConfig } from 'payload';

type Edit = NonNullable<
  NonNullable<NonNullable<NonNullable<CollectionConfig['admin']>['components']>['views']>['edit']
>;

const client = (name: string) => `payload-portal-content/client#${name}`;

/**
 * The collection of a list whose list view, form and pickers say how its documents stand. What it says of these itself
 * stays.
 */
export function withPublication(collection: CollectionConfig): CollectionConfig {
  const { admin, fields, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const hasStatus = fields.some((field) => 'name' in field && field.name === '_status');
  const { components } = admin ?? {};
  return {
    ...collection,
    // Payload adds the rest of this field.
    fields: hasStatus
      ? fields
      : [
          ...fields,
          {
            name: '_status',
            type: 'select',
            options: [],
            admin: { components: { Cell: client('PublicationCell') } },
          },
        ],
    admin: {
      ...admin,
      components: {
        ...components,
        edit: { Status: client('PublicationStatus'), ...components?.edit },
        views: {
          ...components?.views,
          edit: { versions: { Component: client('VersionsView') }, ...components?.views?.edit } as Edit,
        },
      },
    },
  };
}
