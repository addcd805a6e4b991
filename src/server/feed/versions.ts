import { createHash } from 'node:crypto';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import type { ListVersions } from '../../changes/webhooks/index.ts';

/** What the lists are served as; undefined before there is anything to serve. */
export function versionsOf(
  readModel: Pick<ReadModel, 'lists' | 'response' | 'snapshot'>,
): ListVersions | undefined {
  const settings = readModel.snapshot()?.settings;
  if (!settings) return undefined;
  const all = readModel.lists.map(({ key }) => {
    // The default ordering is always there.
    const { etag } = readModel.response(key, undefined) as { etag: string };
    const own = JSON.stringify([settings.collation, settings.lists[key] ?? null]);
    return [key, { etag, settings: createHash('sha256').update(own).digest('base64url').slice(0, 16) }];
  });
  return Object.fromEntries(all);
}
