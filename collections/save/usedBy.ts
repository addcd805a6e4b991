import { getTranslation } from '@payloadcms/translations';
import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { bilingual, speak } from '../../src/i18n/bilingual.ts';
import { shortened } from '../../src/i18n/shortened.ts';
import { titleOf } from '../../src/i18n/titleOf.ts';
import { formatTime } from '../../src/i18n/zonedTime.ts';
import { localizer } from '../portal/locale.ts';
import { MEDIA, portalOf, slugOf } from '../portal/portal.ts';
import { publishedWhere } from '../portal/published.ts';
import type { RawDocument } from '../portal/RawDocument.ts';
import { usingWhere } from '../portal/references.ts';

type Id = number | string;
type Data = Record<string, unknown>;

const NAMED_AT_MOST = 5;

/** The documents that cannot do without a document and are published or planned for publication: their number, and a few names. */
export async function usersOf(req: PayloadRequest, slug: string, id: Id) {
  const { config, db } = req.payload;
  const used = { slug, id, isMedia: slug === slugOf(portalOf(config), MEDIA) };
  const named: string[] = [];
  let total = 0;
  for (const user of config.collections) {
    const using = usingWhere(user, used);
    if (!using) continue;
    const planned = await plannedUsers(req, user, usingWhere(user, used, 'version.'));
    const found = await db.find<Data>({
      collection: user.slug,
      req,
      limit: NAMED_AT_MOST,
      // Without pagination, MongoDB's adapter does not count beyond the limit.
      pagination: true,
      where: { and: [using, { id: { not_in: planned.ids } }, ...publishedWhere(user)] },
    });
    total += found.totalDocs + planned.ids.length;
    named.push(...found.docs.map((doc) => nameOf(req, user, doc)), ...planned.named);
  }
  return { total, named: named.slice(0, NAMED_AT_MOST) };
}

/** Documents whose newest version needs it and is planned for publication. */
async function plannedUsers(
  req: PayloadRequest,
  user: SanitizedCollectionConfig,
  using: Where = {},
): Promise<{ ids: Id[]; named: string[] }> {
  const { config, db } = req.payload;
  const portal = portalOf(config);
  const planned = await portal.plannedToPublish(req, user.slug);
  if (planned.length === 0) return { ids: [], named: [] };
  const { docs } = await db.findVersions<Data>({
    collection: user.slug,
    limit: 0,
    pagination: false,
    req,
    where: { and: [{ latest: { equals: true } }, using] },
  });
  const { language } = req.i18n;
  const users = docs.flatMap(({ parent, version }) => {
    const plan = planned.find(({ document }) => document === String(parent));
    if (!plan) return [];
    const time = formatTime(plan.at, { timeZone: portal.timeZone, language });
    const when = speak(bilingual(`προγραμματισμένο για ${time}`, `scheduled for ${time}`), language);
    return [{ id: parent as Id, words: `${nameOf(req, user, version)}, ${when}` }];
  });
  return { ids: users.map((each) => each.id), named: users.map(({ words }) => words) };
}

/** A document's label and title. @param doc as the database has it */
function nameOf({ i18n, payload }: PayloadRequest, user: SanitizedCollectionConfig, doc: Data): string {
  const { admin, flattenedFields, labels } = user;
  const title = titleOf(admin, localizer(flattenedFields, payload.config)(doc as RawDocument));
  return `${getTranslation(labels.singular, i18n)} ${title ? `«${shortened(title)}»` : doc.api_id}`;
}
