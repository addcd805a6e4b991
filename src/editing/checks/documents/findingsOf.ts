import { escapeUTF8 } from 'entities/escape';
import type { BasePayload, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { localizer } from '../../../../collections/portal/locale.ts';
import type { RawDocument } from '../../../../collections/portal/portal.ts';
import {
  isPublished,
  kindOf,
  MEDIA,
  portalOf,
  publishedWhere,
  slugOf,
} from '../../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../../collections/portal/roles.ts';
import { firstWords } from '../../../../collections/values/searchText.ts';
import type { List } from '../../../../endpoints/lists/index.ts';
import { titleOf } from '../../../payload/i18n/bilingual.ts';
import { documentIdOf } from '../../documentId.ts';
import { LINKS, type LinkRow, REASONS } from '../collections.ts';
import {
  brokenLink,
  type Check,
  checkTexts,
  comparable,
  type Finding,
  longTitle,
  sameTitle,
  unpublishedLink,
} from '../rules/index.ts';
import type { CheckSettings } from '../settings.ts';
import type { Content } from './contentOf.ts';
import { eachOf, findIn } from './rowsOf.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** A document to be checked. */
export interface CheckedDocument {
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
  checked: CheckedDocument,
  settings: CheckSettings,
  wanted: (check: Check) => boolean,
): Promise<Iterable<Finding>> {
  const content = wanted('pictures')
    ? await namedPictures(req.payload, checked.content, req)
    : checked.content;
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
  { config, content: { sharesTitle, title, titleField }, id }: CheckedDocument,
): Promise<unknown> {
  if (!titleField || title === '' || sharesTitle) return undefined;
  const [search] = fieldsWithRole(config.flattenedFields, 'search');
  const words = firstWords(title).join(' ');
  // The words of a localized title are those of the locale that was saved last.
  const isLocalized = config.flattenedFields.some(
    (field) => field.name === titleField && 'localized' in field && field.localized,
  );
  const named: Where =
    search && words && !isLocalized
      ? { [search.name]: { like: words } }
      : { [titleField]: { equals: title } };
  const others: Where[] = id === undefined ? [] : [{ id: { not_equals: id } }];
  // Asked past Payload's operations, which would give the request of a dry run another Payload.
  const localized = localizer(config.flattenedFields, req.payload.config);
  const where = [named, ...others, ...publishedWhere(config)];
  const select = { [titleField]: true, api_id: true } as const;
  for await (const raw of eachOf(req.payload, config.slug, where, { req, select })) {
    const other = titleOf(config.admin, localized(raw)) ?? '';
    if (comparable(other) === comparable(title)) return numberOf(raw);
  }
  return undefined;
}

/** What sets a document apart from others of its title: its number on the portal. */
export function numberOf({ api_id, id }: Data): unknown {
  return api_id ?? id;
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

/** A picture of the library in stored HTML, as `documentLinks.ts` describes it. */
const PICTURE = /<img src="portal-document:([^"/]*)\/([^"]*)"( alt="[^"]*")?/g;

/**
 * The content with the pictures of the library as readers get them: by the names of their files, and with the description of the
 * image itself where the text gives none.
 * @param req whose transaction to use
 */
export async function namedPictures(
  payload: BasePayload,
  content: Content,
  req?: PayloadRequest,
): Promise<Content> {
  const slug = slugOf(portalOf(payload.config), MEDIA);
  const named = content.texts.flatMap(({ type, value }) =>
    type === 'html' ? [...value.matchAll(PICTURE)].map(([, , id = '']) => id) : [],
  );
  const config = payload.collections[slug]?.config;
  if (named.length === 0 || !config) return content;
  const ids = [...new Set(named)].map((id) => documentIdOf(payload as never, slug, id));
  const localized = localizer(config.flattenedFields, payload.config);
  const found = await findIn<Record<string, unknown>>(payload, slug, ['id', ids], req && { req });
  const images = new Map(found.map((raw) => [String(raw.id), localized(raw as never)]));
  const tag = (_: string, __: string, id: string, alt: string | undefined) => {
    const image: Record<string, unknown> = images.get(id) ?? {};
    const address = String(image.filename || image.legacy_url || '');
    const src = `<img src="${escapeUTF8(image.filename ? encodeURIComponent(address) : address)}"`;
    // What an editor leaves empty on purpose.
    if (alt === ' alt=""') return `${src} alt="" role="presentation"`;
    return src + (alt ?? ` alt="${escapeUTF8(String(image.alt ?? ''))}"`);
  };
  return {
    ...content,
    texts: content.texts.map((text) =>
      text.type === 'html' ? { ...text, value: text.value.replace(PICTURE, tag) } : text,
    ),
  };
}

/**
 * The links of a document to others that are not published, whose words alone are served.
 * @param req whose transaction to use
 */
export async function unpublishedLinks(
  payload: BasePayload,
  { documents }: Pick<Content, 'documents'>,
  req?: PayloadRequest,
): Promise<Iterable<Finding>> {
  const portal = portalOf(payload.config);
  /** The title of each document that is not published; '' of one that is not there. */
  const titles = new Map<string, string>();
  for (const slug of new Set(documents.map(({ collection }) => collection))) {
    const config = payload.collections[slug]?.config;
    if (!config || slug === slugOf(portal, MEDIA)) continue;
    const named = [...new Set(documents.filter(({ collection }) => collection === slug).map(({ id }) => id))];
    const isNumber = (payload.collections[slug]?.customIDType ?? payload.db.defaultIDType) === 'number';
    const ids = isNumber ? named.map(Number).filter(Number.isSafeInteger) : named;
    const found = await findIn<RawDocument>(payload, slug, ['id', ids], req && { req });
    const localized = localizer(config.flattenedFields, payload.config);
    for (const id of named) titles.set(`${slug}/${id}`, '');
    for (const raw of found) {
      const name = `${slug}/${raw.id}`;
      if (isPublished(config, raw)) titles.delete(name);
      else titles.set(name, titleOf(config.admin, localized(raw)) ?? '');
    }
  }
  return {
    *[Symbol.iterator]() {
      for (const { collection, field, id, words } of documents) {
        const title = titles.get(`${collection}/${id}`);
        if (title !== undefined) yield { check: 'brokenLinks', field, ...unpublishedLink(words, title) };
      }
    },
  };
}
