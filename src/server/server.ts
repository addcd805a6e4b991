import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lists } from '../../endpoints/lists/index.ts';
import { announcement } from './announcement.ts';
import { CMS_ENV } from './control.ts';
import { filePath } from './database.ts';
import { firstStart, makeDataDir } from './dataDir.ts';
import { EnvironmentError, publicUrl } from './env.ts';
import { frontProcesses } from './frontProcesses.ts';
import { type Fronts, oneFront } from './fronts.ts';
import { checkpointFile } from './keptLists.ts';
import { prepareEnvironment } from './prepare.ts';
import { type Supervisor, superviseCms } from './supervisor.ts';

/** The main process of a server: the front, or where there are several, who runs them; and the cms in a process of its own. */

const log = (line: string) => console.log(line);

/** Ends this process with what an operator has to put right. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Signals this close together are one: a terminal and npm each send the same, in milliseconds. */
const SAME_SIGNAL = 1000;

/** Stops on SIGTERM and SIGINT: first no new requests, then those under way, then the cms. A second signal kills. */
function stopOnSignals(fronts: Fronts, cms: Supervisor): void {
  let stopping: number | undefined;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping === undefined) {
      stopping = Date.now();
      log(`${signal}: finishing what is being answered.`);
      await fronts.stop();
      await cms.stop();
      process.exit(0);
    }
    if (Date.now() - stopping < SAME_SIGNAL) return;
    fronts.kill();
    cms.kill();
    process.exit(1);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function run(): Promise<void> {
  const environment = prepareEnvironment();
  makeDataDir(environment.dataDir);
  let first = environment.ownDatabase
    ? firstStart(environment.dataDir, filePath(environment.databaseUri))
    : undefined;
  // It begins with the sample, whatever an earlier database in its place held.
  if (first) rmSync(checkpointFile(environment), { force: true });
  let cms: Supervisor | undefined;
  let admin: { email: string; password: string } | undefined;
  let announced = false;

  const makeFronts = environment.webConcurrency === 1 ? oneFront : frontProcesses;
  const fronts = makeFronts({ environment, onLoaded: announce, log });
  const port = await fronts.listen();
  const baseUrl = publicUrl({ ...environment, port });
  log(`Listening on port ${port}.`);

  function announce(): void {
    if (announced || !fronts.loaded() || cms?.standing().state !== 'up') return;
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
      [CMS_ENV.fronts]: String(environment.webConcurrency),
      ...(fronts.serving() && { [CMS_ENV.serving]: '1' }),
      ...(first && { [CMS_ENV.firstStart]: '1' }),
    }),
    onStart: (pid) => log(`The cms is starting (process ${pid}).`),
    onStanding(standing) {
      fronts.cms(standing);
      announce();
    },
    onFirstAdmin(made) {
      admin = made;
    },
    onMisconfigured(message) {
      if (!fronts.serving()) refuse(message);
      log(message);
      return false;
    },
    log,
  });
  stopOnSignals(fronts, cms);
}

run().catch((error: unknown) => {
  if (error instanceof EnvironmentError) refuse(error.message);
  throw error;
});
