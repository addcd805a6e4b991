/**
 * An identity provider to try sign-in with, on this machine only: whoever knows a name of this file signs in with any password.
 * It needs `npm install oidc-provider@9.13.3`.
 */
import { Provider } from 'oidc-provider';

const { PORT = '4000', PORTAL = 'http://localhost:3000' } = process.env;
const issuer = `http://localhost:${PORT}`;

const people = {
  nikos: { name: 'Νίκος Γεωργίου', locale: 'el', roles: ['portal-admins'] },
  maria: { name: 'Μαρία Παπαδοπούλου', locale: 'el', roles: ['portal-editors', 'everybody'] },
  eleni: { name: 'Ελένη Ιωάννου', locale: 'en', roles: ['everybody'] },
};

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'portal',
      client_secret: 'a-secret-for-trials-only',
      redirect_uris: [`${PORTAL}/api/users/oidc/callback`],
      post_logout_redirect_uris: [`${PORTAL}/admin/login`],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'locale', 'roles'],
  },
  findAccount: (_, id) =>
    people[id] && {
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@portal.example`, email_verified: true, ...people[id] }),
    },
  cookies: { keys: ['a key for trials only'] },
});

provider.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`${issuer} signs in: ${Object.keys(people).join(', ')}`),
);
