import { Button } from '@payloadcms/ui';
import type { ServerProps } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { addressOf } from './addresses.ts';

const SIGN_IN = bilingual(
  'Σύνδεση με τον λογαριασμό του οργανισμού σας',
  'Sign in with the account of your organisation',
);
const EMERGENCY = bilingual(
  'Ο κωδικός πρόσβασης είναι μόνο για τον λογαριασμό έκτακτης ανάγκης.',
  'A password is only for the emergency account.',
);

/** The button on the sign-in page that leads to the organisation's identity provider. */
export function ProviderSignIn({ i18n, payload, searchParams }: ServerProps) {
  const { openId } = portalOf(payload.config);
  if (!openId) return null;
  const t = (text: typeof SIGN_IN) => translate(text, i18n.language);
  const to = new URLSearchParams({ redirect: String(searchParams?.redirect ?? '') });
  return (
    <>
      <Button el="anchor" size="large" url={`${addressOf({ payload }, 'start').pathname}?${to}`}>
        {openId.name ? `${t(SIGN_IN)}: ${openId.name}` : t(SIGN_IN)}
      </Button>
      {openId.passwordsOnlyFor !== undefined && <p>{t(EMERGENCY)}</p>}
    </>
  );
}
