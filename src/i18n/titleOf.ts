/** What a document is called in the admin, where it is called something. */
export function titleOf(
  { useAsTitle = 'id' }: { useAsTitle?: string | undefined },
  document: Record<string, unknown>,
): string | undefined {
  const title = document[useAsTitle];
  return title ? String(title) : undefined;
}
