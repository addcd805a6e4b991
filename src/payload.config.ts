import path from 'node:path';
import { buildConfig, type Plugin, type SharpDependency } from 'payload';
import { databaseAdapter } from './database/index.ts';
import { portalContent } from './index.ts';
import { noEmail } from './payload/email.ts';
import { greek } from './payload/i18n/index.ts';
import { explainMistakes } from './payload/rest.ts';
import { portalEditor } from './rich-text/editor/portalEditor.ts';
import { branding } from './server/branding.ts';
import { smtp } from './server/mail.ts';
import { noteFailedSave } from './server/notes.ts';
import { addressOf, guardSignIn } from './server/signIn/guardSignIn.ts';
import type { FileStore } from './system/files/index.ts';
import { payloadLogger } from './system/logging/log.ts';
import { type Environment, publicUrl, readEnvironment } from './system/settings/env.ts';

const environment = readEnvironment();
const serverUrl = publicUrl(environment);

/** The schedule of planned changes. */
const EVERY_MINUTE = '* * * * *';

/** Restricts the session cookie to https. */
const secureSessions: Plugin = (config) => ({
  ...config,
  collections: config.collections?.map((collection) => {
    if (!collection.auth) return collection;
    const auth = collection.auth === true ? {} : collection.auth;
    return { ...collection, auth: { ...auth, cookies: { ...auth.cookies, secure: true } } };
  }),
});

/** Errors that any client can cause. Payload's type lacks some of the names that it uses. */
const refusals = {
  APIError: 'debug',
  AuthenticationError: 'debug',
  Forbidden: 'debug',
  MissingFile: 'debug',
  NotFound: 'debug',
  QueryError: 'debug',
  // A form whose document is not valid JSON.
  SyntaxError: 'debug',
  UnauthorizedError: 'debug',
  ValidationError: 'debug',
} as const;

/** The bucket of uploaded files; undefined where they are in a folder, which needs no client of S3. */
async function bucketOf({ mediaUri, s3 }: Environment): Promise<FileStore | undefined> {
  if (mediaUri === undefined) return undefined;
  const { BucketStore } = await import('./system/files/BucketStore.ts');
  return new BucketStore(mediaUri, s3);
}

/** Crops images. Its prebuilt binaries do not run on all machines; there, the admin does not offer cropping. */
const sharp = await import('sharp').then(
  (module) => module.default as unknown as SharpDependency,
  () => undefined,
);

/** The Payload config of the server: the plugin, a database, and options that any host could use. */
export default buildConfig({
  // Never empty here, since the server and the commands set the secret first. Payload refuses to start without one.
  secret: process.env.PAYLOAD_SECRET ?? '',
  // Without SERVER_URL the admin works under any host name.
  serverURL: environment.serverUrl ?? '',
  db: await databaseAdapter(environment),
  editor: portalEditor(),
  email: environment.mail ? smtp(environment.mail) : noEmail,
  ...(sharp && { sharp }),
  plugins: [
    // Users can choose English on their account page (cookie `payload-lng`).
    greek({ fallback: true }),
    portalContent({
      admin: { adminTimes: true, branding: branding(environment) },
      clientAddress: addressOf,
      prefixes: environment.prefixes,
      redirects: environment.redirects,
      requireSecondFactor: environment.twoFactor,
      serverUrl,
      ...(environment.openId && { openId: environment.openId }),
      media: {
        own: true,
        dir: path.resolve(environment.dataDir, 'media'),
        files: await bucketOf(environment),
      },
    }),
    guardSignIn,
    ...(serverUrl.startsWith('https:') ? [secureSessions] : []),
  ],
  admin: {
    user: 'users',
    // No external avatar service, which would learn of every sign-in.
    avatar: 'default',
    components: {
      afterLogin: ['payload-portal-content/client#LoginLanguage'],
      beforeDashboard: ['payload-portal-content/rsc#SampleGuide'],
      providers: ['payload-portal-content/client#AdminStyles'],
    },
    // On the sign-in page where OIDC_ISSUER is set; the import map is made without.
    dependencies: { signIn: { path: 'payload-portal-content/rsc#ProviderSignIn', type: 'component' } },
    dateFormat: 'dd/MM/yyyy HH:mm',
    meta: {
      description: '',
      // Otherwise Payload would draw a preview image for any visitor.
      defaultOGImageType: 'off',
    },
    // The import map is committed. `npm run generate:importmap` updates it, so that a start writes no source files.
    importMap: { autoGenerate: false, baseDir: path.resolve('src') },
  },
  hooks: { afterError: [explainMistakes, noteFailedSave] },
  loggingLevels: refusals,
  // The limits of the whole request. Payload's default limits for its parts would refuse texts over 1 MB.
  upload: {
    limits: { fieldSize: environment.maxBody, fileSize: environment.maxBody },
    requestSizeLimit: environment.maxBody,
  },
  graphQL: { disable: true },
  logger: payloadLogger(),
  // References can be circular, so each level multiplies them. Payload's default is ten levels.
  maxDepth: 2,
  // Silent, since planned changes write their own log lines. The limit is above Payload's default of ten jobs a minute.
  jobs: { autoRun: [{ cron: EVERY_MINUTE, allQueues: true, limit: 50, silent: true }] },
  telemetry: false,
  typescript: { autoGenerate: false },
});
