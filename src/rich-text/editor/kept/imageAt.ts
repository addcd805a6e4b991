import { decoded } from '../../../../endpoints/lists/definition/texts.ts';
import { type Ask, bodyOf } from '../../../payload/admin/useApi.ts';

interface Image {
  id: number | string;
  legacy_url?: string | null;
  url?: string | null;
  width?: number | null;
  height?: number | null;
}

/**
 * The image of the media library with this address: its own, or the one that it had in the legacy system, which a text may name
 * without the host.
 * @param media the slug of the collection
 * @returns undefined if there is none
 * @throws Error if the server gives no answer
 */
export async function imageAt(ask: Ask, media: string, src: string): Promise<Image | undefined> {
  const { pathname } = new URL(src, window.location.href);
  const filename = decoded(pathname.split('/').at(-1) ?? '');
  const wanted: [field: string, operator: string, value: string][] = [
    ['legacy_url', 'equals', src],
    ['legacy_url', 'contains', pathname],
    ['legacy_url', 'contains', decoded(pathname)],
    ['filename', 'equals', filename],
  ];
  const where = wanted.map(
    ([field, operator, value], i) => `where[or][${i}][${field}][${operator}]=${encodeURIComponent(value)}`,
  );
  const { docs } = await ask(`/${media}?${where.join('&')}&depth=0&limit=20`).then(bodyOf<{ docs: Image[] }>);
  return docs.find(({ legacy_url, url }) => isSame(src, legacy_url) || isSame(src, url));
}

/** Whether an address leads to another one, which it may name without the host. */
function isSame(src: string, address: string | null | undefined): boolean {
  if (!address) return false;
  const base = new URL(address, window.location.href);
  return URL.canParse(src, base) && new URL(src, base).href === base.href;
}
