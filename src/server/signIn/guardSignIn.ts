import crypto from 'node:crypto';
import { promisify } from 'node:util';
import type {
  CollectionAfterLoginHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
  CollectionSlug,
  PayloadRequest,
  Plugin,
} from 'payload';
import { Refusal } from '../../../collections/portal/Refusal.ts';
import { bilingual } from '../../i18n/bilingual.ts';
import { SignInLimits, TooManyTries } from './limits.ts';

/** What a password is looked at with, as Payload stores it. */
const HASH = { iterations: 600_000, length: 32, digest: 'sha256' };

function tooMany(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  return bilingual(
    `Έγιναν πολλές προσπάθειες. Δοκιμάστε ξανά σε ${minutes === 1 ? 'ένα λεπτό' : `${minutes} λεπτά`}.`,
    `There were too many tries. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  );
}

/** As Payload looks for it. */
function accountOf(email: unknown): string {
  return typeof email === 'string' ? email.toLowerCase().trim() : '';
}

/** The front says it, and nobody else reaches the cms; undefined for what runs on the server itself. */
function addressOf({ headers }: PayloadRequest): string | undefined {
  return headers?.get('x-forwarded-for') ?? undefined;
}

async function limited(req: PayloadRequest, taken: Promise<void>): Promise<void> {
  try {
    await taken;
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error;
    req.responseHeaders ??= new Headers();
    req.responseHeaders.set('Retry-After', String(error.seconds));
    throw new Refusal(req, tooMany(error.seconds), 429);
  }
}

/** Payload answers at once where there is no such user: by the time that takes, anybody could tell who has an account. */
async function workAsForUser(
  collection: string,
  { payload }: PayloadRequest,
  data: Credentials,
): Promise<void> {
  const { email, password } = data;
  if (typeof password !== 'string') return;
  const where = { email: { equals: accountOf(email) } };
  const { totalDocs } = await payload.count({ collection: collection as CollectionSlug, where });
  if (totalDocs > 0) return;
  const salt = crypto.randomBytes(32).toString('hex');
  await promisify(crypto.pbkdf2)(password, salt, HASH.iterations, HASH.length, HASH.digest);
}

interface Credentials {
  email?: unknown;
  password?: unknown;
}

function guarded(collection: CollectionConfig): CollectionConfig {
  if (!collection.auth) return collection;
  const auth = collection.auth === true ? {} : collection.auth;
  const { hooks } = collection;
  const limits = new SignInLimits();

  const limitTries: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
    const { data = {} } = args as { data?: Credentials };
    const address = addressOf(req);
    if (address && (operation === 'login' || operation === 'forgotPassword')) {
      await limited(req, limits.tryAccount(address, accountOf(data.email)));
    } else if (address && operation === 'resetPassword') {
      await limited(req, limits.tryAddress(address));
    }
    if (operation === 'login') await workAsForUser(collection.slug, req, data);
  };

  const forgive: CollectionAfterLoginHook = async ({ req, user }) => {
    const address = addressOf(req);
    if (address) await limits.forgive(address, accountOf(user.email));
  };

  return {
    ...collection,
    // Payload's lock would let any stranger keep a user out.
    auth: { ...auth, maxLoginAttempts: 0 },
    hooks: {
      ...hooks,
      beforeOperation: [limitTries, ...(hooks?.beforeOperation ?? [])],
      afterLogin: [...(hooks?.afterLogin ?? []), forgive],
    },
  };
}

/**
 * Slows down who tries passwords, and tells nobody who has an account. The counts are in the memory of this process: they
 * begin anew when it does.
 */
export const guardSignIn: Plugin = (config) => ({ ...config, collections: config.collections?.map(guarded) });
