import { createServerFeature } from '@payloadcms/richtext-lexical';
import type { LinkedDocuments } from '../link/portalLinkFeature.ts';

/** What is pasted comes without its looks, with its lists and tables. @param documents where its pictures are uploaded to */
export const PasteFeature = (
  documents: LinkedDocuments | undefined,
): ReturnType<ReturnType<typeof createServerFeature<undefined, undefined, { media: string }>>> =>
  createServerFeature<undefined, undefined, { media: string }>({
    feature: ({ config }) => ({
      ClientFeature: 'payload-portal-content/client#PasteFeatureClient',
      clientFeatureProps: { media: documents?.media(config) ?? '' },
    }),
    key: 'paste',
  })();
