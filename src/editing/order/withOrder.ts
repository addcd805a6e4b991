import type { CollectionConfig } from 'payload';

/** Adds the page on which documents are put into order by hand, at `/order` of the collection, and the way to it from the list. */
export function withOrder(collection: CollectionConfig): CollectionConfig {
  const { admin } = collection;
  const { components } = admin ?? {};
  const view = { Component: 'payload-portal-content/rsc#OrderView', exact: true, path: '/order' };
  const button = 'payload-portal-content/rsc#OrderLink';
  return {
    ...collection,
    admin: {
      ...admin,
      components: {
        ...components,
        beforeListTable: [...(components?.beforeListTable ?? []), button],
        views: { order: view, ...components?.views },
      },
    },
  } as CollectionConfig;
}
