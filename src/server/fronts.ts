import { Front } from './front.ts';
import type { PreparedEnvironment } from './prepare.ts';
import type { CmsStanding } from './processes/control.ts';

/** The fronts of a server, as its main process sees them. */
export interface Fronts {
  /**
   * Begins to take requests; gives the port.
   *
   * @throws EnvironmentError saying what is wrong with the address.
   */
  listen(): Promise<number>;
  /** Lets them know how the cms stands. */
  cms(standing: CmsStanding): void;
  /** True where lists are served, from the checkpoint or the cms. */
  serving(): boolean;
  /** True once every front has loaded what the cms has. */
  loaded(): boolean;
  /** Takes no new requests; resolves when those under way are finished, or have had their time. */
  stop(): Promise<void>;
  /** Ends what runs in other processes, at once. */
  kill(): void;
}

/** What makes {@link Fronts}. */
export interface FrontsOptions {
  environment: PreparedEnvironment;
  /** All fronts have loaded; after the first time, each time that one has loaded again. */
  onLoaded(): void;
  log(line: string): void;
}

/** The one front of a server, in this very process. */
export function oneFront({ environment, onLoaded, log }: FrontsOptions): Fronts {
  let serving = false;
  let loaded = false;
  const front = new Front({
    environment,
    log,
    onLoaded() {
      serving = true;
      loaded = true;
      onLoaded();
    },
  });
  return {
    async listen() {
      serving = await front.restore();
      front.keepCheckpoint();
      return front.listen();
    },
    cms: (standing) => front.cms(standing),
    serving: () => serving,
    loaded: () => loaded,
    stop: () => front.close(),
    kill: () => {},
  };
}
