import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createHandler } from '../../endpoints/http/index.ts';
import { nodeListener } from '../../endpoints/http/node.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { createReadModel } from '../../endpoints/read-model/index.ts';
import { announcement } from './announcement.ts';
import { type CloseGently, gently } from './closeGently.ts';
import { filePath } from './database.ts';
import { firstStart } from './dataDir.ts';
import { EnvironmentError, publicUrl } from './env.ts';
import { feedLists } from './feedLists.ts';
import { health } from './health.ts';
import { CMS_FIRST_START, type FromCms } from './messages.ts';
import { type PreparedEnvironment, prepareEnvironment } from './prepare.ts';
import { cmsProxy } from './proxy.ts';
import { type Supervisor, superviseCms } from './supervisor.ts';

/**
 * The front: the lists, from memory, with nothing else in the process that could make a reader wait; whatever is no
 * list goes to the cms, a process of its own that this one starts and feeds on.
 */

/** How long requests may take to end once the server is to stop, in milliseconds. */
const PATIENCE = 30_000;
/** Longer than the minute that reverse proxies keep a connection: it is theirs to close it. */
const KEEP_ALIVE = 65_000;

const log = (line: string) => console.log(line);

/** Ends this process with what an operator has to put right. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

function listen(server: Server, { host, port }: PreparedEnvironment): Promise<number> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        refuse(
          `PORT ${port} is taken by another program${host ? ` on ${host}` : ''}. Example: PORT=${port + 1}`,
        );
      }
      if (error.code === 'EACCES') refuse(`PORT ${port} may not be used by this user. Example: PORT=3000`);
      refuse(`HOST ${host} is no address of this machine (${error.code}). Example: HOST=127.0.0.1`);
    });
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Signals this close together are one: a terminal and npm each send the same, in milliseconds. */
const SAME_SIGNAL = 1000;

/** Stops on SIGTERM and SIGINT: first no new requests, then those under way, then the cms. A second signal kills. */
function stopOnSignals(closeGently: CloseGently, cms: Supervisor): void {
  let stopping: number | undefined;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping === undefined) {
      stopping = Date.now();
      log(`${signal}: finishing what is being answered.`);
      await closeGently(PATIENCE);
      await cms.stop();
      process.exit(0);
    }
    if (Date.now() - stopping < SAME_SIGNAL) return;
    cms.kill();
    process.exit(1);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function run(): Promise<void> {
  const environment = prepareEnvironment();
  let first = environment.ownDatabase
    ? firstStart(environment.dataDir, filePath(environment.databaseUri))
    : undefined;
  let cms: Supervisor | undefined;
  const readModel = createReadModel({ lists });
  const handler = createHandler({ readModel, lists });
  const isHealth = health(readModel, () => cms?.state() ?? 'starting');
  const proxy = cmsProxy(() => cms?.socketPath());
  const listener = nodeListener(handler, (request, response) => {
    if (!isHealth(request, response)) proxy(request, response);
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener);
  const closeGently = gently(server);
  // Who asks before sending a body is told by whoever takes the body; a list takes none.
  server.on('checkContinue', listener);
  const port = await listen(server, environment);
  const baseUrl = publicUrl({ ...environment, port });
  log(`Listening on port ${port}.`);

  let admin: { email: string; password: string } | undefined;
  let announced = false;
  function announce(): void {
    if (announced || !readModel.status().loaded || cms?.state() !== 'up') return;
    announced = true;
    log(announcement({ baseUrl, lists, admin }));
    first?.finish();
    first = undefined;
  }
  function onMessage(message: FromCms): void {
    if (message.type === 'first-admin') admin = message;
    if (message.type === 'listening') announce();
  }

  cms = superviseCms({
    script: fileURLToPath(new URL('./cms.js', import.meta.url)),
    execArgv: ['--conditions=production'],
    env: () => ({
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      ...(first && { [CMS_FIRST_START]: '1' }),
    }),
    onStart(send, pid) {
      log(`The cms is starting (process ${pid}).`);
      return feedLists({ readModel, send, onLoaded: announce, onMessage, log });
    },
    onMisconfigured(message) {
      if (!readModel.status().loaded) refuse(message);
      log(message);
      return false;
    },
    log,
  });
  stopOnSignals(closeGently, cms);
}

run().catch((error: unknown) => {
  if (error instanceof EnvironmentError) refuse(error.message);
  throw error;
});
