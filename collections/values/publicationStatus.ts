import type { Data } from './known.ts';

/**
 * How a document stands, as it is stored. `draft`: never published. `live`: published. `changed`: published, with a newer draft.
 * `withdrawn`: unpublished. The trash does not change it. The main document has the standing without its newer draft, the
 * newest version that of both.
 */
export type PublicationStatus = 'draft' | 'live' | 'changed' | 'withdrawn';

interface StatusOfSave {
  /** The status that is written. */
  status: unknown;
  /** True if the main document stays as it is. @default false */
  draft?: boolean;
  /** The main document before. */
  main: Data | undefined;
}

/** The standing of a document after a save, by the field of its main document with the standing before. */
export function statusAfter({ status, draft, main }: StatusOfSave, name: string): PublicationStatus {
  // What is restored as a draft may still have the status of its version.
  if (status === 'published' && !draft) return 'live';
  if (main?._status === 'published') return draft ? 'changed' : 'withdrawn';
  return main?.[name] === 'withdrawn' ? 'withdrawn' : 'draft';
}
