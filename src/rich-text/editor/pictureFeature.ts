import { UploadFeature } from '@payloadcms/richtext-lexical';
import type { CollectionSlug, Field, FilterOptionsResult } from 'payload';
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

const fields = (): Field[] => [
  {
    name: 'alt',
    type: 'text',
    label: { en: 'Description', el: 'Περιγραφή' },
    admin: {
      description: {
        en: 'What the picture says, for people who cannot see it. Empty: the description that the image has in the library.',
        el: 'Τι λέει η εικόνα, για όσους δεν τη βλέπουν. Κενό: η περιγραφή που έχει η ίδια η εικόνα.',
      },
    },
  },
  {
    name: 'decorative',
    type: 'checkbox',
    label: {
      en: 'Decorative: adds nothing to the text',
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
    admin: { description: { en: 'Leave empty for the width of the image.', el: 'Κενό: όσο της εικόνας.' } },
  },
];
