import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../http/clientAddress.ts';

/** Seconds after which tries are forgotten. */
const WINDOW = 15 * 60;

/** Tries that are answered in that time. */
const OF_ADDRESS = 60;
const OF_ADDRESS_FOR_ACCOUNT = 10;

/** Tries for one account, from any address, after which answers take longer: milliseconds for each, and at most. */
const PROMPT = 20;
const SLOWER = 100;
const SLOWEST = 3_000;

/** How long who has tried too often has to wait, in seconds. */
export class TooManyTries extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`Too many tries; the next one in ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** Addresses and accounts come from outside, in any length. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new TooManyTries(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  }
}

/**
 * How often a password may be tried: few times for one account from one address, more often from one address, and for one
 * account from everywhere as often as one likes, though ever slower, so that no stranger keeps its owner out.
 */
export class SignInLimits {
  readonly #byAddress = new RateLimiterMemory({ points: OF_ADDRESS, duration: WINDOW });
  readonly #byBoth = new RateLimiterMemory({ points: OF_ADDRESS_FOR_ACCOUNT, duration: WINDOW });
  readonly #byAccount = new RateLimiterMemory({ points: PROMPT, duration: WINDOW });
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  /** @param wait what an answer that takes longer waits with */
  constructor(wait: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#wait = wait;
  }

  /** Counts a try that names no account. @throws TooManyTries */
  async tryAddress(address: string): Promise<void> {
    await take(this.#byAddress, networkOf(address));
  }

  /** Counts a try, and waits where there were many for this account. @throws TooManyTries */
  async tryAccount(address: string, account: string): Promise<void> {
    await this.tryAddress(address);
    await take(this.#byBoth, keyOf(networkOf(address), account));
    const { consumedPoints } = await this.#byAccount.penalty(keyOf(account));
    const late = Math.max(0, consumedPoints - PROMPT) * SLOWER;
    if (late > 0) await this.#wait(Math.min(late, SLOWEST));
  }

  /** The try was right: it and those before it, for this account from this address, do not count. */
  async forgive(address: string, account: string): Promise<void> {
    await this.#byAddress.reward(networkOf(address));
    await this.#byBoth.delete(keyOf(networkOf(address), account));
    await this.#byAccount.reward(keyOf(account));
  }
}
