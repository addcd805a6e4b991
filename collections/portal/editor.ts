import type { PayloadRequest } from 'payload';

/** The name of the user who saves. A name, because it must remain when the user is deleted. */
export function editorOf({ payload, user }: PayloadRequest): string | null {
  if (!user) return null;
  const { useAsTitle = 'id' } = payload.collections[user.collection]?.config.admin ?? {};
  const { name, [useAsTitle]: title } = user as unknown as Record<string, unknown>;
  return String(name || title || user.id);
}

/** A unique key of the user who saves; null without a user. */
export function editorKeyOf({ user }: Pick<PayloadRequest, 'user'>): string | null {
  return user ? `${user.collection} ${user.id}` : null;
}
