import {
  AlignFeature,
  BlockquoteFeature,
  BoldFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  IndentFeature,
  InlineCodeFeature,
  InlineToolbarFeature,
  ItalicFeature,
  LinkFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  SubscriptFeature,
  SuperscriptFeature,
  UnderlineFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical';
import type { FieldAffectingData, TextField, TextFieldSingleValidation } from 'payload';
import { AccessibilityFeature } from './accessibilityFeature.ts';
import { KeptHtmlFeature } from './keptHtmlFeature.ts';
import { isDangerousUrl } from './safety/urls.ts';

/** The rich text editor of every HTML field: only features whose output {@link lexicalToHtml} renders. */
export function portalEditor(): ReturnType<typeof lexicalEditor> {
  return lexicalEditor({
    features: [
      ParagraphFeature(),
      HeadingFeature(),
      BoldFeature(),
      ItalicFeature(),
      UnderlineFeature(),
      StrikethroughFeature(),
      SubscriptFeature(),
      SuperscriptFeature(),
      InlineCodeFeature(),
      AlignFeature(),
      // Lists nest by it; an indented paragraph has no HTML of its own.
      IndentFeature({ disabledNodes: ['paragraph', 'heading', 'quote'], disableTabNode: true }),
      UnorderedListFeature(),
      OrderedListFeature(),
      // Making links of addresses by itself, it would change imported texts that nobody touched.
      LinkFeature({
        disableAutoLinks: true,
        enabledCollections: [],
        fields: ({ defaultFields }) => [...defaultFields.map(asWritten), relField, titleField],
      }),
      BlockquoteFeature(),
      HorizontalRuleFeature(),
      KeptHtmlFeature(),
      AccessibilityFeature(),
      FixedToolbarFeature(),
      InlineToolbarFeature(),
    ],
  });
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

const validAddress: TextFieldSingleValidation = (value, { req }) => {
  const greek = req.i18n?.language === 'el';
  if (!value?.trim()) return greek ? 'Χρειάζεται διεύθυνση.' : 'An address is needed.';
  if (!isDangerousUrl(value)) return true;
  return greek ? 'Αυτή η διεύθυνση δεν επιτρέπεται.' : 'This address is not allowed.';
};

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
