import {
  commitTransaction,
  Forbidden,
  initTransaction,
  killTransaction,
  NotFound,
  type PayloadRequest,
} from 'payload';
import { authors, editors } from '../../../collections/access/index.ts';
import { editorOf } from '../../../collections/portal/editor.ts';
import { isPublished } from '../../../collections/portal/published.ts';
import { marked, refuseOutdated } from '../../../collections/save/base.ts';
import { readMainDocument } from '../../../collections/save/mainDocument.ts';
import { bilingual } from '../../i18n/bilingual.ts';
import { checkLock } from '../../payload/locks/checkLock.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
import { copyVersion } from '../../payload/versions/keepNewestVersion.ts';
import { refuseWhilePlanned } from '../planning/hooks.ts';

const OF_ANOTHER = bilingual(
  'Το νεότερο πρόχειρο είναι άλλου. Ζητήστε από όποιον δημοσιεύει να επαναφέρει τη δημοσιευμένη έκδοση.',
  "The newer draft is somebody else's. Ask somebody who publishes to revert to what is published.",
);

/**
 * Makes the published version the newest again. The newer draft stays among the versions. Nothing is published, so authors may
 * revert their own drafts.
 *
 * @throws Refusal that says why it is not possible
 */
export async function revertToPublished(req: PayloadRequest, slug: string, id: number | string) {
  const { config: collection } = req.payload.collections[slug] ?? {};
  if (!(await authors({ req }))) throw new Forbidden(req.t);
  const published = collection && (await readMainDocument(req, slug, id));
  if (!published || !isPublished(collection, published)) throw new NotFound(req.t);
  if (!(await editors({ req }))) {
    const own = await ownNewerDrafts(req, slug, [id]);
    if (!own.has(String(id))) throw new Refusal(req, OF_ANOTHER, 403);
    await refuseWhilePlanned(req, slug, id);
  }
  const args = { id, overrideLock: false };
  await checkLock({ args, collection, context: req.context, operation: 'update', req } as never);
  const { id: _, ...version } = published;
  const isOwn = await initTransaction(req);
  try {
    await refuseOutdated(req, collection, id);
    const mark = marked(req, collection, id);
    await copyVersion(req, slug, id, { ...version, ...mark });
    // Payload ignores a newest version that is older than its document.
    const data = { ...mark, updatedAt: new Date().toISOString() };
    await req.payload.db.updateOne({ collection: slug, data, id, req, returning: false });
    if (isOwn) await commitTransaction(req);
  } catch (error) {
    await killTransaction(req);
    throw error;
  }
}

/** Those of the documents whose newest version is a draft saved by the request's user. */
export async function ownNewerDrafts(
  req: PayloadRequest,
  collection: string,
  ids: readonly (number | string)[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { docs } = await req.payload.db.findVersions<{ parent: unknown }>({
    collection,
    limit: 0,
    pagination: false,
    req,
    select: { parent: true },
    where: {
      parent: { in: [...ids] },
      latest: { equals: true },
      'version._status': { equals: 'draft' },
      'version.edited_by': { equals: editorOf(req) },
    },
  });
  return new Set(docs.map(({ parent }) => String(parent)));
}
