import type { CollectionConfig } from 'payload';

type Admin = CollectionConfig['admin'];

/** Merges `admin`. Components are added to the collection's own if there may be several. */
export function withAdmin(own: Admin, given: Admin): Admin {
  const [before, after] = [own?.components, given?.components];
  if (!before || !after) return { ...own, ...given };
  const beforeListTable = [...(before.beforeListTable ?? []), ...(after.beforeListTable ?? [])];
  const beforeDocumentControls = [
    ...(before.edit?.beforeDocumentControls ?? []),
    ...(after.edit?.beforeDocumentControls ?? []),
  ];
  const edit = { ...before.edit, ...after.edit, beforeDocumentControls };
  return { ...own, ...given, components: { ...before, ...after, beforeListTable, edit } };
}
