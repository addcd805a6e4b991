import type { Log } from '../system/logging/log.ts';
import type { MetricsJson } from '../system/metrics/registries.ts';
import type { Environment } from '../system/settings/env.ts';
import type { CmsStatus } from './processes/control.ts';

/** The fronts as the main process sees them: one in the main process itself, or several worker processes. */
export interface Fronts {
  /**
   * Starts to listen. Gives the port.
   *
   * @throws EnvironmentError if the address cannot be used
   */
  listen(): Promise<number>;
  /** Passes on the state of the cms. */
  cms(status: CmsStatus): void;
  /** True if lists are served, from the checkpoint or from the cms. */
  serving(): boolean;
  /** True if every front has loaded the lists from the cms. */
  loaded(): boolean;
  /** What each front has measured. One that does not say so in time is left out. */
  metrics(): Promise<MetricsJson[]>;
  /** Answers as before, and says at `/readyz` that it is about to stop. */
  drain(): void;
  /** Accepts no new requests. Resolves when the open ones have finished or their time is over. */
  stop(): Promise<void>;
  /** Kills worker processes at once. */
  kill(): void;
}

/** The settings of a front. None of them is a secret. */
export interface FrontSettings
  extends Pick<
    Environment,
    | 'cacheControl'
    | 'compression'
    | 'connections'
    | 'host'
    | 'keptListsAfter'
    | 'logLevel'
    | 'maxBody'
    | 'port'
    | 'prefixes'
    | 'serverUrl'
    | 'trustProxy'
  > {
  /** Tells this installation from others: `installationDigest`. */
  installation: string;
  /** Whether the cms wants to know what the lists are served as. */
  hasWebhooks: boolean;
  /** The name of its process in the metrics. */
  name: string;
  /** The folder of the checkpoint. */
  checkpoint: string;
  /** Whether this front writes the checkpoint. Only one front of a server does. */
  writesCheckpoint: boolean;
}

export interface FrontsOptions {
  settings: FrontSettings;
  /** Called when a front has loaded the lists. */
  onLoaded(): void;
  log: Log;
}
