import {
  AlignFeature,
  BlockquoteFeature,
  BoldFeature,
  FixedToolbarFeature,
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
import { VIDEO_HOSTS } from '../safety/videoHosts.ts';
import { PortalHeadingFeature } from './headingFeature.ts';
import { KeptHtmlFeature } from './keptHtmlFeature.ts';
import { PasteFeature } from './pasteFeature.ts';
import { PortalLinkFeature } from './portalLinkFeature.ts';
import { PortalTableFeature } from './tableFeature.ts';
import { VideoFeature, type VideoHosts } from './videoFeature.ts';

/**
 * The rich text editor of every HTML field: only features whose output {@link lexicalToHtml} renders.
 * @param videoHosts whose videos may be embedded
 */
export function portalEditor(videoHosts: VideoHosts = () => VIDEO_HOSTS): ReturnType<typeof lexicalEditor> {
  return lexicalEditor({
    features: [
      ParagraphFeature(),
      PortalHeadingFeature(),
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
      PortalLinkFeature(),
      BlockquoteFeature(),
      HorizontalRuleFeature(),
      PortalTableFeature(),
      VideoFeature(videoHosts),
      KeptHtmlFeature(),
      PasteFeature(),
      AccessibilityFeature(),
      FixedToolbarFeature(),
      InlineToolbarFeature(),
    ],
  });
}
