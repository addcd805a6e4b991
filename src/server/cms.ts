import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import nextModule from 'next';
import { getPayload } from 'payload';
import { documentSource } from '../index.ts';
import { application, FIRST_USER_HELP } from './application.ts';
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

function send(message: FromCms): void {
  if (process.connected) process.send?.(message);
}

/** Ends this process, given the milliseconds that requests may still take. Until there are any, at once. */
let stop: (patience: number) => Promise<void> = async () => process.exit(0);
/** Takes what the front says of documents; false when it is about something else. */
let receive: IpcFeed['receive'] = () => false;

async function run(): Promise<void> {
  const socket = process.env[CMS_SOCKET];
  if (!socket) throw new Error('The cms is started by the front: run `npm start`.');
  process.once('exit', () => {
    // A front that was killed could not clear it away itself.
    if (!process.connected) rmSync(path.dirname(socket), { recursive: true, force: true });
  });
  const { default: config } = await import('../payload.config.ts');
  // Before Next: who asks first makes the instance that both use.
  const payload = await getPayload({ config, cron: true });
  if (process.env[CMS_FIRST_START]) {
    send({ type: 'first-admin', ...(await makeFirstStart(payload)) });
  }
  const { totalDocs: users } = await payload.count({ collection: 'users' });
  if (users === 0) payload.logger.warn(FIRST_USER_HELP);
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
