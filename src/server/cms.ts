import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nextModule from 'next';
import { createLocalReq, executeAuthStrategies, getPayload, type Payload } from 'payload';
import type { Registry } from 'prom-client';
import { findImageFile, imageStore } from '../../collections/access/imageFiles.ts';
import { may } from '../../collections/policies/may.ts';
import { MEDIA, slugOfKind } from '../../collections/portal/portal.ts';
import { importing } from '../../collections/save/saveContext.ts';
import { serveByFront } from '../changes/serving.ts';
import { Webhooks } from '../changes/webhooks/Webhooks.ts';
import { databaseProblem } from '../database/index.ts';
import { requireDatabaseFile } from '../database/keepToFile.ts';
import { documentSource, startChecks } from '../index.ts';
import type { ImportProgress } from '../migration/index.ts';
import { causesOf, describeError } from '../system/logging/describeError.ts';
import { hideInLog } from '../system/logging/hidden.ts';
import { type Log, openLog, setLogLevel } from '../system/logging/log.ts';
import { Trouble } from '../system/logging/OperatorError.ts';
import type { Measure } from '../system/metrics/cmsMetrics.ts';
import {
  type Environment,
  EnvironmentError,
  ownAddress,
  publicUrl,
  readEnvironment,
} from '../system/settings/env.ts';
import { filePath } from '../system/settings/folders.ts';
import { secretsOf } from '../system/settings/prepare.ts';
import { AccountRefused, createAdmin, emergencyProblem, randomPassword } from './accounts.ts';
import { FeedServer } from './feed/FeedServer.ts';
import { application, FIRST_USER_HELP } from './http/application.ts';
import { imageFiles } from './http/imageFiles.ts';
import { ROOM_FOR_BODIES } from './http/limitBody.ts';
import { gently } from './http/limits.ts';
import { isSave, keepNotes } from './notes.ts';
import { CMS_ENV, type FromCms, PULSE, type ToCms } from './processes/control.ts';

/**
 * The cms process: Payload, its admin and its REST behind Express on one Unix socket, and the feed of documents for the
 * front on another. It ends when the main process ends.
 */

/** The folder with `.next` and the sample. This file runs as dist/src/server/cms.js. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Milliseconds between two tries, and between two lines about the same problem. */
const PAUSE = 1000;

const SAID_AGAIN = 60_000;

/**
 * Waits until the database can be used. It says what is missing at once, then once a minute.
 *
 * @throws EnvironmentError for what waiting does not mend
 */
async function awaitDatabase(
  environment: Pick<Environment, 'database' | 'databaseUri'>,
  log: Log,
): Promise<void> {
  let said = '';
  let saidAt = 0;
  for (;;) {
    const problem = await databaseProblem(environment);
    if (!problem) {
      if (said) log('The database can be used now.');
      return;
    }
    if (!problem.mayPass) throw new EnvironmentError(problem.message);
    if (problem.message !== said || performance.now() - saidAt > SAID_AGAIN) {
      said = problem.message;
      saidAt = performance.now();
      log(`${said} It is tried again until it can be used.`, 'error');
    }
    await sleep(PAUSE);
  }
}

/** The sample portal of the package. */
const SAMPLE = path.join(ROOT, 'sample');

const EMAIL = 'admin@example.com';

/**
 * Fills the server's own new database: imports the sample portal with the ordinary import, and creates one admin. After an
 * interruption it can run again; the admin then gets a new password, since the first was perhaps never shown.
 *
 * @param admin the one that the operator has named
 * @returns the admin that was created, with a random password
 */
async function makeFirstStart(
  payload: Payload,
  admin: Environment['firstAdmin'],
): Promise<{ email: string; password: string } | undefined> {
  payload.logger.info('First start: importing the sample portal.');
  const { importCapture } = await import('../migration/index.ts');
  let said = '';
  const onProgress = ({ phase, list, done, total }: ImportProgress) => {
    // Each list, and within it each tenth of what takes long.
    const step = `${phase} ${list ?? ''} ${total > 100 ? Math.floor((10 * done) / total) : ''}`;
    if (step === said || phase !== 'writing') return;
    said = step;
    payload.logger.info(`Importing the sample portal: ${list ?? 'all lists'}, ${done} of ${total}.`);
  };
  await importCapture(payload, { from: SAMPLE, onProgress });
  await bringPictures(payload);
  // The caller creates it, as for any database without users.
  if (admin) return undefined;
  const password = randomPassword();
  await createAdmin(payload, { email: EMAIL, password, replacePassword: true });
  return { email: EMAIL, password };
}

