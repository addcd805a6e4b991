/** The title of a document in the admin, if it has one. */
export function titleOf(
  { useAsTitle = 'id' }: { useAsTitle?: string | undefined },
  document: Record<string, unknown>,
): string | undefined {
  const title = document[useAsTitle];
  return title ? String(title) : undefined;
}
