/** An abort signal with a time limit. Call `end` when it is no longer needed. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/**
 * A signal that aborts with another one, or after so many milliseconds. `AbortSignal.any` with `AbortSignal.timeout` is not
 * used, since Node 20 may garbage-collect those before they abort.
 */
export function deadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const follow = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, milliseconds);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/** Resolves after so many seconds. @throws the signal's reason, if it aborts before */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    const timer = setTimeout(done, seconds * 1000);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}
