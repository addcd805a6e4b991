import type { CollectionConfig, Field } from 'payload';
import { identityFields } from '../../collections/fields/identity.ts';
import { withAdmin } from '../editing/withAdmin.ts';
import type { CollectionOverride } from './options.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** Applies a host's changes to a collection of the plugin. */
export function overridden(
  collection: CollectionConfig,
  { fields, hooks, access, admin, labels, ...others }: CollectionOverride = {},
): CollectionConfig {
  return {
    ...collection,
    ...others,
    access: { ...collection.access, ...access },
    admin: withAdmin(collection.admin, admin),
    ...((labels ?? collection.labels) && { labels: { ...collection.labels, ...labels } }),
    hooks: merged(collection.hooks, hooks),
    fields: fields ? withFields(collection, fields) : collection.fields,
  };
}

const IDENTITY = new Set(identityFields().map((field) => nameOf(field)));

function withFields(
  collection: CollectionConfig,
  change: NonNullable<CollectionOverride['fields']>,
): Field[] {
  const isIdentity = (field: Field) => IDENTITY.has(nameOf(field));
  const defaultFields = collection.fields.filter((field) => !isIdentity(field));
  return [...change({ defaultFields }), ...collection.fields.filter(isIdentity)];
}

function nameOf(field: Field): string | undefined {
  return 'name' in field ? field.name : undefined;
}

/** Adds the hooks of an option to those of a host's own collection: in `beforeChange` before them, elsewhere after. */
function merged(own: Hooks = {}, option: Hooks = {}): Hooks {
  const names = new Set([...Object.keys(own), ...Object.keys(option)]) as Set<keyof Hooks>;
  const both = [...names].map((name) => {
    const [before, added] = [own[name] ?? [], option[name] ?? []] as [unknown[], unknown[]];
    return [name, name === 'beforeChange' ? [...added, ...before] : [...before, ...added]];
  });
  return Object.fromEntries(both);
}

/** Replaces kinds in references by the slugs of their collections. */
export function withSlugs(fields: Field[], slugOf: (kind: string) => string): Field[] {
  return fields.map((field) => {
    if ('fields' in field) return { ...field, fields: withSlugs(field.fields, slugOf) } as Field;
    if ((field.type !== 'relationship' && field.type !== 'upload') || Array.isArray(field.relationTo))
      return field;
    return { ...field, relationTo: slugOf(field.relationTo) } as Field;
  });
}
