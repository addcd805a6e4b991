import type { Socket } from 'node:net';
import type { Change, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { type FeedMessage, inMessages, toLine } from './messages.ts';

/** A front that has subscribed, as the cms sees it. */
export class FrontSession {
  /** What the front has said last of its lists; undefined until it has. */
  status: ReadModelStatus | undefined;
  readonly #socket: Socket;
  readonly #patience: number;
  readonly #onLate: () => void;
  /** By their numbers: what ends the waiting for a message of changes. */
  readonly #unacknowledged = new Map<number, () => void>();
  #lastNumber = 0;

  /**
   * @param patience how long a save waits for the front to take its changes, in milliseconds
   * @param onLate the front did not, and its session has been closed
   */
  constructor(socket: Socket, patience: number, onLate: () => void) {
    this.#socket = socket;
    this.#patience = patience;
    this.#onLate = onLate;
  }

  /** Messages to a front that is gone are lost. */
  send(message: FeedMessage): void {
    this.#socket.write(toLine(message));
  }

  /** Sends it changes; resolves when it has acknowledged them, or is gone. */
  async publish(changes: Change[]): Promise<void> {
    // Sent at once, in order: only the waiting is shared.
    await Promise.all([...inMessages(changes)].map((message) => this.#publish(message)));
  }

  acknowledge(number: number): void {
    this.#unacknowledged.get(number)?.();
  }

  /** Ends the wait for the front. */
  close(): void {
    this.#socket.destroy();
    for (const end of this.#unacknowledged.values()) end();
  }

  #publish(changes: Change[]): Promise<void> {
    const number = ++this.#lastNumber;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.close();
        this.#onLate();
      }, this.#patience);
      this.#unacknowledged.set(number, () => {
        clearTimeout(timer);
        this.#unacknowledged.delete(number);
        resolve();
      });
      this.send({ type: 'changes', number, changes });
    });
  }
}
