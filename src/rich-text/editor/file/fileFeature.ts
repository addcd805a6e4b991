import { createServerFeature } from '@payloadcms/richtext-lexical';
import type { FilterOptionsResult } from 'payload';
import type { LinkedDocuments } from '../link/portalLinkFeature.ts';

/** What the client side knows of the files. */
export interface FileProps {
  /** The slug of the collection of images and files. */
  collection: string;
  /** The files that are offered. */
  offered: FilterOptionsResult;
}

/** Files of the media library, as links. A link to a file is a link to a document: what it says of the file is added when it is served. */
export const FileFeature = ({
  files,
  media,
}: LinkedDocuments): ReturnType<ReturnType<typeof createServerFeature<undefined, undefined, FileProps>>> =>
  createServerFeature({
    feature: ({ config }) => {
      const collection = media(config);
      return {
        ClientFeature: 'payload-portal-content/client#FileFeatureClient',
        clientFeatureProps: { collection, offered: { [collection]: files } },
      };
    },
    key: 'file',
  })();
