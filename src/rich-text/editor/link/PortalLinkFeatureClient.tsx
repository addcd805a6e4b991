'use client';
import { LinkFeatureClient } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { toast, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { waitForCheckOfLinks } from '../../../payload/rich-text/linkDrawer.ts';
import { registerLinkAddresses } from './linkAddresses.ts';

/** How long it is said which links are gone, in milliseconds. */
const SAID = 20_000;

/** More are counted, not named. */
const MAX_NAMED = 3;

/** The client side of Payload's links, without those that lead nowhere. */
export const PortalLinkFeatureClient: typeof LinkFeatureClient = (props) => {
  const links = LinkFeatureClient(props);
  return {
    ...links,
    feature: (args) => {
      const feature = typeof links.feature === 'function' ? links.feature(args) : links.feature;
      return {
        ...feature,
        plugins: [...(feature.plugins ?? []), { Component: LinkAddresses, position: 'normal' }],
      };
    },
  };
};

function LinkAddresses(): null {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  useEffect(
    () =>
      registerLinkAddresses(editor, (links) => {
        toast.warning(translate(removedMessage(links), language), { duration: SAID });
      }),
    [editor, language],
  );
  useEffect(waitForCheckOfLinks, []);
  return null;
}

function removedMessage(links: string[]) {
  const named = links.slice(0, MAX_NAMED).map((words) => `«${words}»`);
  const all = named.join(', ') + (links.length > MAX_NAMED ? ' …' : '');
  return bilingual(
    `Αφαιρέθηκαν οι σύνδεσμοι που δεν οδηγούν σε ολόκληρη διεύθυνση (${links.length}): ${all}. Οι λέξεις τους έμειναν στο κείμενο.`,
    `Links that do not lead to a whole address were removed (${links.length}): ${all}. Their words stay in the text.`,
  );
}
