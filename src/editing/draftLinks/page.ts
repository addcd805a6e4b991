import { escapeUTF8 } from 'entities/escape';
import Negotiator from 'negotiator';
import type { Endpoint, PayloadHandler, PayloadRequest } from 'payload';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { findImageFile } from '../../../collections/access/imageFiles.ts';
import { sendFile } from '../../../collections/media/sendFile.ts';
import { styleSheetOf } from '../../../collections/PortalSettings.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { type PortalMedia, portalOf } from '../../../collections/portal/portal.ts';
import { type Bilingual, bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { networkOf } from '../../system/network.ts';
import { keysOfDraft } from '../preview/incomplete.ts';
import { lookOf, stylePolicy, styles } from '../preview/look.ts';
import { DRAFT_LINKS, type DraftLinkRow } from './collection.ts';
import { DRAFTS_PATH, draftOf, linkByToken, pathOf } from './links.ts';

const DRAFT = bilingual('Πρόχειρο – δεν έχει δημοσιευτεί', 'Draft – not published');
const UNTIL = bilingual('Ο σύνδεσμος ισχύει έως', 'The link is valid until');
const NO_LINK = bilingual('Ο σύνδεσμος δεν ισχύει', 'This link is not valid');
const WHY = bilingual(
  'Έχει λήξει ή ανακληθεί, ή το κείμενο δημοσιεύτηκε στο μεταξύ. Ζητήστε νέο από όποιον σας τον έστειλε.',
  'It has expired or been revoked, or the text has been published in the meantime. Ask whoever sent it to you for a new one.',
);
const TOO_MANY = bilingual(
  'Ήρθαν πολλά αιτήματα από τη διεύθυνσή σας. Δοκιμάστε ξανά σε ένα λεπτό.',
  'There were too many requests from your address. Please try again in a minute.',
);

/** As long as a token is at most. */
const LONGEST_TOKEN = 110;
/** Requests of one network in a minute: a page with many pictures, some times. */
const requests = new RateLimiterMemory({ points: 300, duration: 60 });
/** Milliseconds in which a link counts once, so that nobody can keep the database writing. */
const COUNTED = 60_000;

/** The endpoints that show drafts to whoever has a link: `GET /portal-drafts/{token}`, and under it `/files/{name}`. */
export const draftPageEndpoints: Endpoint[] = (['get', 'head'] as const).flatMap((method) => [
  { path: `${DRAFTS_PATH}/:token`, method, handler: limited(draftPage) },
  { path: `${DRAFTS_PATH}/:token/files/:name`, method, handler: limited(draftFile) },
]);

/** Limits the requests of a network; of a link, where a host does not say how to know its clients. */
function limited(handler: PayloadHandler): PayloadHandler {
  return async (req) => {
    const address = portalOf(req.payload.config).clientAddress({ headers: req.headers });
    const token = String(req.routeParams?.token).slice(0, LONGEST_TOKEN);
    try {
      await requests.consume(address ? networkOf(address) : token);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return plainPage(req, 429, TOO_MANY, TOO_MANY);
    }
    return handler(req);
  };
}

async function draftPage(req: PayloadRequest): Promise<Response> {
  const shown = await shownDraft(req);
  if (!shown) return noLink(req);
  const { draft, files, html, link } = shown;
  const { payload } = req;
  if (req.method !== 'HEAD') await count(req, link);
  const language = languageOf(req);
  const settings = await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 });
  const styleSheet = styleSheetOf(settings);
  const { timeZone } = portalOf(payload.config);
  const until = `${translate(UNTIL, language)} ${formatTime(link.expiresAt, { timeZone, language })}.`;
  const banner = `<header class="portal-draft" lang="${language}"><strong>${translate(DRAFT, language)}</strong>. ${until}</header>`;
  const { admin = {} } = payload.collections[link.collectionSlug as never]?.config ?? {};
  const title = titleOf(admin, draft) ?? link.title;
  const images = [...imageOrigins(html), ...(files.size > 0 ? ["'self'"] : [])];
  return page(req, 200, {
    language,
    title: `${title} – ${translate(DRAFT, language)}`,
    head: styles(styleSheet),
    body: `${banner}<main lang="el">${html}</main>`,
    policy: `img-src ${images.join(' ') || "'none'"}; ${stylePolicy(styleSheet)}`,
  });
}

