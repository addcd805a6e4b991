/** A document that was written, or the settings. */
export interface Touched {
  kind: string;
  id: string;
}

/** Who is told of the writes of other processes. */
export interface WatchListener {
  /** Resolves when they have been read and told on. */
  found(touched: Touched[]): Promise<void>;
  /** Writes may have been missed. */
  lost(): void;
  /** Whether every write is heard of. */
  current(isCurrent: boolean, reason?: unknown): void;
}

/** Hears of writes of other processes: an import, another server. */
export interface Watch {
  start(): void;
  stop(): void;
  /** To be called before everything is read: from here on every write is told. */
  rebase(): Promise<void>;
  /** Notes documents that are told as this process has read them; those without an entry in `written` are gone. */
  told(kind: string, ids: string[], written: { id: string; at: number }[]): void;
}

/** How long nothing may be heard of the database before writes may have been missed, in milliseconds. */
export const SILENCE = 3000;
