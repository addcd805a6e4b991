import { bilingual } from '../i18n/bilingual.ts';
import type { Branding } from '../plugin/options.ts';
import type { Environment } from '../settings/env.ts';

/** What stands in the place of Payload's logo: what the operator has named, or words that fit any portal. */
export function branding({ portalName, portalLogo }: Environment): Branding {
  return { name: portalName ?? bilingual('Περιεχόμενο της πύλης', 'Portal content'), logo: portalLogo };
}
