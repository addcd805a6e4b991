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
import { VIDEO_HOSTS } from '../safety/videoAddress.ts';
import { FileFeature } from './file/fileFeature.ts';
import { PortalHeadingFeature } from './heading/headingFeature.ts';
import { KeptHtmlFeature } from './kept/keptHtmlFeature.ts';
import { type LinkedDocuments, PortalLinkFeature } from './link/portalLinkFeature.ts';
import { PasteFeature } from './paste/pasteFeature.ts';
import { PictureFeature } from './picture/pictureFeature.ts';
import { PortalTableFeature } from './table/tableFeature.ts';
import { VideoFeature, type VideoHosts } from './video/videoFeature.ts';

/**
 * The rich text editor of every HTML field: only features whose output {@link lexicalToHtml} renders.
 * @param documents those that texts can link to and show; none by default
 * @param videoHosts whose videos may be embedded
 */
export function portalEditor(
  documents?: LinkedDocuments,
  videoHosts: VideoHosts = () => VIDEO_HOSTS,
): ReturnType<typeof lexicalEditor> {
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
      PortalLinkFeature(documents),
      BlockquoteFeature(),
      HorizontalRuleFeature(),
      PortalTableFeature(),
      VideoFeature(videoHosts),
      ...(documents ? [PictureFeature(documents), FileFeature(documents)] : []),
      KeptHtmlFeature(documents),
      PasteFeature(documents),
      AccessibilityFeature(),
      FixedToolbarFeature(),
      InlineToolbarFeature(),
    ],
  });
}
