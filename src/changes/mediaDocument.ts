import { isFile } from '../../collections/portal/mediaTypes.ts';
import type { PortalMedia, RawDocument } from '../../collections/portal/portal.ts';
import type { LinkedFile } from '../../endpoints/lists/documentLinks.ts';
import { isWebAddress, type StoredDocument } from '../../endpoints/lists/index.ts';

/** The plugin's own images: the legacy address while it is there, else that of the file. */
export function ownMedia(filesUrl: string, files: PortalMedia['files']): PortalMedia {
  return {
    files,
    isOwn: true,
    url({ legacy_url, filename, sizes }, size) {
      const named = legacy_url || sizeOf(sizes, size)?.filename || filename;
      if (typeof named !== 'string' || named === '') return null;
      return isWebAddress(named, 'begun') ? named : `${filesUrl}/${encodeURIComponent(named)}`;
    },
  };
}

interface Size {
  filename?: string | null;
  url?: string | null;
  width?: number | null;
  height?: number | null;
}

function sizeOf(sizes: unknown, size: string | undefined): Size | undefined {
  return size === undefined ? undefined : (((sizes ?? {}) as Record<string, Size | null>)[size] ?? undefined);
}

/** A host's images: the address that Payload gives, which a storage adapter may have made. */
export function hostMedia(serverUrl: string, url?: PortalMedia['url']): PortalMedia {
  return {
    isOwn: false,
    url(document, size) {
      // An upload that is smaller than a size has none of that size.
      const found = url ? url(document, size) : sizeOf(document.sizes, size)?.url || document.url;
      if (typeof found !== 'string' || found === '') return null;
      return isWebAddress(found, 'begun') ? found : `${serverUrl}${found.startsWith('/') ? '' : '/'}${found}`;
    },
  };
}

/**
 * The document that the lists take of an image or another file.
 * @param sizes names of its sizes
 * @param served the size that is given in place of the original, where there is one
 */
export function mediaDocument(
  { url }: PortalMedia,
  raw: RawDocument,
  sizes: readonly string[],
  served?: string,
): StoredDocument {
  const { alt } = raw;
  const address = url(raw, served);
  const { width, height } = (address !== url(raw) && sizeOf(raw.sizes, served)) || raw;
  const ofSize = sizes.map((size) => [size, url(raw, size)] as const);
  return {
    id: String(raw.id),
    api_id: 0,
    position: null,
    url: address,
    ...(typeof width === 'number' && typeof height === 'number' && { width, height }),
    // Texts take it for their pictures.
    ...(typeof alt === 'string' && alt.trim() !== '' && { alt: alt.trim() }),
    ...(isFile(raw) && { file: linkedFile(raw) }),
    ...(sizes.length > 0 && { sizes: Object.fromEntries(ofSize) }),
  };
}

/** A file is named by its type. */
function linkedFile({ filename, filesize }: RawDocument): LinkedFile {
  const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(String(filename)) ?? [];
  const size = typeof filesize === 'number' ? filesize : undefined;
  return { type: extension.toUpperCase(), size };
}
