import { Button } from '@payloadcms/ui';
import type { AdminViewServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';

const HEADING = bilingual('Ξεχάσατε τον κωδικό πρόσβασης;', 'Forgot your password?');

const WHOM_TO_ASK = bilingual(
  'Από εδώ δεν στέλνονται μηνύματα ηλεκτρονικού ταχυδρομείου. Ζητήστε νέο κωδικό από έναν διαχειριστή της πύλης: τον ορίζει στον λογαριασμό σας, στη σελίδα «Χρήστες».',
  'No e-mails are sent from here. Ask an administrator of the portal for a new password: they can set it in your account, under "Users".',
);

const ONLY_ADMIN = bilingual(
  'Αν δεν υπάρχει άλλος διαχειριστής, τον ορίζει όποιος συντηρεί τον διακομιστή, με την εντολή portal-content set-password.',
  'If there is no other administrator, whoever runs the server can set it with the command portal-content set-password.',
);

const BACK = bilingual('Επιστροφή στη σύνδεση', 'Back to sign-in');

/** The page for a forgotten password if no e-mail can be sent: says whom to ask for a new one. */
export function ForgotPassword({ initPageResult }: AdminViewServerProps) {
  const { i18n, payload } = initPageResult.req;
  const { admin, routes } = payload.config;
  const t = (text: typeof BACK) => translate(text, i18n.language);
  return (
    <>
      <div className="form-header">
        <h1>{t(HEADING)}</h1>
        <p>{t(WHOM_TO_ASK)}</p>
        <p>{t(ONLY_ADMIN)}</p>
      </div>
      <Button
        buttonStyle="secondary"
        el="link"
        size="large"
        to={formatAdminURL({ adminRoute: routes.admin, path: admin.routes.login })}
      >
        {t(BACK)}
      </Button>
    </>
  );
}
