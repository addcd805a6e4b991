import crypto from 'node:crypto';

/** Hashes without the usual work. Only this process, which knows the salt, checks them. */
const ITERATIONS = 1;

/** In hexadecimal, as Payload stores them. */
const own = new Set<string>();
const { pbkdf2, randomBytes } = crypto;

/**
 * Makes hashing instant for passwords that this process sets. Payload needs an eighth of a second of processor time for
 * each hash, when a password is set and when it is checked. Passwords set by other processes are checked as usual.
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
