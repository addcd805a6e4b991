import type { CollectionConfig, Field } from 'payload';
import { bilingual } from '../../payload/i18n/bilingual.ts';

type Edit = NonNullable<
  NonNullable<NonNullable<NonNullable<CollectionConfig['admin']>['components']>['views']>['edit']
>;

const client = (name: string) => `payload-portal-content/client#${name}`;

/** The field at the top of the sidebar. */
const inPortal = (): Field & { name: string } => ({
  name: 'in_portal',
  type: 'ui',
  admin: {
    position: 'sidebar',
    components: { Field: client('InPortal') },
    disableBulkEdit: true,
    disableListColumn: true,
  },
});

/** The status field. Payload adds its other properties. */
const status = (): Field & { name: string } => ({
  name: '_status',
  type: 'select',
  label: bilingual('Κατάσταση', 'Status'),
  options: [],
  // Lists are filtered by the standing, which has the words of this cell.
  admin: { components: { Cell: client('PublicationCell') }, disableListFilter: true },
});

/**
 * Shows the status of documents in the list view, form and pickers of a collection. Components in the collection's own config
 * take precedence.
 */
export function withPublication(collection: CollectionConfig): CollectionConfig {
  const { admin, fields, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const { components } = admin ?? {};
  const lacking = [inPortal(), status()].filter(({ name }) =>
    fields.every((field) => !('name' in field) || field.name !== name),
  );
  return {
    ...collection,
    fields: [...lacking, ...fields],
    admin: {
      ...admin,
      components: {
        ...components,
        edit: {
          PublishButton: client('PublishButton'),
          Status: client('PublicationStatus'),
          UnpublishButton: client('UnpublishButton'),
          ...components?.edit,
        },
        views: {
          ...components?.views,
          edit: {
            versions: { Component: 'payload-portal-content/rsc#VersionsView' },
            ...components?.views?.edit,
          } as Edit,
        },
      },
    },
  };
}
