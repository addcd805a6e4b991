import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { type KindOfWaiting, whatWaits } from '../../src/editing/dashboard/waiting.ts';
import { formatterOf } from '../../src/editing/dashboard/words.ts';

export type Shown = NonNullable<Awaited<ReturnType<typeof whatWaits>>>['news'];

/** What the first page shows a user, in English, by kind. @param limit items of each kind */
export async function firstPage(payload: Payload, user: PayloadRequest['user'] | object, limit = 6) {
  const req = await createLocalReq({ user } as never, payload);
  const found = await whatWaits(req, formatterOf(payload, req.i18n as never), limit);
  if (!found) return undefined;
  const { waiting, ...others } = found;
  const kinds: Partial<Record<KindOfWaiting, Shown>> = {};
  for (const { kind, items } of waiting) kinds[kind] = items;
  const more = waiting.flatMap(({ hasMore, kind }) => (hasMore ? [kind] : []));
  return { ...others, kinds, more };
}
