/** Documents that a request has read, with their `updatedAt`: `id=time`, several separated by commas. */
export const BASE_HEADER = 'Portal-Base';
/** The form that sends a request, and the number of its save: `id;number`. Later saves have higher numbers. */
export const FORM_HEADER = 'Portal-Form';

/**
 * The integer of a list's order that a form has loaded. If that is also what the form sends, nobody has typed it, and what was
 * stored since by ordering by hand stays.
 */
export const ORDER_HEADER = 'Portal-Order';

/** The newest state of a document: its newest draft, or the document itself. Drafts are read like this too. */
export interface Newest {
  /** ISO 8601. */
  updatedAt: string;
  /** The name of the user who saved it; null for imports, planned changes and reverts. */
  by: string | null;
  /** Whether that is the name of the request's user: the same person in another tab, in most cases. */
  isOwn: boolean;
  /** The id of its version; null without versions. */
  version: number | string | null;
  /** Whether it is a draft. */
  isDraft: boolean;
  /** Whether the document is published, in this state or an older one. */
  isPublished: boolean;
}
