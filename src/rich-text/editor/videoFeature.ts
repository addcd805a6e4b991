import { createNode, createServerFeature } from '@payloadcms/richtext-lexical';
import { sanitizeFields, type TextField } from 'payload';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { videoAddress } from '../safety/addresses.ts';
import { videoNode } from './videoNode.ts';

/** Gives the host names whose videos texts may embed. */
export type VideoHosts = (config: { custom?: Record<string, unknown> }) => readonly string[];

/** Videos by their address. Its form is checked on the server, where the hosts are known. */
export const VideoFeature = (
  hostsOf: VideoHosts,
): ReturnType<ReturnType<typeof createServerFeature<undefined, undefined, { hosts: string[] }>>> =>
  createServerFeature({
    feature: async ({ config, isRoot, parentIsLocalized }) => {
      const fields = await sanitizeFields({
        config: config as never,
        fields: [addressField(hostsOf), titleField],
        parentIsLocalized,
        requireFieldLevelRichTextEditor: isRoot,
        validRelationships: [],
      });
      return {
        ClientFeature: 'payload-portal-content/client#VideoFeatureClient',
        clientFeatureProps: { hosts: [...hostsOf(config)] },
        generateSchemaMap: () => new Map([['fields', { fields }]]),
        nodes: [createNode({ node: videoNode() })],
      };
    },
    key: 'video',
  })();

const addressField = (hostsOf: VideoHosts): TextField => ({
  name: 'address',
  type: 'text',
  required: true,
  label: bilingual('Διεύθυνση του βίντεο', 'Video address'),
  validate: (value, { req }) => {
    const hosts = hostsOf(req.payload.config);
    if (value && videoAddress(value, hosts)) return true;
    return translate(
      bilingual(
        `Γράψτε τη διεύθυνση ενός βίντεο. Επιτρέπονται: ${hosts.join(', ')}.`,
        `Enter the address of a video. Allowed are: ${hosts.join(', ')}.`,
      ),
      req.i18n?.language,
    );
  },
});

const titleField: TextField = {
  name: 'title',
  type: 'text',
  required: true,
  label: bilingual('Τίτλος του βίντεο', 'Video title'),
  admin: {
    description: bilingual(
      'Τον διαβάζει όποιος ακούει τη σελίδα αντί να τη βλέπει.',
      'Read aloud to people who listen to the page.',
    ),
  },
};
