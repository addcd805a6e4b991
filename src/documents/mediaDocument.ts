import type { StoredDocument } from '../../endpoints/lists/index.ts';
import type { DocumentMapping, RawDocument } from './storedDocument.ts';

/** The absolute address the lists give for an image: the legacy one while it is there, else that of the file. */
function mediaUrl(raw: RawDocument, filesUrl: string): string | null {
  if (typeof raw.legacy_url === 'string' && raw.legacy_url !== '') return raw.legacy_url;
  return typeof raw.filename === 'string' ? `${filesUrl}/${encodeURIComponent(raw.filename)}` : null;
}

/**
 * The mapping for `media`.
 * @param filesUrl absolute address of the folder of files, without a slash at its end
 */
export function mediaMapping(filesUrl: string): DocumentMapping {
  return {
    select: { filename: true, legacy_url: true },
    toStored(raw): StoredDocument {
      return { id: String(raw.id), api_id: 0, position: null, url: mediaUrl(raw, filesUrl) };
    },
  };
}
