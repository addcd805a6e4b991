import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listPath } from '../../endpoints/http/paths.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { hideInLog } from '../system/logging/hidden.ts';
import { announce, type Log, openLog } from '../system/logging/log.ts';
import { type FirstStart, firstStart, keepFirstAdmin, makeDataDir } from '../system/settings/dataDir.ts';
import { EnvironmentError, publicUrl } from '../system/settings/env.ts';
import { unreadNames } from '../system/settings/envFile.ts';
import { filePath, socketProblem } from '../system/settings/folders.ts';
import { limitsProblem } from '../system/settings/limits.ts';
import {
  installationDigest,
  keepToThisUser,
  type PreparedEnvironment,
  prepareEnvironment,
  secretsOf,
} from '../system/settings/prepare.ts';
import { beSoleServer } from '../system/settings/soleServer.ts';
import { checkpointFolder } from './checkpoint.ts';
import { Front } from './front.ts';
import { CmsProcess } from './processes/CmsProcess.ts';
import { CMS_ENV, onStopSignal } from './processes/control.ts';

/** The main process. It is the front, and it starts the cms. */

/** Until the log is open: what is wrong with the environment, which says how the log is to be. */
let log: Log = (line) => process.stderr.write(`${line}\n`);

/** Ends this process with a message for the operator. */
function refuse(message: string): never {
  for (const line of message.split('\n')) log(line, 'fatal');
  process.exit(1);
}

class Server {
  readonly #environment: PreparedEnvironment;
  readonly #front: Front;
  readonly #cms: CmsProcess;
  #firstStart: FirstStart | undefined;
  #admin: { email: string; password: string } | undefined;
  #port = 0;
  #isAnnounced = false;

  constructor(environment: PreparedEnvironment) {
    this.#environment = environment;
    this.#front = new Front({
      settings: {
        ...environment,
        checkpoint: checkpointFolder(environment),
        hasWebhooks: environment.webhooks.urls.length > 0,
        installation: installationDigest(environment),
      },
      log,
      onLoaded: () => this.#announce(),
    });
    this.#cms = new CmsProcess({
      script: fileURLToPath(new URL('./cms.js', import.meta.url)),
      execArgv: ['--conditions=production'],
      log,
      env: () => this.#cmsEnvironment(),
      onStatus: (status) => {
        this.#front.cms(status);
        this.#announce();
      },
      onFirstAdmin: (admin) => {
        this.#admin = admin;
      },
      onMisconfigured: (message) => (this.#front.serving() ? log(message, 'error') : refuse(message)),
    });
  }

  async start(): Promise<void> {
    const { database, dataDir, databaseUri, ownDatabase } = this.#environment;
    makeDataDir(dataDir);
    if (database === 'sqlite') await beSoleServer(filePath(databaseUri));
    if (ownDatabase) this.#firstStart = firstStart(dataDir, filePath(databaseUri));
    // Lists of an earlier database in the same place must not be served before the sample.
    if (this.#firstStart) rmSync(checkpointFolder(this.#environment), { recursive: true, force: true });
    this.#port = await this.#front.listen();
    const lists = this.#front.serving() ? 'kept lists are served' : 'there are no lists yet';
    log(`Listening on port ${this.#port}${this.#reach()}: ${lists}, and the administration is starting.`);
    const { metrics } = this.#environment;
    const checkpoint = checkpointFolder(this.#environment);
    // Nothing of them is loaded where nobody wants them.
    if (metrics) {
      const { serveMetrics } = await import('./metrics.ts');
      await serveMetrics(metrics, {
        front: this.#front,
        cms: this.#cms,
        checkpoint,
        log,
      });
    }
    this.#cms.start();
  }

  /** Log text for the default address, which clients on other machines cannot reach. */
  #reach(): string {
    if (this.#environment.serverUrl || process.env.HOST?.trim()) return '';
    return ' of this machine alone, since neither SERVER_URL nor HOST is set';
  }

  /** Stops the front first, which finishes its open requests, then the cms. Before, balancers get time to notice. */
  async stop(): Promise<void> {
    const { drainSeconds } = this.#environment;
    if (drainSeconds > 0) {
      this.#front.drain();
      await sleep(drainSeconds * 1000);
    }
    await this.#front.stop();
    await this.#cms.stop();
  }

  kill(): void {
    this.#cms.kill();
  }

  #cmsEnvironment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(this.#port),
      ...(this.#front.serving() && { [CMS_ENV.serving]: '1' }),
      ...(this.#firstStart && { [CMS_ENV.firstStart]: '1' }),
    };
  }

  /** How to sign in after a first start. At a terminal the password is shown; a log is read by others, and kept. */
  #signIn(): string[] {
    if (!this.#admin) return [];
    const { email, password } = this.#admin;
    if (process.stdout.isTTY)
      return ['Sign in with (shown only this once):', `  email     ${email}`, `  password  ${password}`];
    const file = keepFirstAdmin(this.#environment.dataDir, this.#admin);
    return [
      `Sign in as ${email}. The password is the second line of ${file}, which only this user may read. Change it, and remove the file.`,
    ];
  }

  /** Logs the addresses once the lists are loaded and the cms is up. */
  #announce(): void {
    if (this.#isAnnounced || !this.#front.readModel.status().loaded || this.#cms.status.state !== 'up')
      return;
    this.#isAnnounced = true;
    const baseUrl = publicUrl({ ...this.#environment, port: this.#port });
    const { prefixes } = this.#environment;
    announce([
      '',
      'The lists:',
      ...prefixes.flatMap((prefix) => lists.map((list) => `  ${baseUrl}${listPath(list, { prefix })}`)),
      'The administration:',
      `  ${baseUrl}/admin`,
      ...this.#signIn(),
      '',
    ]);
    this.#firstStart?.finish();
    this.#firstStart = undefined;
  }
}

async function run(): Promise<void> {
  keepToThisUser();
  const environment = prepareEnvironment();
  const problem = socketProblem();
  if (problem) throw new EnvironmentError(problem);
  hideInLog(secretsOf(environment));
  log = openLog('main', environment.logLevel);
  const tooLittle = limitsProblem();
  if (tooLittle) refuse(tooLittle);
  const unread = unreadNames();
  if (unread) log(unread, 'warn');
  const server = new Server(environment);
  onStopSignal(server, log);
  await server.start();
}

run().catch((error: unknown) => {
  if (error instanceof EnvironmentError) refuse(error.message);
  throw error;
});
