import { PATIENCE } from '../front.ts';
import type { Fronts, FrontsOptions } from '../fronts.ts';
import type { CmsStanding } from './control.ts';
import { dispatcher } from './dispatcher.ts';
import { FrontProcess } from './FrontProcess.ts';
import { saidOnce } from './saidOnce.ts';

/** How long a front may take to write the checkpoint once its requests have ended, in milliseconds. */
const CLOSING = 10_000;

/** Several fronts on one port, each in a process of its own; this process accepts for them and serves nothing itself. */
export class FrontProcesses implements Fronts {
  readonly #options: FrontsOptions;
  readonly #fronts: readonly FrontProcess[];
  readonly #port = dispatcher();
  #standing: CmsStanding = { state: 'starting' };
  #allLoaded = false;
  #isStopping = false;
  #onStarted: () => void = () => {};

  /** @param count how many fronts there are */
  constructor(count: number, options: FrontsOptions) {
    this.#options = options;
    const { settings, log } = options;
    const frontOptions = {
      settings,
      onChange: (front: FrontProcess) => this.#onChange(front),
      log,
      onLine: saidOnce(log),
    };
    this.#fronts = Array.from({ length: count }, () => new FrontProcess(frontOptions));
  }

  async listen(): Promise<number> {
    const port = await this.#port.listen(this.#options.address);
    const started = new Promise<void>((resolve) => {
      this.#onStarted = resolve;
    });
    for (const front of this.#fronts) front.start();
    await started;
    return port;
  }

  cms(standing: CmsStanding): void {
    this.#standing = standing;
    for (const front of this.#fronts) if (front.state.started) front.send({ type: 'cms', standing });
  }

  serving(): boolean {
    return this.#fronts.some(({ state }) => state.serving);
  }

  loaded(): boolean {
    return this.#allLoaded;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    // Each learns that it is to stop after the last connection that is given to it.
    await this.#port.close();
    await Promise.all(this.#fronts.map((front) => front.stop({ type: 'stop' }, PATIENCE + CLOSING)));
  }

  kill(): void {
    this.#isStopping = true;
    for (const front of this.#fronts) front.kill();
  }

  #onChange(changed: FrontProcess): void {
    if (changed.state.started) changed.send({ type: 'cms', standing: this.#standing });
    if (this.#isStopping) return;
    const started = this.#fronts.filter(({ state }) => state.started);
    for (const front of this.#fronts) {
      if (!front.state.started) this.#port.remove(front.take);
      else if (!front.state.accepting && this.#mayAccept(front)) {
        front.accept();
        this.#port.add(front.take);
      }
    }
    if (!started.some(({ state }) => state.keepsCheckpoint)) started[0]?.keepCheckpoint();
    if (started.length > 0) this.#onStarted();
    if (this.#allLoaded || !this.#fronts.every(({ state }) => state.loaded)) return;
    this.#allLoaded = true;
    this.#options.onLoaded();
  }

  /** One that has not loaded yet would serve older lists than the others, or none. */
  #mayAccept({ state }: FrontProcess): boolean {
    const others = this.#fronts.filter((other) => other.state.accepting);
    if (others.length === 0) return true;
    return state.loaded || (state.serving && !others.some((other) => other.state.loaded));
  }
}
