import type { Environment } from '../settings/env.ts';
import type { CheckpointPaths } from './keptLists.ts';
import type { CmsStanding } from './processes/control.ts';

/** The fronts of a server, as its main process sees them: one in that very process, or several in processes of their own. */
export interface Fronts {
  /**
   * Begins to take requests; gives the port.
   *
   * @throws EnvironmentError saying what is wrong with the address
   */
  listen(): Promise<number>;
  /** Lets them know how the cms stands. */
  cms(standing: CmsStanding): void;
  /** True where lists are served, from the checkpoint or the cms. */
  serving(): boolean;
  /** True where every front has loaded what the cms has. */
  loaded(): boolean;
  /** Takes no new requests; resolves when those under way are finished, or have had their time. */
  stop(): Promise<void>;
  /** Ends what runs in other processes, at once. */
  kill(): void;
}

/** The settings of a front; none is a secret. */
export interface FrontSettings
  extends Pick<
    Environment,
    'compression' | 'connections' | 'host' | 'maxBody' | 'port' | 'serverUrl' | 'trustProxy'
  > {
  /** Where the lists are kept. */
  checkpoint: CheckpointPaths;
  /** Whether this front writes them there; one front of a server does. */
  writesCheckpoint: boolean;
}

export interface FrontsOptions {
  settings: FrontSettings;
  /** A front has loaded. */
  onLoaded(): void;
  log(line: string): void;
}
