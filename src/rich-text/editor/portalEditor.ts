import {
  AlignFeature,
  BlockquoteFeature,
  BoldFeature,
  createNode,
  createServerFeature,
  type FeatureProviderServer,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  IndentFeature,
  InlineCodeFeature,
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
import { VIDEO_HOSTS } from '../safety/addresses.ts';
import type { FileProps } from './FileList.tsx';
import { keptNodes } from './kept/keptNodes.ts';
import { PictureFeature } from './pictureFeature.ts';
import { type LinkedDocuments, PortalLinkFeature } from './portalLinkFeature.ts';
import { PortalTableFeature } from './tableFeature.ts';
import { VideoFeature, type VideoHosts } from './videoFeature.ts';

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
      // Groups the buttons of the others: Payload loads the first feature last.
      withClient(FixedToolbarFeature(), 'PortalToolbarFeatureClient'),
      ParagraphFeature(),
      // The menus offer h2 to h6: the page's title is its h1. The server takes all, since imported texts have them; with
      // `enabledHeadingSizes`, Payload would refuse those texts, and turn their h1 into h6 in the browser.
      withClient(HeadingFeature(), 'PortalHeadingFeatureClient'),
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
    ],
  });
}

/** A feature of Payload with a client side of our own. */
function withClient<Given, Server, Client>(
  own: FeatureProviderServer<Given, Server, Client>,
  name: string,
): FeatureProviderServer<Given, Server, Client> {
  return {
    ...own,
    feature: async (args) => {
      const feature = typeof own.feature === 'function' ? await own.feature(args) : own.feature;
      return { ...feature, ClientFeature: `payload-portal-content/client#${name}` };
    },
  };
}

/** Files of the media library, as links. A link to a file is a link to a document: what it says of the file is added when it is served. */
const FileFeature = ({ files, media }: LinkedDocuments) =>
  createServerFeature<undefined, undefined, FileProps>({
    feature: ({ config }) => {
      const collection = media(config);
      return {
        ClientFeature: 'payload-portal-content/client#FileFeatureClient',
        clientFeatureProps: { collection, offered: { [collection]: files } },
      };
    },
    key: 'file',
  })();

/** The nodes that keep HTML as it is. They come with an import. */
const KeptHtmlFeature = (documents: LinkedDocuments | undefined) =>
  createServerFeature<undefined, undefined, { media: string }>({
    feature: ({ config }) => ({
      ClientFeature: 'payload-portal-content/client#KeptHtmlFeatureClient',
      clientFeatureProps: { media: documents?.media(config) ?? '' },
      nodes: keptNodes().map((node) => createNode({ node })),
    }),
    key: 'keptHtml',
  })();

/** What is pasted comes without its looks, with its lists and tables. @param documents where its pictures are uploaded to */
const PasteFeature = (documents: LinkedDocuments | undefined) =>
  createServerFeature<undefined, undefined, { media: string }>({
    feature: ({ config }) => ({
      ClientFeature: 'payload-portal-content/client#PasteFeatureClient',
      clientFeatureProps: { media: documents?.media(config) ?? '' },
    }),
    key: 'paste',
  })();
