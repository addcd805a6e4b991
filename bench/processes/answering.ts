/**
 * A process of the benchmark that does what its parent asks, one message an answer. It ends with its parent.
 */

export interface Question {
  id: number;
  method: string;
  argument: unknown;
}

export type Answer = { id: number; result: unknown } | { id: number; error: string } | { said: string };

/** What a process can be asked: each takes one argument and gives one answer, both plain data. */
export type Methods = Record<string, (argument: never) => unknown>;

/** Answers the parent from now on. */
export function answering(methods: Methods): void {
  process.on('disconnect', () => process.exit(0));
  // A terminal tells the whole group; the parent decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('message', async ({ id, method, argument }: Question) => {
    try {
      const result = await methods[method]?.(argument as never);
      process.send?.({ id, result } satisfies Answer);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ id, error: text } satisfies Answer);
    }
  });
}

/** Tells the parent how far the work is. */
export function say(text: string): void {
  process.send?.({ said: text } satisfies Answer);
}
