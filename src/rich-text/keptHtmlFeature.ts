import { BlocksFeature } from '@payloadcms/richtext-lexical';
import type { Block, Field } from 'payload';
import { KEPT_BLOCK, KEPT_INLINE } from './state.ts';

/** `safety/` judges both; Payload's own validation would end them at 40,000 characters. */
const validate = () => true as const;

/** What the blocks hold; nobody edits it. */
const keptFields: Field[] = [
  {
    name: 'html',
    type: 'textarea',
    validate,
    label: { en: 'HTML', el: 'Κώδικας' },
    admin: { readOnly: true },
  },
  // The elements around it in the source, as JSON.
  { name: 'within', type: 'text', validate, admin: { hidden: true } },
];

const keptBlock: Block = {
  slug: KEPT_BLOCK,
  labels: {
    singular: { en: 'Kept HTML', el: 'Διατηρημένο τμήμα' },
    plural: { en: 'Kept HTML', el: 'Διατηρημένα τμήματα' },
  },
  admin: { disableBlockName: true, components: { Block: 'payload-portal-content/client#KeptHtmlBlock' } },
  fields: keptFields,
};

const keptInline: Block = {
  ...keptBlock,
  slug: KEPT_INLINE,
  admin: { components: { Block: 'payload-portal-content/client#KeptHtmlInline' } },
};

/**
 * Payload's blocks, for the two that keep HTML as it is. They come with an import only: the client side of this feature
 * leaves them out of every menu.
 */
export function KeptHtmlFeature(): ReturnType<typeof BlocksFeature> {
  const blocks = BlocksFeature({ blocks: [keptBlock], inlineBlocks: [keptInline] });
  return {
    ...blocks,
    feature: async (args) => {
      const feature = typeof blocks.feature === 'function' ? await blocks.feature(args) : blocks.feature;
      return { ...feature, ClientFeature: 'payload-portal-content/client#KeptHtmlFeatureClient' };
    },
  };
}
