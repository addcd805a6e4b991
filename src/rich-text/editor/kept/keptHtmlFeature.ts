import { createNode, createServerFeature } from '@payloadcms/richtext-lexical';
import type { LinkedDocuments } from '../link/portalLinkFeature.ts';
import { keptNodes } from './keptNodes.ts';

/** What the browser is told about kept HTML. */
export interface KeptHtmlProps {
  /** The slug of the collection of images and files; '' where texts have none. */
  media: string;
}

/** The nodes that keep HTML as it is. They come with an import. */
export const KeptHtmlFeature = (
  documents: LinkedDocuments | undefined,
): ReturnType<ReturnType<typeof createServerFeature<undefined, undefined, KeptHtmlProps>>> =>
  createServerFeature<undefined, undefined, KeptHtmlProps>({
    feature: ({ config }) => ({
      ClientFeature: 'payload-portal-content/client#KeptHtmlFeatureClient',
      clientFeatureProps: { media: documents?.media(config) ?? '' },
      nodes: keptNodes().map((node) => createNode({ node })),
    }),
    key: 'keptHtml',
  })();
