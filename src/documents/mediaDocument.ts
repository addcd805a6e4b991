import type { StoredDocument } from '../../endpoints/lists/index.ts';
import type { DocumentMapping } from './storedDocument.ts';

/**
 * The absolute address the lists give for an image.
 * @param named its legacy address or, without one, the name of its file
 */
function mediaUrl(named: string, filesUrl: string): string {
  return /^https?:\/\//i.test(named) ? named : `${filesUrl}/${encodeURIComponent(named)}`;
}

export function mediaDocument(id: string, named: unknown, filesUrl: string): StoredDocument {
  const url = typeof named === 'string' && named !== '' ? mediaUrl(named, filesUrl) : null;
  return { id, api_id: 0, position: null, url };
}

/**
 * The mapping for `media`: the legacy address while it is there, else that of the file.
 * @param filesUrl absolute address of the folder of files, without a slash at its end
 */
export function mediaMapping(filesUrl: string): DocumentMapping {
  return {
    select: { filename: true, legacy_url: true },
    embedded: () => [],
    toStored: (raw) => mediaDocument(String(raw.id), raw.legacy_url || raw.filename, filesUrl),
  };
}
