import { createNode, createServerFeature } from '@payloadcms/richtext-lexical';
import { upgrade } from '../upgrade.ts';
import { keptNodes } from './keptNodes.ts';

/** The nodes that keep HTML as it is. They come with an import: no menu offers them. */
export const KeptHtmlFeature: ReturnType<typeof createServerFeature> = createServerFeature({
  feature: {
    ClientFeature: 'payload-portal-content/client#KeptHtmlFeatureClient',
    hooks: {
      afterRead: [({ value }) => upgrade(value)],
      beforeValidate: [({ value }) => upgrade(value)],
    },
    nodes: keptNodes().map((node) => createNode({ node })),
  },
  key: 'keptHtml',
});
