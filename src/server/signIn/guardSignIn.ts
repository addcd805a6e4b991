import type {
  CollectionAfterLoginHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
  PayloadRequest,
  Plugin,
} from 'payload';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { BY_PROVIDER, mayUsePassword } from '../../../collections/users/passwords.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { workAsForUser } from '../../payload/unknownUser.ts';
import { SignInLimits } from './limits.ts';

function tooMany(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  return bilingual(
    `Έγιναν πολλές προσπάθειες. Δοκιμάστε ξανά σε ${minutes === 1 ? 'ένα λεπτό' : `${minutes} λεπτά`}.`,
    `There were too many tries. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  );
}

/** The address as Payload looks it up. */
function accountOf(email: unknown): string {
  return typeof email === 'string' ? email.toLowerCase().trim() : '';
}

/** The client's address, which the front sets; nobody else can reach the cms. Undefined for calls on the server itself. */
export function addressOf({ headers }: Pick<PayloadRequest, 'headers'>): string | undefined {
  return headers?.get('x-forwarded-for') ?? undefined;
}

async function limited(req: PayloadRequest, taken: Promise<void>): Promise<void> {
  try {
    await taken;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    req.responseHeaders ??= new Headers();
    req.responseHeaders.set('Retry-After', String(seconds));
    throw new Refusal(req, tooMany(seconds), 429);
  }
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
    if (operation === 'login' && mayUsePassword(req, data.email))
      await workAsForUser(req.payload, collection.slug, {
        email: accountOf(data.email),
        password: data.password,
      });
  };

  const forgive: CollectionAfterLoginHook = async ({ req, user }) => {
    // Whoever comes from the provider has tried no password.
    const address = req.context[BY_PROVIDER] ? undefined : addressOf(req);
    if (address) await limits.forgive(address, accountOf(user.email));
  };

  return {
    ...collection,
    // Payload's own lock would let a stranger lock a user out.
    auth: { ...auth, maxLoginAttempts: 0 },
    hooks: {
      ...hooks,
      beforeOperation: [limitTries, ...(hooks?.beforeOperation ?? [])],
      afterLogin: [...(hooks?.afterLogin ?? []), forgive],
    },
  };
}

/**
 * Limits sign-in attempts, and does not reveal which accounts exist. The counts are in memory, so they start again with the
 * process.
 */
export const guardSignIn: Plugin = (config) => ({ ...config, collections: config.collections?.map(guarded) });
