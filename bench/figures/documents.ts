import type { Server } from '../processes/server.ts';

/** A document as Payload's REST gives it. */
export type Document = Record<string, unknown> & { id: string | number };

/** Asks Payload's REST as a signed-in user. @throws Error when it refuses */
export async function rest(
  { url }: Pick<Server, 'url'>,
  headers: Record<string, string>,
  path: string,
  change?: { method: 'PATCH' | 'POST'; data: object },
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/${path}`, {
    method: change?.method ?? 'GET',
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(change && { body: JSON.stringify(change.data) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`/api/${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Some documents of a collection, the oldest first. */
export async function documents(
  server: Pick<Server, 'url'>,
  headers: Record<string, string>,
  collection: string,
  limit: number,
): Promise<Document[]> {
  const found = await rest(server, headers, `${collection}?limit=${limit}&depth=0&sort=api_id`);
  return found.docs as Document[];
}

export async function postIds(
  server: Pick<Server, 'url'>,
  headers: Record<string, string>,
  limit: number,
): Promise<(string | number)[]> {
  return (await documents(server, headers, 'news-posts', limit)).map(({ id }) => id);
}
