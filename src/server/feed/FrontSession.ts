import type { Socket } from 'node:net';
import type {
  DocumentChange,
  ListVersions,
  ReadModelStatus,
  Rehearsal,
} from '../../../endpoints/read-model/index.ts';
import { type RehearsedMessage, type ShownMessage, toLine } from './messages.ts';

/** A save that waits until the front shows it. */
interface Waiting {
  n: number;
  since: number;
  end(): void;
}

/** A rehearsal that the front has been asked for. */
interface OpenRehearsal {
  resolve(rehearsal: Rehearsal | undefined): void;
  reject(error: Error): void;
}

/** The front while it follows, as the cms sees it. */
export class FrontSession {
  /** What the front has said last of its lists; undefined until it has. */
  status: ReadModelStatus | undefined;
  /** What it has said last of what they are served as. */
  versions: ListVersions | undefined;
  readonly #socket: Socket;
  #waiting: Waiting[] = [];
  readonly #rehearsals = new Map<number, OpenRehearsal>();
  #lastRehearsal = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Lines to a front that is gone are lost. */
  send(line: string): void {
    this.#socket.write(line);
  }

  /** Resolves when it shows the messages up to this number, or is gone. */
  untilShown(n: number): Promise<void> {
    return new Promise((end) => {
      this.#waiting.push({ n, since: performance.now(), end });
    });
  }

  /** It shows the messages up to this number. */
  shown({ n, status, versions }: Omit<ShownMessage, 'type'>): void {
    if (status) Object.assign(this, { status, versions });
    while (this.#waiting[0] && this.#waiting[0].n <= n) this.#waiting.shift()?.end();
  }

  /**
   * See `ReadModel.rehearse`.
   * @throws if it fails there, the front goes away, or does not answer for so many milliseconds
   */
  rehearse(change: DocumentChange, timeout: number): Promise<Rehearsal | undefined> {
    this.#lastRehearsal += 1;
    const n = this.#lastRehearsal;
    return new Promise((resolve, reject) => {
      const failed = 'The front did not answer in time what a change would come to.';
      const late = setTimeout(() => this.rehearsed({ type: 'rehearsed', n, failed }), timeout).unref();
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late);
          done(value);
        };
      this.#rehearsals.set(n, { resolve: settle(resolve), reject: settle(reject) });
      this.send(toLine({ type: 'rehearse', n, change }));
    });
  }

  /** Its answer. */
  rehearsed({ n, rehearsal, failed }: RehearsedMessage): void {
    const rehearsing = this.#rehearsals.get(n);
    this.#rehearsals.delete(n);
    if (failed === undefined) rehearsing?.resolve(rehearsal);
    else rehearsing?.reject(new Error(failed));
  }

  /** Whether a save has waited longer than these milliseconds. */
  isLate(timeout: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since >= timeout;
  }

  /** Ends every wait for the front. */
  close(): void {
    this.#socket.destroy();
    this.shown({ n: Number.POSITIVE_INFINITY });
    const failed = 'The front went away while it rehearsed a change.';
    for (const n of [...this.#rehearsals.keys()]) this.rehearsed({ type: 'rehearsed', n, failed });
  }
}