/** Gives the sample's images their files and descriptions; the lists go on giving the addresses of the made-up legacy system. */
async function bringPictures(payload: Payload): Promise<void> {
  const folder = path.join(SAMPLE, 'pictures');
  const text = await readFile(path.join(folder, 'pictures.json'), 'utf8');
  const pictures: Record<string, { file: string; alt: string }> = JSON.parse(text);
  const collection = slugOfKind(payload, MEDIA);
  const { docs } = await payload.find({ collection, depth: 0, limit: 0, pagination: false });
  for (const { filename, id, legacy_url } of docs as {
    filename?: unknown;
    id: number;
    legacy_url?: string;
  }[]) {
    const picture = pictures[decodeURIComponent(legacy_url?.split('/').at(-1) ?? '')];
    if (filename || !picture) continue;
    const { alt, file: name } = picture;
    const data = await readFile(path.join(folder, name));
    const file = { data, mimetype: 'image/png', name, size: data.length };
    await payload.update({
      collection,
      id,
      data: { alt } as never,
      file,
      context: importing(collection, id, {}),
    });
  }
}

// Next is CommonJS and sets `module.exports`; its types describe the bundled form with a `default`.
const next = nextModule as unknown as typeof nextModule.default;

/** Milliseconds that open requests get: on a stop, when the main process has died, when the database file has moved. */
const TIMEOUT = { stop: 20_000, orphaned: 3_000, moved: 3_000 };

/** Milliseconds to wait for the front to follow before requests are accepted. Later, it loads all earlier saves. */
const FRONT_TIMEOUT = 10_000;

