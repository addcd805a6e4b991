import { createServer } from 'node:http';
import path from 'node:path';
import express, { type Express } from 'express';
import nextModule from 'next';
import { getPayload } from 'payload';
import { preferGreek } from '../i18n/preferGreek.ts';
import { documentSource } from '../index.ts';
import { answerPlainly } from './answers.ts';
import { gently } from './closeGently.ts';
import { EnvironmentError } from './env.ts';
import { makeFirstStart } from './firstStart.ts';
import { type IpcFeed, ipcFeed } from './ipcFeed.ts';
import { CMS_FIRST_START, CMS_SOCKET, type FromCms, MISCONFIGURED, type ToCms } from './messages.ts';

/**
 * The cms: Payload, its admin and its REST behind Express, on the unix socket that the front named. It lives as long as
 * the front does.
 */

/** The folder that holds `.next`; this file runs as dist/src/server/cms.js. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

// Next is CommonJS and sets `module.exports`; its types describe the bundled form with a `default`.
const next = nextModule as unknown as typeof nextModule.default;

/** How long requests may take to end once the cms is to stop, in milliseconds: asked to, and left alone by the front. */
const PATIENCE = { stop: 20_000, orphaned: 3_000 };

/**
 * Only these reach Next: whatever else it would answer by itself is nothing of this project, nor is the preview image
 * that Payload would draw for any visitor.
 */
const NEXT_PATHS = /^\/(?:admin|_next|api(?!\/og(?:\/|$)))(?:\/|$)/;

/** Payload leads to this form while there is no user, and nobody could send it. */
const FIRST_USER = /^\/admin\/create-first-user\/?$/;
const FIRST_USER_HELP =
  'Nobody can sign in yet. The operator of this server makes the first user with the command: ' +
  'portal-content create-admin --email name@example.org';

function send(message: FromCms): void {
  if (process.connected) process.send?.(message);
}

function application(handle: ReturnType<ReturnType<typeof next>['getRequestHandler']>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => {
    if (!NEXT_PATHS.test(request.path)) {
      return answerPlainly(request, response, { status: 404, detail: 'There is nothing at this address.' });
    }
    if (FIRST_USER.test(request.path)) {
      return answerPlainly(request, response, { status: 403, detail: FIRST_USER_HELP });
    }
    preferGreek(request.headers);
    return handle(request, response);
  });
  return app;
}

/** Ends this process, given the milliseconds that requests may still take. Until there are any, at once. */
let stop: (patience: number) => Promise<void> = async () => process.exit(0);
/** Takes what the front says of documents; false when it is about something else. */
let receive: IpcFeed['receive'] = () => false;

async function run(): Promise<void> {
  const socket = process.env[CMS_SOCKET];
  if (!socket) throw new Error('The cms is started by the front: run `npm start`.');
  const { default: config } = await import('../payload.config.ts');
  // Before Next: who asks first makes the instance that both use.
  const payload = await getPayload({ config, cron: true });
  if (process.env[CMS_FIRST_START]) {
    send({ type: 'first-admin', ...(await makeFirstStart(payload)) });
  }
  const feed = ipcFeed(documentSource(payload), {
    send,
    onLate: () => payload.logger.warn('The lists were slow to take a change; it is on its way.'),
  });
  const admin = next({ dev: false, dir: ROOT });
  const server = createServer(application(admin.getRequestHandler()));
  const closeGently = gently(server);
  receive = feed.receive;
  let stopping = false;
  stop = async (patience) => {
    if (stopping) return;
    stopping = true;
    // A save that waits for the front to take it would wait in vain when that is gone.
    if (!process.connected) feed.close();
    if (server.listening) await closeGently(patience);
    feed.close();
    await payload.destroy();
    process.exit(0);
  };
  send({ type: 'source' });
  await admin.prepare();
  server.listen(socket, () => send({ type: 'listening' }));
}

// A terminal sends these to the whole group: the front decides when the cms stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => void stop(PATIENCE.orphaned));
process.on('message', (message: ToCms) => {
  if (!receive(message) && message.type === 'stop') void stop(PATIENCE.stop);
});

run().catch((error: unknown) => {
  if (!(error instanceof EnvironmentError)) {
    console.error(error);
    process.exit(1);
  }
  if (!process.connected) process.exit(MISCONFIGURED);
  process.send?.({ type: 'misconfigured', message: error.message } satisfies FromCms, () =>
    process.exit(MISCONFIGURED),
  );
});
