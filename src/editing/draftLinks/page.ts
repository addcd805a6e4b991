import Negotiator from 'negotiator';
import type { Endpoint, PayloadHandler, PayloadRequest } from 'payload';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { findImageFile } from '../../../collections/access/imageFiles.ts';
import { sendFile } from '../../../collections/media/sendFile.ts';
import { styleSheetOf } from '../../../collections/PortalSettings.ts';
import { type PortalMedia, portalOf } from '../../../collections/portal/portal.ts';
import { type Bilingual, bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { networkOf } from '../../system/network.ts';
import { keysOfDraft } from '../preview/incomplete.ts';
import { lookOf, pageOf, policyOf } from '../preview/look.ts';
import { DRAFT_LINKS, DRAFTS_PATH, type DraftLinkRow, draftOf, linkByToken, pathOf } from './links.ts';

const DRAFT = bilingual('Πρόχειρο – δεν έχει δημοσιευτεί', 'Draft – not published');
const UNTIL = bilingual('Ο σύνδεσμος ισχύει έως', 'The link is valid until');
const NO_LINK = bilingual('Ο σύνδεσμος δεν ισχύει', 'This link is not valid');
const WHY = bilingual(
  'Έχει λήξει ή ανακληθεί, ή το κείμενο δημοσιεύτηκε ή διαγράφηκε στο μεταξύ. Ζητήστε νέο από όποιον σας τον έστειλε.',
  'It has expired or been revoked, or the text has been published or deleted in the meantime. Ask whoever sent it to you for a new one.',
);
const TOO_MANY = bilingual('Πολλά αιτήματα από τη διεύθυνσή σας', 'Too many requests from your address');
const LATER = bilingual('Δοκιμάστε ξανά σε ένα λεπτό.', 'Please try again in a minute.');

const BANNER = 'padding:.75em 1em;border-inline-start:4px solid #b36b00;background:#fff4d6;color:#3b2600';

/** As long as a token is at most. */
const LONGEST_TOKEN = 110;
/** Requests of one network in a minute: a page with many pictures, some times. */
const requests = new RateLimiterMemory({ points: 300, duration: 60 });
/** Milliseconds in which a link counts once, so that nobody can keep the database writing. */
const COUNTED = 60_000;

/** Nobody keeps, indexes or passes on such an answer. */
const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

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
      return page(req, 429, said(req, TOO_MANY, LATER));
    }
    const answer = await handler(req);
    if (req.method !== 'HEAD') return answer;
    await answer.body?.cancel();
    return new Response(null, answer);
  };
}

async function draftPage(req: PayloadRequest): Promise<Response> {
  const shown = await shownDraft(req);
  if (!shown) return noLink(req);
  const { draft, keys, link } = shown;
  const { payload } = req;
  const language = languageOf(req);
  if (req.method !== 'HEAD') await count(req, link);
  const settings = await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 });
  const { timeZone } = portalOf(payload.config);
  const { admin = {} } = payload.collections[link.collectionSlug as never]?.config ?? {};
  const about = translate(DRAFT, language);
  const until = `${translate(UNTIL, language)} ${formatTime(link.expiresAt, { timeZone, language })}.`;
  return page(req, 200, {
    title: `${titleOf(admin, draft) ?? link.title} – ${about}`,
    html: `<aside style="${BANNER}"><strong>${about}</strong>. ${until}</aside><main lang="el">${lookOf(keys)}</main>`,
    styleSheet: styleSheetOf(settings),
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

/** What the draft behind the token of a request looks like, and the names of the files that it uses; undefined if the link does not hold. */
async function shownDraft(req: PayloadRequest) {
  const { payload, routeParams } = req;
  const link = await linkByToken(payload, String(routeParams?.token));
  const draft = link && (await draftOf(payload, link));
  if (!draft) return undefined;
  const files = new Set<string>();
  const media = filesUnder(portalOf(payload.config).media, `${pathOf(payload, link)}/files`, files);
  return { link, draft, files, keys: await keysOfDraft(req, link.collectionSlug, draft, null, media) };
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

async function count({ payload }: PayloadRequest, { id, lastOpenedAt, opened }: DraftLinkRow): Promise<void> {
  if (lastOpenedAt && Date.now() - Date.parse(lastOpenedAt) < COUNTED) return;
  const data = { opened: opened + 1, lastOpenedAt: new Date().toISOString() };
  await payload.db.updateOne({ collection: DRAFT_LINKS, id, data, returning: false });
}

interface Page {
  title: string;
  html: string;
  styleSheet?: string | null;
}

/** The reader's language: Greek, unless the browser prefers English. Payload takes only languages that it has itself from it. */
function languageOf({ headers }: PayloadRequest): 'el' | 'en' {
  const accepted = headers.get('accept-language') ?? '';
  const [first] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(['el', 'en']);
  return first === 'en' ? 'en' : 'el';
}

/** One answer to all that does not hold, whatever the reason: it does not say whether there was such a link. */
const noLink = (req: PayloadRequest) => page(req, 404, said(req, NO_LINK, WHY));

function said(req: PayloadRequest, heading: Bilingual, text: Bilingual): Page {
  const [title, why] = [heading, text].map((each) => translate(each, languageOf(req)));
  return { title: String(title), html: `<h1>${title}</h1><p>${why}</p>` };
}

function page(req: PayloadRequest, status: number, { html, styleSheet = null, title }: Page): Response {
  const language = languageOf(req);
  const headers = {
    ...PRIVATE,
    'Content-Security-Policy': `${policyOf(styleSheet)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Content-Language': language,
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Language',
    ...(status === 429 && { 'Retry-After': '60' }),
  };
  return new Response(pageOf(html, styleSheet, { language, title }), { status, headers });
}
