import { LinkFeature } from '@payloadcms/richtext-lexical';
import type {
  CollectionSlug,
  FieldAffectingData,
  PayloadRequest,
  RelationshipField,
  TextField,
  TextFieldSingleValidation,
  Where,
} from 'payload';
import { type Bilingual, translate } from '../../payload/i18n/bilingual.ts';
import type { DocumentName } from '../kinds/kind.ts';
import { documentOf } from '../kinds/link.ts';
import { isDangerousUrl, isLinkAddress, NO_ADDRESS_YET, WHOLE_ADDRESS } from '../safety/addresses.ts';

/** The documents that texts can link to. */
export interface LinkedDocuments {
  /** The slugs of their collections. */
  collections(config: { custom?: Record<string, unknown> | undefined }): string[];
  /** The slug of the collection of images and files. */
  media(config: { custom?: Record<string, unknown> | undefined }): string;
  /** The condition for its documents that are images. */
  images: Where;
  /** The condition for the others. */
  files: Where;
  /** Why a text cannot link to one; undefined if it can. */
  problem(req: PayloadRequest, document: DocumentName): Promise<Bilingual | undefined>;
}

/**
 * Payload's links, to addresses as they are written and to documents. The drawer asks for whole addresses; a save is judged by
 * `safety/`, which knows what was imported, and names a link by its words.
 */
export function PortalLinkFeature(documents?: LinkedDocuments): ReturnType<typeof LinkFeature> {
  return {
    ...linksTo([], documents),
    feature: async (args) => {
      const links = linksTo(documents?.collections(args.config) ?? [], documents);
      const feature = typeof links.feature === 'function' ? await links.feature(args) : links.feature;
      return {
        ...feature,
        nodes: feature.nodes?.map((node) => ({ ...node, validations: [] })),
      };
    },
  };
}

function linksTo(collections: string[], documents: LinkedDocuments | undefined) {
  return LinkFeature({
    // Making links of addresses by itself, it would change imported texts that nobody touched.
    disableAutoLinks: true,
    enabledCollections: collections as CollectionSlug[],
    // The state has ids only.
    maxDepth: 0,
    fields: ({ defaultFields }) => [
      ...defaultFields.map((field) => asWritten(field, collections, documents)),
      relField,
      titleField,
    ],
  });
}

/** Payload's own address field percent-encodes what it takes for no URL, Greek and relative addresses among them. */
function asWritten(
  field: FieldAffectingData,
  collections: string[],
  documents: LinkedDocuments | undefined,
): FieldAffectingData {
  if (field.name === 'linkType') {
    const admin = { hidden: collections.length === 0 };
    return { ...field, admin, label: LINK_TYPE, options: LINK_TYPES } as FieldAffectingData;
  }
  if (field.name === 'doc') {
    const { admin } = field as RelationshipField;
    const validate = (value: unknown, { event, req }: Validated) =>
      // A save is judged as a whole.
      event === 'submit' || validDocument(req, value, documents);
    return { ...field, admin: { ...admin, appearance: 'drawer' }, validate } as FieldAffectingData;
  }
  if (field.name !== 'url') return field;
  const { hooks: _, ...rest } = field as TextField;
  return { ...rest, validate: validAddress } as TextField;
}

interface Validated {
  event?: 'onChange' | 'submit';
  req: PayloadRequest;
}

async function validDocument(
  req: PayloadRequest,
  value: unknown,
  documents: LinkedDocuments | undefined,
): Promise<string | true> {
  const language = req.i18n?.language;
  const document = documentOf({ type: 'link', fields: { linkType: 'internal', doc: value } });
  if (!document) return translate(NO_DOCUMENT, language);
  const problem = await documents?.problem(req, document);
  return problem ? capital(translate(problem, language)) : true;
}

/** The words of a save go on after the name of the link. */
function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase('el') + sentence.slice(1);
}

/** What the drawer of a link says, and a save, which may hold addresses that were imported. */
const validAddress: TextFieldSingleValidation = (value, { event, req, siblingData }) => {
  if ((siblingData as { linkType?: unknown }).linkType === 'internal') return true;
  const language = req.i18n?.language === 'el' ? 'el' : 'en';
  const address = value ?? '';
  if (address.trim() === '') return NEEDED[language];
  if (isDangerousUrl(address)) return REFUSED[language];
  if (event === 'submit' || isLinkAddress(address)) return true;
  return address === NO_ADDRESS_YET ? NEEDED[language] : WHOLE_ADDRESS[language];
};

const LINK_TYPE = { en: 'Leads to', el: 'Οδηγεί σε' };
const LINK_TYPES = [
  { value: 'custom', label: { en: 'Address', el: 'Διεύθυνση' } },
  { value: 'internal', label: { en: 'Document or file of the portal', el: 'Έγγραφο ή αρχείο της πύλης' } },
];
const NO_DOCUMENT = { en: 'Choose a document.', el: 'Επιλέξτε ένα έγγραφο.' };
const NEEDED = { en: 'Enter an address.', el: 'Χρειάζεται διεύθυνση.' };
const REFUSED = { en: 'This address is not allowed.', el: 'Αυτή η διεύθυνση δεν επιτρέπεται.' };

const relField: TextField = {
  name: 'rel',
  type: 'text',
  label: { en: 'For search engines (rel)', el: 'Για τις μηχανές αναζήτησης' },
  admin: {
    description: {
      en: 'Usually empty. Enter nofollow if search engines should not follow the link. Links that open in a new tab get what they need by themselves.',
      el: 'Συνήθως κενό. Για να μην ακολουθούν τον σύνδεσμο οι μηχανές αναζήτησης, γράψτε τη λέξη nofollow («χωρίς ακολούθηση»). Όσοι ανοίγουν σε νέα καρτέλα παίρνουν μόνοι τους ό,τι χρειάζονται.',
    },
  },
};

const titleField: TextField = {
  name: 'title',
  type: 'text',
  label: { en: 'Tooltip (title)', el: 'Επεξήγηση που εμφανίζεται επάνω στον σύνδεσμο' },
};
