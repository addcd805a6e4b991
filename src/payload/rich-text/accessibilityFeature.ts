import { createServerFeature } from '@payloadcms/richtext-lexical';

/**
 * Accessibility of the editor of Payload 3.90: an accessible name, and Tab moves to the next field instead of indenting. Also
 * numbers for nested lists instead of letters, and a long text opens sooner.
 *
 * Needed for: users of keyboards and screen readers.
 */
export const AccessibilityFeature: ReturnType<typeof createServerFeature> = createServerFeature({
  feature: { ClientFeature: 'payload-portal-content/client#AccessibilityFeatureClient' },
  key: 'accessibility',
});
