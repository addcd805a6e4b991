import path from 'node:path';
import { buildConfig, type Plugin, type SharpDependency } from 'payload';
import { databaseAdapter } from './database/index.ts';
import { greek } from './i18n/greek.ts';
import { portalContent } from './index.ts';
import { payloadLogger } from './logging/log.ts';
import { explainMistakes } from './payload/rest/explainMistakes.ts';
import { portalEditor } from './rich-text/index.ts';
import { branding } from './server/branding.ts';
import { guardSignIn } from './server/signIn/guardSignIn.ts';
import { publicUrl, readEnvironment } from './settings/env.ts';

const environment = readEnvironment();
const serverUrl = publicUrl(environment);

/** What is planned is looked for at the start of every minute. */
const EVERY_MINUTE = '* * * * *';

/** Behind https, the browser sends the session over nothing else. */
const secureSessions: Plugin = (config) => ({
  ...config,
  collections: config.collections?.map((collection) => {
    if (!collection.auth) return collection;
    const auth = collection.auth === true ? {} : collection.auth;
    return { ...collection, auth: { ...auth, cookies: { ...auth.cookies, secure: true } } };
  }),
});

/** What anybody can bring about is a line in the log, without a stack. Payload's type has not all the names that it looks up. */
const refusals = {
  APIError: 'info',
  AuthenticationError: 'info',
  QueryError: 'info',
  // A form whose document is no JSON.
  SyntaxError: 'info',
  UnauthorizedError: 'info',
} as const;

/** Crops images. It comes with prebuilt binaries, which not every machine can take: there, the admin does not offer it. */
const sharp = await import('sharp').then(
  (module) => module.default as unknown as SharpDependency,
  () => undefined,
);

/** The server's own Payload: the plugin and a database, nothing that a host's config could not hold. */
export default buildConfig({
  // Payload refuses to start with an empty secret; the server and the commands have set it by then.
  secret: process.env.PAYLOAD_SECRET ?? '',
  // Without SERVER_URL the admin works under any name of this machine.
  serverURL: environment.serverUrl ?? '',
  db: await databaseAdapter(environment),
  editor: portalEditor(),
  ...(sharp && { sharp }),
  plugins: [
    // Whoever prefers English picks it on their account page (cookie `payload-lng`).
    greek({ fallback: true }),
    portalContent({
      adminTimes: true,
      branding: branding(environment),
      serverUrl,
      media: { own: true, dir: path.resolve(environment.dataDir, 'media') },
    }),
    guardSignIn,
    ...(serverUrl.startsWith('https:') ? [secureSessions] : []),
  ],
  admin: {
    user: 'users',
    // Not from a service that would learn of everybody who signs in.
    avatar: 'default',
    components: {
      afterLogin: ['payload-portal-content/client#LoginFocus'],
      providers: ['payload-portal-content/client#AdminAids'],
    },
    dateFormat: 'dd/MM/yyyy HH:mm',
    meta: {
      description: '',
      // Payload would draw a preview image for anybody who asks.
      defaultOGImageType: 'off',
    },
    // Committed, and made again with `npm run generate:importmap`: a start writes no sources.
    importMap: { autoGenerate: false, baseDir: path.resolve('src') },
  },
  hooks: { afterError: [explainMistakes] },
  loggingLevels: refusals,
  // What a request may have in all; Payload's own limits for its parts would stop a long text at 1 MB.
  upload: {
    limits: { fieldSize: environment.maxBody, fileSize: environment.maxBody },
    requestSizeLimit: environment.maxBody,
  },
  graphQL: { disable: true },
  logger: payloadLogger(),
  // What refers to each other multiplies with each level, and Payload would read ten.
  maxDepth: 2,
  // Silent, since what is planned logs its own lines. Payload would do ten a minute, and more may be planned for one time.
  jobs: { autoRun: [{ cron: EVERY_MINUTE, allQueues: true, limit: 50, silent: true }] },
  telemetry: false,
  typescript: { autoGenerate: false },
});
