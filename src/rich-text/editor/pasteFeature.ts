import { createServerFeature } from '@payloadcms/richtext-lexical';

/** What is pasted comes without its looks, with its lists and tables. */
export const PasteFeature: ReturnType<typeof createServerFeature> = createServerFeature({
  feature: { ClientFeature: 'payload-portal-content/client#PasteFeatureClient' },
  key: 'paste',
});
