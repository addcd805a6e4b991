import type { LogLevel } from '../../system/logging/levels.ts';
import type { MetricsJson } from '../../system/metrics/registries.ts';

/** Messages of the cms to the main process over the IPC channel. */
export type FromCms =
  /** A sign of life, once a second from the start. */
  | { type: 'pulse' }
  /** The database is open, and the feed socket accepts connections. */
  | { type: 'source' }
  /** The admin and REST answer on the request socket. */
  | { type: 'listening' }
  /** The first start has created the sample portal and this user. */
  | { type: 'first-admin'; email: string; password: string }
  /** What it knows of the content has changed. */
  | { type: 'notes'; notes: CmsNotes }
  | MetricsMessage
  /** The cms ends because of an error. It is started again. */
  | { type: 'failed'; message: string }
  /** The cms ends because of an error that the operator has to fix. */
  | { type: 'misconfigured'; message: string };

export type ToCms = { type: 'stop' } | { type: 'metrics' };

/** The answer to a request for metrics. */
export interface MetricsMessage {
  type: 'metrics';
  metrics: MetricsJson;
}

/** What the cms knows of its content, and the readers of the lists do not. What it does not know yet is undefined. */
export interface CmsNotes {
  /** The last save that the server could not make. */
  saveFailed?: { reason: string; at: string } | undefined;
  /** Images whose file is not in the folder. */
  mediaMissing?: number | undefined;
  /** Planned changes whose time has come, and those that have failed and that nobody has seen yet. */
  planned?: { due: number; failed: number } | undefined;
  /** When the last import ended. */
  imported?: string | undefined;
}

/** Environment variables of the cms. */
export const CMS_ENV = {
  /** The Unix socket for requests. */
  requests: 'PORTAL_CMS_SOCKET',
  /** The Unix socket for documents. */
  feed: 'PORTAL_CMS_FEED',
  fronts: 'PORTAL_CMS_FRONTS',
  /** '1' on the first start with the server's own database. */
  firstStart: 'PORTAL_CMS_FIRST_START',
  /** '1' if the last start has failed: what it said is not said again. */
  again: 'PORTAL_CMS_AGAIN',
  /** '1' if lists are already served, so the database is not new. */
  serving: 'PORTAL_CMS_SERVING',
};

/** Environment variable of a front process: its settings as JSON. */
export const FRONT_SETTINGS = 'PORTAL_FRONT_SETTINGS';

/** Milliseconds between two signs of life. */
export const PULSE = 1000;

/** The state of the cms. Requests are passed on only if it is `up`. */
export type CmsState = 'starting' | 'up' | 'down' | 'stopped';

/** The state of the cms and its sockets, for the fronts. */
export interface CmsStatus {
  state: CmsState;
  /** The socket for documents, once it accepts connections. */
  feed?: string | undefined;
  /** The socket for requests, while the cms is up. */
  requests?: string | undefined;
  notes?: CmsNotes | undefined;
}

/** Messages of a front process to the main process. */
export type FromFrontProcess =
  /** A sign of life, once a second. */
  | { type: 'pulse' }
  /** It can receive messages. `serving`: it has the lists of the checkpoint. */
  | { type: 'started'; serving: boolean }
  /** It has loaded the lists from the cms. */
  | { type: 'loaded' }
  | MetricsMessage
  | { type: 'log'; line: string; level: LogLevel };

/** Messages of the main process to a front process. */
export type ToFrontProcess =
  | { type: 'cms'; status: CmsStatus }
  | { type: 'listen' }
  | { type: 'drain' }
  | { type: 'metrics' }
  | { type: 'stop' };
