import { bilingual } from '../payload/i18n/bilingual.ts';
import type { Branding } from '../plugin/options.ts';
import type { Environment } from '../system/settings/env.ts';

/** Replaces Payload's logo with the operator's name and logo, or with a neutral name. */
export function branding({ portalName, portalLogo }: Environment): Branding {
  return { name: portalName ?? bilingual('Περιεχόμενο της πύλης', 'Portal content'), logo: portalLogo };
}