function send(message: FromCms): void {
  // If the main process is ending right now, 'disconnect' follows.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** The metrics of this process, where they are wanted. */
let registry: Registry | undefined;

/** Ends this process. The argument is the milliseconds that open requests get. Before the server exists it ends at once. */
let stop: (timeout: number) => Promise<void> = async () => process.exit(0);

/**
 * Refuses to start if the SQLite file is missing while its lists are being served. SQLite would create an empty file, and
 * five empty lists would replace the served ones.
 *
 * @throws EnvironmentError
 */
function requireServedDatabase(): void {
  const { database, databaseUri } = readEnvironment();
  if (!process.env[CMS_ENV.serving] || database !== 'sqlite' || existsSync(filePath(databaseUri))) return;
  throw new EnvironmentError(
    `DATABASE_URI names ${filePath(databaseUri)}, and that file is gone. Its lists are still served. Put it back; or, ` +
      'for a new and empty database, stop the server, remove the folders DATA_DIR/lists-* and start it again.',
  );
}

/** Stops the cms if the database file is gone or replaced. The next start reports a missing file, or uses the new one. */
function stopWithoutDatabaseFile({ db, logger }: Payload): void {
  const look = setInterval(() => {
    try {
      requireDatabaseFile(db);
    } catch (error) {
      clearInterval(look);
      const message = `${(error as Error).message} Nothing can be saved; the cms starts again with what is there.`;
      logger.error(message);
      send({ type: 'misconfigured', message });
      void stop(TIMEOUT.moved);
    }
  }, PULSE);
  look.unref();
}

/** The user whose session or token a request has. */
async function userOf(payload: Payload, { authorization, cookie, ...others }: IncomingHttpHeaders) {
  const headers = new Headers();
  const asked = { authorization, cookie, origin: others.origin, 'sec-fetch-site': others['sec-fetch-site'] };
  for (const [name, value] of Object.entries(asked)) if (value) headers.set(name, String(value));
  return (await executeAuthStrategies({ headers, payload })).user;
}

/** Measures saves and webhooks, where metrics are wanted. */
async function measureOf(payload: Payload, webhooks: Webhooks): Promise<Measure | undefined> {
  if (!registry) return undefined;
  const { addSaves, addWebhooks } = await import('../system/metrics/cmsMetrics.ts');
  addWebhooks(registry, () => webhooks.measures());
  return addSaves(registry, (request) => isSave(payload, request, (name) => name in request.headers));
}

/**
 * Next, which is told where this server is: where a server function redirects, it fetches the page itself, with the cookie of
 * the user. By default it would ask port 3000, whoever listens there.
 */
function nextOf(environment: Environment) {
  const [hostname, port] = [ownAddress(environment), environment.port];
  // As Next's own server sets it. Without, it would ask by https where a proxy in front speaks that.
  process.env.__NEXT_PRIVATE_ORIGIN = `http://${hostname}:${port}`;
  return next({ dev: false, dir: ROOT, hostname, port });
}

/** Creates the first user where there is none. @throws EnvironmentError if it is refused */
async function ensureAdmin(payload: Payload, { firstAdmin }: Environment): Promise<void> {
  const isWithoutUsers = async () => (await payload.count({ collection: 'users' })).totalDocs === 0;
  if (!(await isWithoutUsers())) return;
  if (!firstAdmin) return payload.logger.warn(FIRST_USER_HELP);
  try {
    await createAdmin(payload, firstAdmin);
    payload.logger.info('The first user is created: the one that ADMIN_EMAIL names.');
  } catch (error) {
    // Another server that starts at this moment has created it.
    if (!(await isWithoutUsers())) return;
    if (!(error instanceof AccountRefused)) throw error;
    throw new EnvironmentError(`ADMIN_EMAIL and ADMIN_PASSWORD: ${error.message}`);
  }
}

async function run(): Promise<void> {
  const environment = readEnvironment();
  hideInLog(secretsOf(environment));
  const log = openLog('cms', environment.logLevel);
  if (environment.metrics)
    registry = (await import('../system/metrics/registries.ts')).processRegistry('cms');
  const { [CMS_ENV.requests]: requests, [CMS_ENV.feed]: feedSocket } = process.env;
  if (!requests || !feedSocket) throw new Error('The cms is started by the server: run `npm start`.');
  requireServedDatabase();
  await awaitDatabase(environment, log);
  // The last start has said why Payload could not be opened. Another reason is said by the main process.
  const { logLevel } = environment;
  const isSaid = process.env[CMS_ENV.again] && logLevel !== 'trace' && logLevel !== 'debug';
  if (isSaid) setLogLevel('fatal');
  const { default: config } = await import('../payload.config.ts');
  // Before Next: the first caller creates the Payload instance that both use.
  const payload = await getPayload({ config, cron: true });
  setLogLevel(logLevel);
  if (process.env[CMS_ENV.firstStart]) {
    const made = await makeFirstStart(payload, environment.firstAdmin);
    if (made) send({ type: 'first-admin', ...made });
  }
  await ensureAdmin(payload, environment);
  const problem = await emergencyProblem(payload);
  if (problem) throw new EnvironmentError(problem);
  const { passwordsOnlyFor } = environment.openId ?? {};
  if (passwordsOnlyFor) payload.logger.info(`A password is only for EMERGENCY_ADMIN, ${passwordsOnlyFor}.`);
  const webhooks = new Webhooks(payload, {
    ...environment.webhooks,
    versions: () => feed.versions(),
    served: () => feed.served(),
  });
  const feed = new FeedServer(documentSource(payload), {
    onReport: () => webhooks.look(),
    onLate: () =>
      payload.logger.warn('The front did not take a change in time; it has to load everything again.'),
  });
  serveByFront(payload, feed);
  await feed.listen(feedSocket);
  const { maxBody, serverUrl } = environment;
  const admin = nextOf(environment);
  const server = createServer(
    ROOM_FOR_BODIES,
    application({
      isSignedIn: async (headers) => (await userOf(payload, headers)) !== null,
      measure: await measureOf(payload, webhooks),
      most: maxBody,
      serverUrl,
      imageFiles: imageFiles({
        mayRead: async (file, headers) => {
          // Visitors read published files, and have no session to be looked for.
          const user = file.isPublished ? null : await userOf(payload, headers);
          return user ? may.readFile(await createLocalReq({ user }, payload), file) : file.isPublished;
        },
        files: imageStore(payload),
        trouble: new Trouble(log, 'The storage of images and files answers again.'),
        find: (name) => findImageFile(payload, name),
      }),
      next: admin.getRequestHandler(),
    }),
  );
  const stopChecks = startChecks(payload, { site: publicUrl(environment), links: environment.linkChecks });
  // The front stops first, so no request can be on its way.
  const closeGently = gently(server, { grace: 0 });
  let stopping = false;
  stop = async (timeout) => {
    if (stopping) return;
    stopping = true;
    // Without the main process there is no front, so a save would wait for them in vain.
    if (!process.connected) feed.close();
    if (server.listening) await closeGently(timeout);
    feed.close();
    await Promise.all([stopChecks(), webhooks.close()]);
    await payload.destroy();
    process.exit(0);
  };
  stopWithoutDatabaseFile(payload);
  send({ type: 'source' });
  await admin.prepare();
  await feed.untilFollowed(FRONT_TIMEOUT);
  server.listen(requests, () => send({ type: 'listening' }));
  keepNotes(payload, (notes) => send({ type: 'notes', notes }));
}

setInterval(send, PULSE, { type: 'pulse' } satisfies FromCms).unref();

// A terminal sends these signals to the whole process group. The main process decides when the cms stops.
process.on('SIGINT', () => {});

process.on('SIGTERM', () => {});

process.on('disconnect', () => void stop(TIMEOUT.orphaned));

process.on('message', async (message: ToCms) => {
  if (message.type === 'stop') void stop(TIMEOUT.stop);
  else send({ type: 'metrics', metrics: (await registry?.getMetricsAsJSON()) ?? [] });
});

/** Ends this process with the reason. */
function end(reason: FromCms): void {
  if (!process.connected) process.exit(1);
  process.send?.(reason, () => process.exit(1));
}

run().catch((error: unknown) => {
  if (!(error instanceof EnvironmentError)) {
    // Payload has already logged its own.
    const known = (error as { payloadInitError?: boolean }).payloadInitError;
    return end({ type: 'failed', message: known ? causesOf(error).join(' ') : describeError(error) });
  }
  end({ type: 'misconfigured', message: error.message });
});
