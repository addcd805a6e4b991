import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { logOf } from '../../system/logging/log.ts';
import type { MetricsJson } from '../../system/metrics/registries.ts';
import { TIMEOUT } from '../front.ts';
import type { Fronts, FrontsOptions } from '../fronts.ts';
import { listen } from '../http/listen.ts';
import type { CmsStatus } from './control.ts';
import { saidOnce } from './control.ts';
import { FrontProcess } from './FrontProcess.ts';

/** Milliseconds that a front gets to write the checkpoint after its requests have ended. */
const CLOSING = 10_000;

/** Several fronts on one port, each a worker of node:cluster. The main process itself serves no requests. */
export class FrontProcesses implements Fronts {
  readonly #count: number;
  readonly #options: FrontsOptions;
  #fronts: FrontProcess[] = [];
  #status: CmsStatus = { state: 'starting' };
  #isStopping = false;

  /** @param count how many fronts there are */
  constructor(count: number, options: FrontsOptions) {
    this.#count = count;
    this.#options = options;
    // The system distributes the connections, so none is lost if a front dies.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('../frontMain.js', import.meta.url)),
      args: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  async listen(): Promise<number> {
    const { settings, log } = this.#options;
    // Test the address once here. Otherwise each front would report the same error.
    const place = createServer((connection) => connection.destroy());
    const port = await listen(place, settings);
    place.close();
    const options = {
      onChange: (front: FrontProcess) => this.#onChange(front),
      log,
      onLine: saidOnce(logOf('front', settings.logLevel)),
    };
    this.#fronts = Array.from({ length: this.#count }, (_, index) => {
      const own = { ...settings, port, writesCheckpoint: index === 0, name: `front-${index + 1}` };
      return new FrontProcess({ ...options, settings: own });
    });
    const listening = once(cluster, 'listening');
    for (const front of this.#fronts) front.start();
    await listening;
    return port;
  }

  cms(status: CmsStatus): void {
    this.#status = status;
    for (const front of this.#fronts) if (front.state.started) front.send({ type: 'cms', status });
  }

  serving(): boolean {
    return this.#fronts.some(({ state }) => state.serving);
  }

  loaded(): boolean {
    return this.#fronts.every(({ state }) => state.loaded);
  }

  async metrics(): Promise<MetricsJson[]> {
    const gathered = await Promise.all(this.#fronts.map((front) => front.metrics()));
    return gathered.filter((metrics) => metrics !== undefined);
  }

  drain(): void {
    for (const front of this.#fronts) front.send({ type: 'drain' });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#fronts.map((front) => front.stop({ type: 'stop' }, TIMEOUT + CLOSING)));
  }

  kill(): void {
    this.#isStopping = true;
    for (const front of this.#fronts) front.kill();
  }

  #onChange(changed: FrontProcess): void {
    if (this.#isStopping) return;
    if (changed.state.started) changed.send({ type: 'cms', status: this.#status });
    for (const front of this.#fronts) if (this.#mayListen(front)) front.listen();
    if (changed.state.loaded) this.#options.onLoaded();
  }

  /** A front that has not loaded waits while others listen, since it would serve older lists or none. */
  #mayListen({ state }: FrontProcess): boolean {
    if (!state.started || state.listening) return false;
    const others = this.#fronts.filter((other) => other.state.listening);
    if (others.length === 0) return true;
    return state.loaded || (state.serving && !others.some((other) => other.state.loaded));
  }
}