/** A picture or a file that the draft uses, as the server sends published ones. */
async function draftFile(req: PayloadRequest): Promise<Response> {
  const name = String(req.routeParams?.name);
  const isUsed = (await shownDraft(req))?.files.has(name);
  const file = isUsed ? await findImageFile(req.payload, name) : undefined;
  // What an image such as an SVG could load or run.
  const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";
  const headers = { ...PRIVATE, 'Content-Security-Policy': policy };
  return (file && (await sendFile(req, file, name, headers))) ?? noLink(req);
}

interface ShownDraft {
  link: DraftLinkRow;
  draft: RawDocument;
  html: string;
  /** The names of the pictures and files that it uses. */
  files: Set<string>;
}

/** The look of the draft behind the token of a request; undefined if the link does not hold. */
async function shownDraft(req: PayloadRequest): Promise<ShownDraft | undefined> {
  const { payload, routeParams } = req;
  const link = await linkByToken(payload, String(routeParams?.token));
  const draft = link && (await draftOf(payload, link));
  if (!draft) return undefined;
  const files = new Set<string>();
  const media = filesUnder(portalOf(payload.config).media, `${pathOf(payload, link)}/files`, files);
  const keys = await keysOfDraft(req, link.collectionSlug, draft, null, media);
  return { link, draft, html: lookOf(keys), files };
}

/** The plugin's own images and files with addresses under a link, which are noted in `files`; a host's have their own. */
function filesUnder(media: PortalMedia, address: string, files: Set<string>): PortalMedia {
  if (!media.isOwn) return media;
  return {
    ...media,
    url(document) {
      const { large } = (document.sizes ?? {}) as Record<string, Record<string, unknown> | null | undefined>;
      const filename = large?.filename || document.filename;
      if (typeof filename !== 'string' || filename === '') return media.url(document);
      files.add(filename);
      return `${address}/${encodeURIComponent(filename)}`;
    },
  };
}

/** The origins of images in a text that are elsewhere, such as those of the legacy system. */
function imageOrigins(html: string): Set<string> {
  const addresses = [...html.matchAll(/\ssrc="(https?:\/\/[^"<>\s]*)"/gi)].map(([, address]) => address);
  const origins = addresses.flatMap((address = '') => (URL.canParse(address) ? new URL(address).origin : []));
  // The address of a host in brackets, as of IPv6, cannot stand in a policy.
  return new Set(origins.filter((origin) => /^[\w.:/-]+$/.test(origin)));
}

async function count({ payload }: PayloadRequest, { id, lastOpenedAt, opened }: DraftLinkRow): Promise<void> {
  if (lastOpenedAt && Date.now() - Date.parse(lastOpenedAt) < COUNTED) return;
  const data = { opened: opened + 1, lastOpenedAt: new Date().toISOString() };
  await payload.db.updateOne({ collection: DRAFT_LINKS, id, data, returning: false });
}

/** The reader's language: Greek, unless the browser prefers English. */
function languageOf({ headers }: PayloadRequest): 'el' | 'en' {
  const accepted = headers.get('accept-language') ?? '';
  const [first] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(['el', 'en']);
  return first === 'en' ? 'en' : 'el';
}

/** One answer to all that does not hold, whatever the reason: it does not say whether there was such a link. */
const noLink = (req: PayloadRequest) => plainPage(req, 404, NO_LINK, WHY);

function plainPage(req: PayloadRequest, status: number, title: Bilingual, text: Bilingual): Response {
  const language = languageOf(req);
  const [heading, said] = [translate(title, language), translate(text, language)];
  const body = `<main>${title === text ? '' : `<h1>${heading}</h1>`}<p>${said}</p></main>`;
  return page(req, status, {
    language,
    title: heading,
    head: styles(null),
    body,
    policy: stylePolicy(null),
  });
}

/** Nobody keeps, indexes or passes on such an answer. */
const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

interface Page {
  language: string;
  title: string;
  head: string;
  body: string;
  /** Directives beside those that forbid everything. */
  policy: string;
}

function page(req: PayloadRequest, status: number, { language, title, head, body, policy }: Page): Response {
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeUTF8(title)}</title>${head}` +
    '<style>.portal-draft{margin:0 0 1em;padding:.75em 1em;border-inline-start:4px solid #b36b00;background:#fff4d6;color:#3b2600;font:16px/1.5 sans-serif}</style>' +
    `</head><body>${body}</body></html>`;
  const headers = {
    ...PRIVATE,
    'Content-Security-Policy': `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Content-Language': language,
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Language',
    ...(status === 429 && { 'Retry-After': '60' }),
  };
  return new Response(req.method === 'HEAD' ? null : html, { status, headers });
}
