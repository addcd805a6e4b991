'use client';
import { useTranslation } from '@payloadcms/ui';
import { bilingual, speak } from '../../collections/fields/labels.ts';

const NAME = bilingual('Περιεχόμενο της πύλης', 'Portal content');

/** What stands above the form for signing in, in the place of Payload's logo. */
export function PortalName() {
  const { i18n } = useTranslation();
  return <h1>{speak(NAME, i18n.language)}</h1>;
}
