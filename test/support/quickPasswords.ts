import crypto from 'node:crypto';

/** What a process makes of a password with a salt of its own it alone reads again: without the work against guessing. */
const ITERATIONS = 1;

/** In hex, as Payload stores them. */
const own = new Set<string>();
const { pbkdf2, randomBytes } = crypto;

/**
 * Payload's passwords take an eighth of a second of the processor each, when they are set and when they are tried. Those
 * that this process sets take none; what another process has set is tried as it is there.
 */
export function quickPasswords(): void {
  Object.assign(crypto, {
    randomBytes(size: number, done?: (error: Error | null, bytes: Buffer) => void) {
      const bytes = randomBytes(size);
      own.add(bytes.toString('hex'));
      if (!done) return bytes;
      queueMicrotask(() => done(null, bytes));
    },
    pbkdf2(password: string, salt: string, iterations: number, ...rest: [number, string, () => void]) {
      pbkdf2(password, salt, own.has(salt) ? ITERATIONS : iterations, ...rest);
    },
  });
}
