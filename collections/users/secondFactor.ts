import { createHmac, randomBytes } from 'node:crypto';
import { generateSecret, verifySync } from 'otplib';
import type { CollectionAfterDeleteHook, CollectionConfig, PayloadRequest } from 'payload';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { noAccess } from '../access/index.ts';
import { portalOf } from '../portal/portal.ts';

type Reader = Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>;
type Id = number | string;

/** The slug of the collection with the second factors of the plugin's own users. */
const SECOND_FACTORS = 'portal-second-factors';

interface Row {
  id: Id;
  /** What {@link Kept} says, encrypted; null while the account has only been asked for a second factor. */
  kept?: string | null;
  /** When it was set up, or asked for first (ISO 8601). */
  since: string;
}

/** A second factor. */
interface Kept {
  /** The secret of the codes, in base32. */
  secret: string;
  /** The time step of the code that was used last: none is used twice. */
  step: number;
  /** The hashes of the recovery codes that are left. */
  recovery: string[];
}

/**
 * A row for each account that has a second factor, or has been asked for one. It is no part of the account, which every request reads and
 * many a save writes as a whole.
 */
export const SecondFactors: CollectionConfig = {
  slug: SECOND_FACTORS,
  access: noAccess,
  admin: { hidden: true },
  lockDocuments: false,
  timestamps: false,
  fields: [
    { name: 'account', type: 'text', unique: true },
    { name: 'kept', type: 'text', maxLength: 10_000 },
    { name: 'since', type: 'date' },
  ],
};

/** Milliseconds in which an account signs in without the second factor that its role needs, from its first sign-in on. */
const GRACE = 7 * 24 * 60 * 60_000;

/** Seconds on either side by which the clocks of a phone and of this machine may differ: one step. */
const TOLERANCE = 30;

const RECOVERY_CODES = 10;

/** Codes that are tried for one account; only who knows its password can try one. */
const tries = new RateLimiterMemory({ points: 10, duration: 15 * 60 });

const TOO_MANY = bilingual(
  'Δόθηκαν πολλοί λάθος κωδικοί μίας χρήσης. Δοκιμάστε ξανά σε ένα τέταρτο.',
  'There were too many wrong one-time codes. Please try again in a quarter of an hour.',
);

/** The row of an account, for the database. */
const own = (req: Reader, account: Id) => ({
  collection: SECOND_FACTORS,
  req: req as PayloadRequest,
  where: { account: { equals: String(account) } },
});

const rowOf = (req: Reader, account: Id) => req.payload.db.findOne<Row>(own(req, account));

function opened({ payload }: Reader, row: Row | null): Kept | undefined {
  if (!row?.kept) return undefined;
  try {
    return JSON.parse(payload.decrypt(row.kept)) as Kept;
  } catch {
    // Of another PAYLOAD_SECRET: no code is right.
    return { secret: generateSecret(), step: Number.MAX_SAFE_INTEGER, recovery: [] };
  }
}

/** How the second factor of an account stands. */
export interface FactorStatus {
  /** Since when it has one (ISO 8601). */
  since?: string;
  /** How many recovery codes are left. */
  codesLeft: number;
  /** Until when it signs in without (ISO 8601), where its role needs one, since it was asked for it at a sign-in by password. */
  until?: string;
}

type Account = { id: Id; roles?: unknown };

const needsFactor = ({ payload }: Reader, { roles }: Account): boolean =>
  [roles].flat().some((role) => portalOf(payload.config).needsSecondFactor.includes(role as never));

export async function factorOf(req: Reader, account: Account): Promise<FactorStatus> {
  const row = await rowOf(req, account.id);
  if (!row) return { codesLeft: 0 };
  const kept = opened(req, row);
  if (kept) return { codesLeft: kept.recovery.length, since: new Date(row.since).toISOString() };
  const until = new Date(Date.parse(row.since) + GRACE).toISOString();
  return { codesLeft: 0, ...(needsFactor(req, account) && { until }) };
}

async function keep(req: Reader, account: Id, kept?: Kept): Promise<void> {
  const data = {
    account: String(account),
    kept: kept ? req.payload.encrypt(JSON.stringify(kept)) : null,
    since: new Date().toISOString(),
  };
  await req.payload.db.upsert({ ...own(req, account), data });
}

