import type { Payload, SanitizedConfig } from 'payload';
import { OperatorError } from '../system/logging/OperatorError.ts';

/** Opens Payload with a config, and closes it when `work` has ended. */
export type OpenPayload = <T>(
  config: SanitizedConfig,
  work: (payload: Payload) => Promise<T>,
  /** Whether the config's `onInit` runs, which brings what an older release has left up to date. */
  options: { runsOnInit: boolean },
) => Promise<T>;

/** A database, as backups see it. */
export interface Database {
  readonly kind: 'sqlite' | 'mongodb';
  /** Where it is, for messages; without a password. */
  readonly name: string;
  /** A folder for what a restore unpacks. */
  readonly staging: string;
  /**
   * Copies one moment of it.
   * @param folder for temporary files
   * @param add adds a file to the archive
   * @param work gets a Payload that reads that moment
   */
  copy<T>(
    folder: string,
    add: (name: string, file: string) => Promise<void>,
    work: (payload: Payload) => Promise<T>,
  ): Promise<T>;
  /** @throws BackupError if somebody has it open, such as a running server */
  refuseInUse(): Promise<void>;
  isEmpty(): Promise<boolean>;
  /**
   * An empty database of its kind, for a trial.
   * @param folder for its files
   * @throws TrialRefused if there can be none
   */
  trial(folder: string): Promise<Trial>;
  /** Opens it as it is; undefined where there is none, or only one that this release would bring up to date. */
  open<T>(work: (payload: Payload) => Promise<T>): Promise<T | undefined>;
  /** Puts what was unpacked into the folder `staging` into its place. */
  place(options: Placing): Promise<string[]>;
}

/** A database for a trial. */
interface Trial {
  database: Database;
  remove(): Promise<void>;
}

interface Placing {
  /** Ends the names under which what was there is kept. */
  stamp: string;
  /** Called before anything of what is there is changed. */
  begin(): Promise<void>;
  /** Called with a config that opens the database that was restored; it may throw. */
  prove(config: SanitizedConfig): Promise<void>;
}

/** A backup that cannot be made or restored. The message says what is wrong, where, and what to do. */
export class BackupError extends OperatorError {
  override readonly name: string = 'BackupError';
}

/** There can be no database for a trial. */
export class TrialRefused extends BackupError {
  override readonly name = 'TrialRefused';
}
