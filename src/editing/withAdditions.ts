import type { CollectionConfig, CustomComponent, Endpoint, Field } from 'payload';

type Components = NonNullable<NonNullable<CollectionConfig['admin']>['components']>;

/** What a room of the admin adds to a collection. What the collection has itself, stays. */
export interface Addition extends Pick<CollectionConfig, 'access' | 'versions'> {
  /** At the top of the form. */
  fields?: readonly (Field & { name: string })[];
  /** Over the form, after what is there. */
  controls?: readonly CustomComponent[];
  /** In place of parts of Payload's form. */
  edit?: Components['edit'];
  /** Over the list, after what is there. */
  list?: readonly CustomComponent[];
  /** Pages of the collection, and in `edit` those of a document. */
  views?: Components['views'];
  endpoints?: readonly Omit<Endpoint, 'root'>[];
}

/** A collection with what the rooms of the admin add to it, one after the other. */
export function withAdditions(
  collection: CollectionConfig,
  ...additions: readonly Addition[]
): CollectionConfig {
  return additions.reduce(added, collection);
}

function added(
  own: CollectionConfig,
  { controls = [], edit, endpoints = [], fields = [], list = [], views, ...replaced }: Addition,
): CollectionConfig {
  const { components } = own.admin ?? {};
  const lacking = fields.filter(({ name }) =>
    own.fields.every((field) => !('name' in field) || field.name !== name),
  );
  return {
    ...own,
    ...replaced,
    fields: [...lacking, ...own.fields],
    ...(endpoints.length > 0 && { endpoints: [...endpoints, ...(own.endpoints || [])] }),
    admin: {
      ...own.admin,
      components: {
        ...components,
        beforeListTable: [...(components?.beforeListTable ?? []), ...list],
        edit: {
          ...edit,
          ...components?.edit,
          beforeDocumentControls: [...(components?.edit?.beforeDocumentControls ?? []), ...controls],
        },
        views: {
          ...views,
          ...components?.views,
          edit: { ...views?.edit, ...components?.views?.edit } as NonNullable<Components['views']>['edit'],
        },
      },
    },
  } as CollectionConfig;
}
