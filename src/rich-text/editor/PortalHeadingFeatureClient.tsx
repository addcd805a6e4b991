'use client';
import { HeadingFeatureClient } from '@payloadcms/richtext-lexical/client';

/** The client side of Payload's headings, without h1 in its menus. */
export const PortalHeadingFeatureClient: typeof HeadingFeatureClient = (props) => {
  const headings = HeadingFeatureClient({ ...props, enabledHeadingSizes: ['h2', 'h3', 'h4', 'h5', 'h6'] });
  return {
    ...headings,
    feature: (args) => {
      const feature = typeof headings.feature === 'function' ? headings.feature(args) : headings.feature;
      // It makes an h6 of every imported h1.
      return { ...feature, plugins: [] };
    },
  };
};