/** Notes when an account was first asked for a second factor, if its role needs one. */
export async function noteAsked(req: Reader, account: Account): Promise<void> {
  if (needsFactor(req, account) && !(await rowOf(req, account.id))) await keep(req, account.id);
}

/** Whoever has come by the organisation's provider is asked for no second factor here, until the next sign-in by password. */
export async function forgetAsked(req: PayloadRequest, { id }: Account): Promise<void> {
  const { where, ...rows } = own(req, id);
  await req.payload.db.deleteMany({ ...rows, where: { ...where, kept: { exists: false } } });
}

/** Takes the second factor of an account away; the days in which it signs in without begin anew. @returns false if there was none */
export async function dropFactor(req: Reader, account: Id): Promise<boolean> {
  const row = await rowOf(req, account);
  await req.payload.db.deleteMany(own(req, account));
  return Boolean(row?.kept);
}

export const dropFactorOfDeleted: CollectionAfterDeleteHook = async ({ id, req }) => {
  await dropFactor(req, id);
};

/** 64 random bits, in digits, since the keyboard of a phone has no others where a code is asked for. */
const newCode = () =>
  String(randomBytes(8).readBigUInt64LE())
    .padStart(20, '0')
    .replace(/.{4}(?=.)/g, '$&-');

/** Worth nothing without Payload's secret. */
const hashOf = ({ payload }: Reader, account: Id, code: string) =>
  createHmac('sha256', payload.secret).update(`portal recovery ${account} ${code}`).digest('base64url');

/** As it is compared: people type spaces, hyphens and capitals. */
const typed = (code: unknown) => (typeof code === 'string' ? code.replace(/[\s-]/g, '').toLowerCase() : '');

/** The time step of a code, if it is one of that secret now, and none that was used. */
function stepOf({ secret, step }: Pick<Kept, 'secret' | 'step'>, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const found = verifySync({ secret, token: code, epochTolerance: TOLERANCE });
  return found.valid && 'timeStep' in found && found.timeStep > step ? found.timeStep : undefined;
}

/**
 * Sets up the second factor of an account, in place of one that it has.
 * @param code shows that the secret is in somebody's phone
 * @returns the recovery codes, which nobody can read again; undefined if the code is wrong
 */
export async function setUpFactor(
  req: Reader,
  account: Id,
  { code, secret }: { code: unknown; secret: unknown },
): Promise<string[] | undefined> {
  if (typeof secret !== 'string' || !/^[A-Z2-7]{32}$/.test(secret)) return undefined;
  const step = stepOf({ secret, step: 0 }, typed(code));
  if (step === undefined) return undefined;
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await keep(req, account, {
    secret,
    step,
    recovery: codes.map((each) => hashOf(req, account, typed(each))),
  });
  return codes;
}

/**
 * Uses a code of the account's second factor, which is worth nothing after that, on any server.
 * @returns what it was; undefined if it is wrong or was used
 * @throws Refusal 429 after too many of them
 */
export async function spendCode(
  req: PayloadRequest,
  account: Id,
  code: unknown,
): Promise<'code' | 'recovery' | undefined> {
  const key = String(account);
  // Counted first: of many at the same moment, too.
  await tries.consume(key).catch(() => {
    throw new Refusal(req, TOO_MANY, 429);
  });
  const row = await rowOf(req, account);
  const kept = opened(req, row);
  if (!row || !kept) return undefined;
  const given = typed(code);
  const step = stepOf(kept, given);
  const hash = hashOf(req, account, given);
  const isRecovery = step === undefined && kept.recovery.includes(hash);
  if (step === undefined && !isRecovery) return undefined;
  const left = { ...kept, step: step ?? kept.step, recovery: kept.recovery.filter((each) => each !== hash) };
  // Of two that use it at the same moment, one finds another row. MongoDB's is one step anyway.
  const { where, ...rows } = own(req, account);
  const used = await req.payload.db.updateOne({
    ...rows,
    data: { kept: req.payload.encrypt(JSON.stringify(left)) },
    options: { atomic: true },
    where: { ...where, kept: { equals: row.kept } },
  } as never);
  if (!used) return undefined;
  await tries.delete(key);
  return isRecovery ? 'recovery' : 'code';
}
