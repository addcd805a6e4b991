import { executionAsyncResource } from 'node:async_hooks';
import { createServer, type Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { createHandler } from '../../endpoints/http/index.ts';
import { nodeListener } from '../../endpoints/http/node.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { createReadModel, type ReadModel, type ReadModelState } from '../../endpoints/read-model/index.ts';
import type { Log } from '../system/logging/log.ts';
import { Trouble } from '../system/logging/OperatorError.ts';
import { FrontCounts, type FrontLimit } from '../system/metrics/FrontCounts.ts';
import type { Environment } from '../system/settings/env.ts';
import { type KeptLists, keptLists } from './checkpoint.ts';
import { type FrontFeed, followFeed } from './feed/followFeed.ts';
import { answerPlainly } from './http/answers.ts';
import { clients } from './http/clientAddress.ts';
import { description, health } from './http/health.ts';
import { type CloseGently, gently, limitConnections, limitPipelining } from './http/limits.ts';
import { listen } from './http/listen.ts';
import { cmsProxy } from './http/proxy.ts';
import type { CmsState, CmsStatus } from './processes/control.ts';

/** Milliseconds that open requests get to finish when the front stops. */
const TIMEOUT = 30_000;
/**
 * Milliseconds that an idle connection stays open. Reverse proxies keep theirs for 60 s, so this is longer: the proxy closes
 * the connection, and no request meets a closed one. The header says 65 s (`Keep-Alive: timeout=65`, rounded down), so a
 * request that a client sends in the last moment still arrives in time.
 */
const KEEP_ALIVE = 65_999;

const UNTRUSTED =
  'X-Forwarded-For comes from an address that TRUST_PROXY does not name, and is left aside: all clients of a proxy count as one.';

/** Milliseconds for which lists may be behind without a line, as while they are loaded again. */
const NOTICED = 2_000;

const BEHIND =
  'The lists are behind: the cms has not been heard of for some seconds, or cannot ask the database. It has too much to do, or is being restarted. They catch up by themselves.';

const QUIET = 'No connection has been ended for a minute: the limits of connections are kept to again.';

/** Trouble that is over when it has not been said for a minute. */
function untilQuiet(trouble: Trouble): (line: string) => void {
  const timer = setTimeout(() => trouble.ends(), 60_000).unref();
  return (line) => {
    trouble.begins(line);
    timer.refresh();
  };
}

/** The settings of the front. */
interface FrontSettings
  extends Pick<
    Environment,
    | 'cacheControl'
    | 'compression'
    | 'connections'
    | 'corsOrigins'
    | 'host'
    | 'keptListsAfter'
    | 'maxBody'
    | 'port'
    | 'prefixes'
    | 'redirects'
    | 'serverUrl'
    | 'trustProxy'
  > {
  /** Tells this installation from others: `installationDigest`. */
  installation: string;
  /** Whether the cms wants to know what the lists are served as. */
  hasWebhooks: boolean;
  /** Where the lists are kept. */
  checkpoint: string;
}

export interface FrontOptions {
  settings: FrontSettings;
  /** Called when it has loaded the lists from the cms. */
  onLoaded(): void;
  log: Log;
}

/**
 * The front. It serves the lists from memory and passes all other requests to the cms. Nothing that could delay readers runs
 * in this process.
 */
export class Front {
  /** What it has answered and refused. */
  readonly counts: FrontCounts;
  readonly readModel: ReadModel;
  readonly #options: FrontOptions;
  readonly #kept: KeptLists;
  readonly #server: Server;
  readonly #closeGently: CloseGently;
  /** Loads that fail. */
  readonly #loading: Trouble;
  #status: CmsStatus = { state: 'starting' };
  #isDraining = false;
  /** Runs while the lists are behind, until that is said. */
  #behind: NodeJS.Timeout | undefined;
  /** Runs until the kept lists may be served. */
  #untilKept: NodeJS.Timeout | undefined;
  #following: { feed: string; feeding: FrontFeed } | undefined;

  constructor(options: FrontOptions) {
    keepTickShape();
    cutFromSlabs();
    this.#options = options;
    const { settings, log } = options;
    this.#loading = new Trouble(log, 'The lists are live again.');
    const readModel = createReadModel({
      lists,
      onError: (message, error) => this.#loading.begins(`${message} ${(error as Error).message}`),
      onState: (state) => this.#noteState(state),
    });
    const kept = keptLists({
      folder: settings.checkpoint,
      lists,
      readModel,
      log,
    });
    const counts = new FrontCounts(
      settings.prefixes,
      lists.map(({ key }) => key),
    );
    const handler = createHandler({
      readModel,
      lists,
      prefixes: settings.prefixes,
      redirects: settings.redirects,
      age: kept.age,
      cacheControl: settings.cacheControl,
      compression: settings.compression,
      corsOrigins: settings.corsOrigins,
    });
    const isHealth = health({
      status: readModel.status,
      cms: () => ({ ...this.#status, state: this.#cmsState() }),
      isDraining: () => this.#isDraining,
      installation: settings.installation,
    });
    const isDescription = description(settings);
    // Requests are passed on only while the feed is connected. Otherwise a user would save and not see the change.
    const from = clients(settings.trustProxy);
    const requests = () => (this.#hears() ? this.#status.requests : undefined);
    const untrusted = new Trouble(log, '');
    const onUntrusted = () => untrusted.begins(UNTRUSTED);
    const onError = (error: Error, requestId: string) => {
      counts.proxyErrors += 1;
      log(`The cms has not answered a request (id ${requestId}): ${error.message}`, 'debug');
    };
    const onLimit = (limit: FrontLimit) => counts.limit(limit);
    const proxy = cmsProxy(requests, { from, onError, onLimit, onUntrusted, most: settings.maxBody });
    const listener = nodeListener(
      handler,
      (request, response) => {
        if (isHealth(request, response) || isDescription(request, response)) return;
        if (request.headers.host) return proxy(request, response);
        // HTTP/1.0 allows a request without Host, but Next does not answer it.
        answerPlainly(request, response, { status: 400, detail: 'The request has no Host header.' });
      },
      ({ url = '' }, { status, body }) => counts.read(url, status, body?.length ?? 0),
    );
    this.counts = counts;
    this.readModel = readModel;
    this.#kept = kept;
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener);
    this.#server.timeout = KEEP_ALIVE;
    const flood = untilQuiet(new Trouble(log, QUIET));
    limitConnections(this.#server, from, settings.connections, (line, limit) => {
      counts.limit(limit);
      flood(line);
    });
    limitPipelining(this.#server, () => counts.limit('pipelined_requests'));
    this.#closeGently = gently(this.#server);
  }

  /**
   * Starts to listen, with the lists of the checkpoint until the cms sends its own; where another server may have current ones,
   * with those only if that takes long.
   *
   * @returns the port
   * @throws EnvironmentError if the address cannot be used
   */
  async listen(): Promise<number> {
    const { keptListsAfter } = this.#options.settings;
    if (keptListsAfter === 0) await this.#kept.restore();
    else this.#untilKept = setTimeout(() => void this.#kept.restore(), keptListsAfter * 1000).unref();
    return listen(this.#server, this.#options.settings);
  }

  /** True if lists are served, from the checkpoint or from the cms. */
  serving(): boolean {
    return this.readModel.status().state !== 'loading';
  }

  /** Takes the state of the cms. */
  cms(status: CmsStatus): void {
    this.#status = status;
    const { feed } = status;
    if (feed === this.#following?.feed) return;
    this.#following?.feeding.end();
    this.#following = feed ? { feed, feeding: this.#follow(feed) } : undefined;
  }

  /** Answers as before, and says at `/readyz` that it is about to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Accepts no new requests. Resolves when the open ones have finished or their time is over. */
  async stop(): Promise<void> {
    // The feed stays connected until then, so that saves still under way reach the lists.
    await this.#closeGently(TIMEOUT);
    this.#following?.feeding.end();
    clearTimeout(this.#behind);
    clearTimeout(this.#untilKept);
    await this.#kept.close();
  }

  /** Says that the lists are behind when that lasts, and when it is over. */
  #noteState(state: ReadModelState): void {
    clearTimeout(this.#behind);
    if (state === 'live') this.#loading.ends();
    if (state === 'behind') this.#behind = setTimeout(() => this.#loading.begins(BEHIND), NOTICED).unref();
  }

  #hears(): boolean {
    return this.#following?.feeding.hears() === true;
  }

  #cmsState(): CmsState {
    const { state } = this.#status;
    return state === 'up' && !this.#hears() ? 'down' : state;
  }

  #follow(socket: string): FrontFeed {
    return followFeed({
      readModel: this.readModel,
      ...(this.#options.settings.hasWebhooks && { versions: this.readModel.versions }),
      socket,
      onFailed: (line) => this.#loading.begins(line),
      onShown: this.#kept.taken,
      onLoaded: () => {
        this.#kept.loaded();
        giveMemoryBack();
        this.#options.onLoaded();
      },
    });
  }
}

const kept: object[] = [];

/**
 * Keeps one of the objects that Node creates for `process.nextTick`. If none is alive in a full garbage collection, as after
 * a load, V8 forgets their shape and every later request takes a quarter longer. Call it once at start-up.
 */
function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}

/** Rows are small: each in memory of its own, they would leave holes that the allocator keeps. */
function cutFromSlabs(): void {
  Buffer.poolSize = 1024 * 1024;
}

/** Milliseconds: the checkpoint is written meanwhile, and V8 tidies up some eight seconds after that. */
const TIDYING = 30_000;

/**
 * Has V8 give back soon what a load has taken. By itself it does that too, in the same steps, but only after minutes in which
 * nothing happens.
 */
function giveMemoryBack(): void {
  setFlagsFromString('--optimize-for-size');
  setTimeout(() => setFlagsFromString('--no-optimize-for-size'), TIDYING).unref();
}
