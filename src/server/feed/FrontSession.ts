import type { Socket } from 'node:net';
import type { ReadModelStatus } from '../../../endpoints/read-model/index.ts';

/** A save that waits until a front shows it. */
interface Waiting {
  n: number;
  since: number;
  end(): void;
}

/** A front that follows, as the cms sees it. */
export class FrontSession {
  /** What the front has said last of its lists; undefined until it has. */
  status: ReadModelStatus | undefined;
  readonly #socket: Socket;
  #waiting: Waiting[] = [];

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
  shown({ n, status }: { n: number; status?: ReadModelStatus }): void {
    if (status) this.status = status;
    while (this.#waiting[0] && this.#waiting[0].n <= n) this.#waiting.shift()?.end();
  }

  /** Whether a save has waited longer than these milliseconds. */
  isLate(patience: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since >= patience;
  }

  /** Ends every wait for the front. */
  close(): void {
    this.#socket.destroy();
    this.shown({ n: Number.POSITIVE_INFINITY });
  }
}
