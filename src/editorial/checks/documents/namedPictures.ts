import { escapeUTF8 } from 'entities/escape';
import type { BasePayload, PayloadRequest } from 'payload';
import { localizer } from '../../../../collections/portal/locale.ts';
import { MEDIA, portalOf, slugOf } from '../../../../collections/portal/portal.ts';
import { documentIdOf } from '../../documentId.ts';
import type { Content } from './contentOf.ts';
import { findIn } from './rowsOf.ts';

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
