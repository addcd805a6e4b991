import { createServerFeature } from '@payloadcms/richtext-lexical';

/** What Payload's editor lacks for keyboards and screen readers: a name, and a way out by Tab. */
export const AccessibilityFeature: ReturnType<typeof createServerFeature> = createServerFeature({
  feature: { ClientFeature: 'payload-portal-content/client#AccessibilityFeatureClient' },
  key: 'accessibility',
});
