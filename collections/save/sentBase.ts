import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';

/** The field in which a save says what it is based on. It is part of no document, and stored nowhere. */
export const BASE_FIELD = 'portal_base';

/** The header in which a form names the account that has opened it (`editorKeyOf`), percent-encoded. */
export const ACCOUNT_HEADER = 'Portal-Account';

/** What a save is based on, as it is sent. */
export interface SentBase {
  /** The `updatedAt` that was read, ISO 8601. */
  updatedAt: string;
  /** A random key of the form that sends the save, and the number of the save, which grows. */
  form?: string;
  save?: number;
  /**
   * The integer of a list's order that the form has loaded. If that is also what the form sends, nobody has typed it, and what
   * was stored since by ordering by hand stays.
   */
  order?: number;
  /** The revision of the document's review that was read: a publication decides it, too. */
  review?: string;
}

/** An open form. */
export interface Sender {
  form: string;
  /** The number of this save. */
  save: number;
}

/** What a save is based on, as it was read. */
export interface Base {
  updatedAt: number;
  sender: Sender | undefined;
  order: unknown;
  review: unknown;
}

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
  /** Whether it is in the trash. */
  isTrashed: boolean;
}

/** What has become of a document since a form has loaded it, without a full stop. */
export function meanwhile({ by, isOwn, isTrashed }: Newest): Bilingual {
  if (isTrashed)
    return bilingual('Πήγε στο μεταξύ στον κάδο', 'It has been moved to the trash in the meantime');
  if (isOwn)
    return bilingual(
      'Το αποθηκεύσατε στο μεταξύ από άλλη καρτέλα ή συσκευή',
      'You have saved it in another tab or on another device in the meantime',
    );
  if (by === null)
    return bilingual(
      'Άλλαξε στο μεταξύ, από άλλο χρήστη ή με μια προγραμματισμένη δημοσίευση',
      'It has changed in the meantime, by another user or a planned publication',
    );
  return bilingual(
    `Το αποθήκευσε στο μεταξύ άλλος χρήστης (${by})`,
    `Another user (${by}) has saved it in the meantime`,
  );
}
