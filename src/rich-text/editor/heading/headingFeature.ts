import { HeadingFeature } from '@payloadcms/richtext-lexical';

/**
 * Payload's headings, of which the menus offer h2 to h6: the page's title is its h1. The server takes all, since imported texts
 * have them; with `enabledHeadingSizes`, Payload would refuse those texts, and turn their h1 into h6 in the browser.
 */
export function PortalHeadingFeature(): ReturnType<typeof HeadingFeature> {
  const headings = HeadingFeature();
  return {
    ...headings,
    feature: async (args) => {
      const feature =
        typeof headings.feature === 'function' ? await headings.feature(args) : headings.feature;
      return { ...feature, ClientFeature: 'payload-portal-content/client#PortalHeadingFeatureClient' };
    },
  };
}
