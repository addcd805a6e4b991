import { createServerFeature } from '@payloadcms/richtext-lexical';

/**
 * What the editor of Payload 3.90 lacks for keyboards and screen readers: a name, and a way out by Tab, which it takes for
 * indenting; and numbers for lists in lists, where it has letters.
 *
 * Depends on it: who writes without a mouse.
 */
export const AccessibilityFeature: ReturnType<typeof createServerFeature> = createServerFeature({
  feature: { ClientFeature: 'payload-portal-content/client#AccessibilityFeatureClient' },
  key: 'accessibility',
});
