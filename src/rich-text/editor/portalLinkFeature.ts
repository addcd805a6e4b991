import { LinkFeature } from '@payloadcms/richtext-lexical';
import type { FieldAffectingData, TextField, TextFieldSingleValidation } from 'payload';
import { isDangerousUrl, isLinkAddress, NO_ADDRESS_YET, WHOLE_ADDRESS } from '../safety/urls.ts';

/**
 * Payload's links, to addresses as they are written. The drawer asks for whole ones; a save is judged by `safety/`, which
 * knows what was imported, and names a link by its words. The client side leaves out links that are pasted and lead nowhere.
 */
export function PortalLinkFeature(): ReturnType<typeof LinkFeature> {
  const links = LinkFeature({
    // Making links of addresses by itself, it would change imported texts that nobody touched.
    disableAutoLinks: true,
    enabledCollections: [],
    fields: ({ defaultFields }) => [...defaultFields.map(asWritten), relField, titleField],
  });
  return {
    ...links,
    feature: async (args) => {
      const feature = typeof links.feature === 'function' ? await links.feature(args) : links.feature;
      return {
        ...feature,
        ClientFeature: 'payload-portal-content/client#PortalLinkFeatureClient',
        nodes: feature.nodes?.map((node) => ({ ...node, validations: [] })),
      };
    },
  };
}

/**
 * Payload's own address field percent-encodes what it takes for no URL, Greek and relative addresses among them. Its choice
 * between an address and a document has nothing to choose from here, where links go to addresses alone.
 */
function asWritten(field: FieldAffectingData): FieldAffectingData {
  if (field.name === 'linkType') return { ...field, admin: { hidden: true } } as FieldAffectingData;
  if (field.name !== 'url') return field;
  const { hooks: _, ...rest } = field as TextField;
  return { ...rest, validate: validAddress } as TextField;
}

/** What the drawer of a link says, and a save, which may hold addresses that were imported. */
const validAddress: TextFieldSingleValidation = (value, { event, req }) => {
  const language = req.i18n?.language === 'el' ? 'el' : 'en';
  const address = value?.trim() ?? '';
  if (address === '') return NEEDED[language];
  if (isDangerousUrl(address)) return REFUSED[language];
  if (event === 'submit' || isLinkAddress(address)) return true;
  return address === NO_ADDRESS_YET ? NEEDED[language] : WHOLE_ADDRESS[language];
};

const NEEDED = { en: 'An address is needed.', el: 'Χρειάζεται διεύθυνση.' };
const REFUSED = { en: 'This address is not allowed.', el: 'Αυτή η διεύθυνση δεν επιτρέπεται.' };

const relField: TextField = {
  name: 'rel',
  type: 'text',
  label: { en: 'Relation (rel)', el: 'Σχέση με τη σελίδα του συνδέσμου' },
  admin: {
    description: {
      en: 'For search engines and browsers, such as nofollow. Links to a new tab get noopener noreferrer when this is empty.',
      el: 'Για μηχανές αναζήτησης και προγράμματα περιήγησης, π.χ. nofollow. Όταν είναι κενό, οι σύνδεσμοι σε νέα καρτέλα παίρνουν noopener noreferrer.',
    },
  },
};

const titleField: TextField = {
  name: 'title',
  type: 'text',
  label: { en: 'Tooltip (title)', el: 'Επεξήγηση που εμφανίζεται επάνω στον σύνδεσμο' },
};
