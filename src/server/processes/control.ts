/** Messages of the cms to the main process, over the channel between parent and child. */
export type FromCms =
  /** It lives; sent once a second from its very start. */
  | { type: 'pulse' }
  /** The database is open: documents may be asked for on the socket that it was given for them. */
  | { type: 'source' }
  /** The admin and REST answer on the socket that it was given for requests. */
  | { type: 'listening' }
  /** The first start has made the sample portal and this user. */
  | { type: 'first-admin'; email: string; password: string }
  /** It ends because of something only an operator can put right. */
  | { type: 'misconfigured'; message: string };

/** Messages of the main process to the cms. */
export type ToCms = { type: 'stop' };

/** What the cms finds in its environment. */
export const CMS_ENV = {
  /** The unix socket for requests. */
  requests: 'PORTAL_CMS_SOCKET',
  /** The unix socket for documents. */
  feed: 'PORTAL_CMS_FEED',
  /** How many fronts there are. */
  fronts: 'PORTAL_CMS_FRONTS',
  /** '1': the first start of a database of the server's own. */
  firstStart: 'PORTAL_CMS_FIRST_START',
  /** '1': lists are served already, so the database is not a new one. */
  serving: 'PORTAL_CMS_SERVING',
};

/** What a front in a process of its own finds in its environment: its settings and the address as JSON. */
export const FRONT_SETTINGS = 'PORTAL_FRONT_SETTINGS';

/** Milliseconds between two pulses. */
export const PULSE = 1000;

/** How the cms stands: nothing is proxied unless it is up. */
export type CmsState = 'starting' | 'up' | 'down' | 'stopped';

/** The cms as the fronts know it. */
export interface CmsStanding {
  state: CmsState;
  /** The socket for documents, once they may be asked for. */
  feed?: string | undefined;
  /** The socket for requests, while it is up. */
  requests?: string | undefined;
}

/** Messages of a front in a process of its own to the main process. */
export type FromFrontProcess =
  /** It lives; sent once a second. */
  | { type: 'pulse' }
  /** It takes messages; `serving`: it has lists, from the checkpoint. */
  | { type: 'started'; serving: boolean }
  /** Everything that the cms has is in its lists. */
  | { type: 'loaded' }
  | { type: 'log'; line: string };

/** Messages of the main process to a front in a process of its own. */
export type ToFrontProcess =
  | { type: 'cms'; standing: CmsStanding }
  /** Take requests from now on. */
  | { type: 'listen' }
  | { type: 'stop' };
