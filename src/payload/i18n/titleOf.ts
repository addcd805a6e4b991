/** The title of a document in the admin, if it has one; the first that there is where the document has it by locale. */
export function titleOf(
  { useAsTitle = 'id' }: { useAsTitle?: string | undefined },
  document: Record<string, unknown>,
): string | undefined {
  const own = document[useAsTitle];
  const title = own && typeof own === 'object' ? Object.values(own).find(Boolean) : own;
  return title ? String(title) : undefined;
}
