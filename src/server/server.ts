import { fileURLToPath } from 'node:url';
import { lists } from '../../endpoints/lists/index.ts';
import { announcement } from './announcement.ts';
import { CMS_ENV } from './control.ts';
import { filePath } from './database.ts';
import { firstStart } from './dataDir.ts';
import { EnvironmentError, publicUrl } from './env.ts';
import { createFront, type Front } from './front.ts';
import { type PreparedEnvironment, prepareEnvironment } from './prepare.ts';
import { type Supervisor, superviseCms } from './supervisor.ts';

/** The main process of a server: runs the front, and the cms in a process of its own. */

const log = (line: string) => console.log(line);

/** Ends this process with what an operator has to put right. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

/** What is wrong with the address to listen on, in an operator's words. */
function refusal({ host, port }: PreparedEnvironment, { code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program${host ? ` on ${host}` : ''}. Example: PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Example: PORT=3000`;
  return `HOST ${host} is no address of this machine (${code}). Example: HOST=127.0.0.1`;
}

/** Signals this close together are one: a terminal and npm each send the same, in milliseconds. */
const SAME_SIGNAL = 1000;

/** Stops on SIGTERM and SIGINT: first no new requests, then those under way, then the cms. A second signal kills. */
function stopOnSignals(front: Front, cms: Supervisor): void {
  let stopping: number | undefined;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping === undefined) {
      stopping = Date.now();
      log(`${signal}: finishing what is being answered.`);
      await front.close();
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
  let loaded = false;
  let cms: Supervisor | undefined;
  let admin: { email: string; password: string } | undefined;
  let announced = false;

  const front = createFront({
    environment,
    log,
    onLoaded() {
      loaded = true;
      announce();
    },
  });
  const port = await front
    .listen()
    .catch((error: NodeJS.ErrnoException) => refuse(refusal(environment, error)));
  const baseUrl = publicUrl({ ...environment, port });
  log(`Listening on port ${port}.`);

  function announce(): void {
    if (announced || !loaded || cms?.standing().state !== 'up') return;
    announced = true;
    log(announcement({ baseUrl, lists, admin }));
    first?.finish();
    first = undefined;
  }

  cms = superviseCms({
    script: fileURLToPath(new URL('./cms.js', import.meta.url)),
    execArgv: ['--conditions=production'],
    env: () => ({
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      [CMS_ENV.fronts]: '1',
      ...(first && { [CMS_ENV.firstStart]: '1' }),
    }),
    onStart: (pid) => log(`The cms is starting (process ${pid}).`),
    onStanding(standing) {
      front.cms(standing);
      announce();
    },
    onFirstAdmin(made) {
      admin = made;
    },
    onMisconfigured(message) {
      if (!loaded) refuse(message);
      log(message);
      return false;
    },
    log,
  });
  stopOnSignals(front, cms);
}

run().catch((error: unknown) => {
  if (error instanceof EnvironmentError) refuse(error.message);
  throw error;
});
