import type { PayloadRequest } from 'payload';

/** Who saves: a name, which stays when the user is deleted. */
export function editorOf({ payload, user }: PayloadRequest): string | null {
  if (!user) return null;
  const { useAsTitle = 'id' } = payload.collections[user.collection]?.config.admin ?? {};
  const { name, [useAsTitle]: title } = user as unknown as Record<string, unknown>;
  return String(name || title || user.id);
}

/** The same user as a value that nobody else has; null where no user saves. */
export function editorKeyOf({ user }: Pick<PayloadRequest, 'user'>): string | null {
  return user ? `${user.collection} ${user.id}` : null;
}
