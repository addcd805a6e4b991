import type { PayloadRequest } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { portalOf } from '../portal/portal.ts';

const SUBJECT = bilingual('Νέος κωδικός πρόσβασης', 'A new password');
const ASKED = bilingual(
  'Ζητήθηκε νέος κωδικός πρόσβασης για τον λογαριασμό σας. Ορίστε τον εδώ, μέσα σε μία ώρα:',
  'A new password was asked for your account. Set it here, within an hour:',
);
const OTHERWISE = bilingual(
  'Αν δεν τον ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα: ο κωδικός σας μένει όπως είναι.',
  'If you did not ask for it, there is nothing to do: your password stays as it is.',
);

interface Forgotten {
  req?: PayloadRequest;
  token?: string;
  user?: unknown;
}

const words = (text: Bilingual, { user }: Forgotten) =>
  translate(text, (user as { language?: string } | undefined)?.language ?? 'el');

/** The e-mail for a forgotten password, in the language of the account. */
export const forgotPassword = {
  generateEmailSubject: (args?: Forgotten) => words(SUBJECT, args ?? {}),
  generateEmailHTML: (args?: Forgotten) => {
    const { req, token } = args ?? {};
    if (!req || !token) return '';
    const { admin, routes } = req.payload.config;
    const page = formatAdminURL({
      adminRoute: routes.admin,
      path: `${admin.routes.reset}/${token}` as never,
    });
    const address = `${portalOf(req.payload.config).serverUrl}${page}`;
    const [asked, otherwise] = [ASKED, OTHERWISE].map((text) => words(text, args ?? {}));
    return `<p>${asked}</p><p><a href="${address}">${address}</a></p><p>${otherwise}</p>`;
  },
};
