import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { kindOf, portalOf } from '../../../../collections/portal/portal.ts';
import { publishedWhere } from '../../../../collections/portal/published.ts';
import { fieldsWithRole } from '../../../../collections/portal/roles.ts';
import { firstWords } from '../../../../collections/values/words.ts';
import type { List } from '../../../../endpoints/lists/index.ts';
import { localizer } from '../../../documents/locale.ts';
import { titleOf } from '../../../i18n/titleOf.ts';
import { LINKS, type LinkRow, REASONS } from '../collections.ts';
import {
  brokenLink,
  type Check,
  checkTexts,
  comparable,
  type Finding,
  longTitle,
  sameTitle,
} from '../rules/index.ts';
import type { CheckSettings } from '../settings.ts';
import type { Content } from './contentOf.ts';
import { eachOf, findIn } from './rowsOf.ts';
import { unpublishedLinks } from './unpublishedLinks.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** A document to be checked. */
export interface Checked {
  config: SanitizedCollectionConfig;
  /** Undefined for a new one. */
  id: Id | undefined;
  content: Content;
}

/** The list whose documents a collection has; undefined for other collections. */
export function listOf(payload: PayloadRequest['payload'], collection: string): List | undefined {
  const portal = portalOf(payload.config);
  const kind = kindOf(portal, collection);
  return portal.lists.find(({ key }) => key === kind);
}

/** What the checks find in a document by itself, without the database. */
export function* findingsInside(
  { title, titleField, texts }: Content,
  { longestTitle }: CheckSettings,
  wanted: (check: Check) => boolean,
): Iterable<Finding> {
  const long = titleField && wanted('titleLength') ? longTitle(title, longestTitle) : [];
  for (const said of long) yield { check: 'titleLength', field: titleField ?? '', ...said };
  yield* checkTexts(texts, wanted);
}

/**
 * What the checks find in a document, as often as it is iterated. Each finding is made when it is asked for: all of a text of
 * some megabytes would fill the memory.
 * @param wanted which checks are made
 */
export async function findingsOf(
  req: PayloadRequest,
  checked: Checked,
  settings: CheckSettings,
  wanted: (check: Check) => boolean,
): Promise<Iterable<Finding>> {
  const { content } = checked;
  const { title, titleField: field } = content;
  const other = wanted('sameTitle') ? await otherWithTitle(req, checked) : undefined;
  const links = wanted('brokenLinks')
    ? [await brokenLinks(req, content), await unpublishedLinks(req.payload, content, req)]
    : [];
  return {
    *[Symbol.iterator]() {
      yield* findingsInside(content, settings, wanted);
      if (other && field) yield { check: 'sameTitle', field, ...sameTitle(title, other) };
      for (const each of links) yield* each;
    },
  };
}

/** Another published document of the collection with the title, found by its words. */
async function otherWithTitle(
  req: PayloadRequest,
  { config, content: { title, titleField }, id }: Checked,
): Promise<string | undefined> {
  if (!titleField || title === '') return undefined;
  const [search] = fieldsWithRole(config.flattenedFields, 'search');
  const words = firstWords(title).join(' ');
  const named: Where =
    search && words ? { [search.name]: { like: words } } : { [titleField]: { equals: title } };
  const others: Where[] = id === undefined ? [] : [{ id: { not_equals: id } }];
  // Asked past Payload's operations, which would give the request of a rehearsal another Payload.
  const localized = localizer(config.flattenedFields, req.payload.config);
  const where = [named, ...others, ...publishedWhere(config)];
  const select = { [titleField]: true, api_id: true } as const;
  for await (const raw of eachOf(req.payload, config.slug, where, { req, select })) {
    const other = titleOf(config.admin, localized(raw)) ?? '';
    if (comparable(other) === comparable(title)) return nameOf(raw);
  }
  return undefined;
}

/** What a document is called beside its title: its number on the portal. */
export function nameOf({ api_id, id }: Data): string {
  return `id ${api_id ?? id}`;
}

/** The links of a document whose addresses are known not to work, whoever has them. */
async function brokenLinks(req: PayloadRequest, { links }: Content): Promise<Iterable<Finding>> {
  const addresses = links.map(({ address }) => address);
  const where: Where[] = [{ state: { equals: 'broken' } }];
  const rows = await findIn<LinkRow>(req.payload, LINKS, ['address', addresses], { where, req });
  const reasons = new Map(rows.map((row) => [row.address, row.reason]));
  return {
    *[Symbol.iterator]() {
      for (const link of links) {
        const reason = reasons.get(link.address);
        if (reason) yield { check: 'brokenLinks', field: link.field, ...brokenLink(link, REASONS[reason]) };
      }
    },
  };
}
