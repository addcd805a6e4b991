import {
  AlignFeature,
  BlockquoteFeature,
  BoldFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  IndentFeature,
  InlineCodeFeature,
  InlineToolbarFeature,
  ItalicFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  SubscriptFeature,
  SuperscriptFeature,
  UnderlineFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical';
import { AccessibilityFeature } from '../../payload/rich-text/accessibilityFeature.ts';
import { KeptHtmlFeature } from './keptHtmlFeature.ts';
import { PictureFeature } from './pictureFeature.ts';
import { type LinkedDocuments, PortalLinkFeature } from './portalLinkFeature.ts';
import { PortalTableFeature } from './tableFeature.ts';

/**
 * The rich text editor of every HTML field: only features whose output {@link lexicalToHtml} renders.
 * @param documents those that texts can link to and show; none by default
 */
export function portalEditor(documents?: LinkedDocuments): ReturnType<typeof lexicalEditor> {
  return lexicalEditor({
    features: [
      ParagraphFeature(),
      HeadingFeature(),
      BoldFeature(),
      ItalicFeature(),
      UnderlineFeature(),
      StrikethroughFeature(),
      SubscriptFeature(),
      SuperscriptFeature(),
      InlineCodeFeature(),
      AlignFeature(),
      // Lists nest by it; an indented paragraph has no HTML of its own.
      IndentFeature({ disabledNodes: ['paragraph', 'heading', 'quote'], disableTabNode: true }),
      UnorderedListFeature(),
      OrderedListFeature(),
      PortalLinkFeature(documents),
      BlockquoteFeature(),
      HorizontalRuleFeature(),
      PortalTableFeature(),
      ...(documents ? [PictureFeature(documents)] : []),
      KeptHtmlFeature(),
      AccessibilityFeature(),
      FixedToolbarFeature(),
      InlineToolbarFeature(),
    ],
  });
}
