import { generateSecret, generateURI } from 'otplib';
import { addDataAndFileToRequest, type Endpoint, Forbidden, NotFound, type PayloadRequest } from 'payload';
import { renderSVG } from 'uqr';
import { may } from '../../../collections/policies/may.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import { refuseOtherAccount } from '../../../collections/save/base.ts';
import { isCurrent, mayUsePassword } from '../../../collections/users/passwords.ts';
import {
  dropFactor,
  type FactorStatus,
  factorOf,
  setUpFactor,
  spendCode,
} from '../../../collections/users/secondFactor.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdIn } from '../documentId.ts';
import { notify } from '../notices/notify.ts';
import type { Addition } from '../withAdditions.ts';
import { type Account, entryOf, WRONG_CODE } from './signIn.ts';

type Data = Record<string, unknown>;

const WRONG_PASSWORD = bilingual(
  'Ο τωρινός κωδικός πρόσβασης δεν είναι σωστός.',
  'The current password is wrong.',
);

/** What the form of an account shows of how it is signed in to. */
export interface AccessAnswer {
  factor: FactorStatus;
  /** For its user, where passwords count: a new secret, which is stored only once a code shows that it is in a phone, and its QR code (SVG). */
  offer?: { secret: string; picture: string };
  /** Whether the user may take the factor away. */
  mayRemove: boolean;
}

type Run = (req: PayloadRequest, account: Account, isOwn: boolean, sent: Data) => Promise<object>;

/** An endpoint for an account, which is the user's own, or anybody's for admins. */
const accountEndpoint = (method: Endpoint['method'], path: string, run: Run): Omit<Endpoint, 'root'> => ({
  method,
  path: `/:id/${path}`,
  handler: async (req) => {
    refuseOtherAccount(req);
    const collection = portalOf(req.payload.config).users as 'users';
    const id = documentIdIn(req, collection);
    const found = { collection, id, depth: 0, disableErrors: true } as const;
    const account = (await req.payload.findByID(found)) as unknown as Account | null;
    // By the id as it is stored: a path may spell it in another way.
    const isOwn = may.changeOwnAccount(req) && String(req.user?.id) === String(account?.id);
    if (!isOwn && !may.manageUsers(req)) throw new Forbidden(req.t);
    if (!account) throw new NotFound(req.t);
    if (method !== 'get') await addDataAndFileToRequest(req);
    return Response.json(await run(req, { ...account, collection }, isOwn, req.data ?? {}));
  },
});

/** How an account is signed in to. */
const show: Run = async (req, account, isOwn): Promise<AccessAnswer> => {
  const secret = generateSecret();
  const issuer = new URL(portalOf(req.payload.config).serverUrl).host;
  const picture = renderSVG(generateURI({ issuer, label: account.email, secret }), { border: 4 });
  return {
    factor: await factorOf(req, account),
    ...(isOwn && mayUsePassword(req, account.email) && { offer: { secret, picture } }),
    mayRemove: !isOwn,
  };
};

/**
 * Sets up one's own second factor: `{ password, code, secret, newCode }`, where `code` is one of the factor that is there. Whoever is at
 * an open browser does not know them.
 */
const setUp: Run = async (req, account, isOwn, { code, newCode, password, secret }) => {
  if (!isOwn) throw new Forbidden(req.t);
  if (!(await isCurrent(req, account.collection as 'users', password)))
    throw new Refusal(req, WRONG_PASSWORD, 400);
  const { since } = await factorOf(req, account);
  const isKnown = !since || (await spendCode(req, account.id, code));
  const recoveryCodes = isKnown && (await setUpFactor(req, account.id, { code: newCode, secret }));
  if (!recoveryCodes) throw new Refusal(req, WRONG_CODE, 400);
  await recordAction(req, { ...entryOf(account), action: 'secondFactorSet' });
  return { recoveryCodes };
};

/** Takes the second factor of another account away, for an admin. */
const remove: Run = async (req, account, isOwn) => {
  if (isOwn) throw new Forbidden(req.t);
  if (await dropFactor(req, account.id)) {
    const entry = entryOf(account);
    await recordAction(req, { ...entry, action: 'secondFactorRemoved' });
    await notify(req, { ...entry, kind: 'secondFactorRemoved', to: [account.id] });
  }
  return {};
};

/** How the plugin's own accounts are signed in to: a button in their form, and its endpoints. */
export const accessOfForm: Addition = {
  // Payload's account page has no place for controls over the form.
  fields: [
    {
      name: 'signingIn',
      type: 'ui',
      admin: {
        components: { Field: 'payload-portal-content/client#AccountAccess' },
        disableListColumn: true,
      },
    },
  ],
  endpoints: [
    accountEndpoint('get', 'access', show),
    accountEndpoint('post', 'second-factor', setUp),
    accountEndpoint('post', 'second-factor/remove', remove),
  ],
};
