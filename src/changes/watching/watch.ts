/** A document that was written, or the settings. */
export interface Touched {
  kind: string;
  id: string;
}

/** Told of the writes of other processes. */
export interface WatchListener {
  /** From here on every write is heard of; before, some may have been missed. */
  begun(): void;
  /** Resolves when they have been read and show. */
  written(documents: Touched[]): Promise<void>;
  /** Whether every write is heard of. */
  setHealthy(isHealthy: boolean, reason?: unknown): void;
}

/** Hears of writes of other processes: an import, another server. */
export interface Watch {
  start(): void;
  stop(): void;
  /** Notes documents that are sent as this process has read them; those without an entry in `written` are gone. */
  published(kind: string, ids: string[], written: { id: string; at: number }[]): void;
}

/** How long nothing may be heard of the database before writes may have been missed, in milliseconds. */
export const SILENCE = 3000;
