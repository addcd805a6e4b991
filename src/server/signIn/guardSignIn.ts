import type {
  CollectionAfterLoginHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
  PayloadRequest,
  Plugin,
} from 'payload';
import { bilingual } from '../../i18n/bilingual.ts';
import { workAsForUser } from '../../payload/access/workAsForUser.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
import { SignInLimits, TooManyTries } from './limits.ts';

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
    if (operation === 'login')
      await workAsForUser(req.payload, collection.slug, {
        email: accountOf(data.email),
        password: data.password,
      });
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
