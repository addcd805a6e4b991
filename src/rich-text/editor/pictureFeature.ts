import { UploadFeature } from '@payloadcms/richtext-lexical';
import type { CollectionSlug, Field, FilterOptionsResult, TextFieldSingleValidation } from 'payload';
import { speak } from '../../i18n/bilingual.ts';
import type { LinkedDocuments } from './portalLinkFeature.ts';

type ClientProps = Awaited<
  ReturnType<Extract<ReturnType<typeof UploadFeature>['feature'], (...args: never[]) => unknown>>
>;

/** What the client side knows of the images. */
export type PictureProps = NonNullable<ClientProps['clientFeatureProps']> & {
  /** The images that are offered. */
  offered: FilterOptionsResult;
};

/** Payload's uploads as pictures of the media library. A save judges them; nothing of an image but its id is in the state. */
export function PictureFeature({ images, media }: LinkedDocuments): ReturnType<typeof UploadFeature> {
  return {
    ...uploadsTo([]),
    feature: async (args) => {
      const slug = media(args.config);
      const uploads = uploadsTo([slug]);
      const feature = typeof uploads.feature === 'function' ? await uploads.feature(args) : uploads.feature;
      return {
        ...feature,
        ClientFeature: 'payload-portal-content/client#PictureFeatureClient',
        clientFeatureProps: { ...feature.clientFeatureProps, offered: { [slug]: images } } as PictureProps,
        nodes: feature.nodes?.map((node) => ({ ...node, validations: [] })),
      };
    },
  };
}

function uploadsTo(collections: string[]) {
  return UploadFeature({
    collections: Object.fromEntries(collections.map((slug) => [slug, { fields: fields() }])),
    enabledCollections: collections as CollectionSlug[],
    maxDepth: 0,
  });
}

const validDescription: TextFieldSingleValidation = (value, { event, req, siblingData }) => {
  const { decorative } = siblingData as { decorative?: unknown };
  // A save says it of its own, and drafts may be without.
  if (event === 'submit' || value?.trim() || decorative === true) return true;
  return speak(NEEDED, req.i18n?.language);
};

const NEEDED = {
  en: 'Say what the picture shows, or mark it as decorative.',
  el: 'Γράψτε τι δείχνει η εικόνα, ή σημειώστε ότι είναι διακοσμητική.',
};

const fields = (): Field[] => [
  {
    name: 'alt',
    type: 'text',
    label: { en: 'Description', el: 'Περιγραφή' },
    validate: validDescription,
    admin: {
      description: {
        en: 'What the picture says, for those who do not see it.',
        el: 'Τι λέει η εικόνα, για όσους δεν τη βλέπουν.',
      },
    },
  },
  {
    name: 'decorative',
    type: 'checkbox',
    label: {
      en: 'Decorative: it adds nothing to the text',
      el: 'Διακοσμητική: δεν προσθέτει κάτι στο κείμενο',
    },
  },
  { name: 'caption', type: 'text', label: { en: 'Caption', el: 'Λεζάντα' } },
  {
    name: 'width',
    type: 'number',
    min: 1,
    max: 10_000,
    label: { en: 'Width in pixels', el: 'Πλάτος σε εικονοστοιχεία' },
    admin: { description: { en: 'Empty: that of the image.', el: 'Κενό: όσο της εικόνας.' } },
  },
];
