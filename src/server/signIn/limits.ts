import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../system/network.ts';

/** Seconds after which attempts are forgotten. */
const WINDOW = 15 * 60;

/** Attempts within that time that are answered. */
const OF_ADDRESS = 60;
const OF_ADDRESS_FOR_ACCOUNT = 10;

/** Attempts for one account from any address before answers slow down; then milliseconds per attempt, and at most. */
const PROMPT = 20;
const SLOWER = 100;
const SLOWEST = 3_000;

/** A hash, since addresses and accounts come from requests and may have any length. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/**
 * Limits for sign-in attempts. One address gets a few attempts per account and more in total. For one account from all
 * addresses there is no limit, but answers become slower: a stranger cannot lock the owner out.
 */
export class SignInLimits {
  readonly #byAddress = new RateLimiterMemory({ points: OF_ADDRESS, duration: WINDOW });
  readonly #byBoth = new RateLimiterMemory({ points: OF_ADDRESS_FOR_ACCOUNT, duration: WINDOW });
  readonly #byAccount = new RateLimiterMemory({ points: PROMPT, duration: WINDOW });
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  /** @param wait delays an answer */
  constructor(wait: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#wait = wait;
  }

  /** Counts an attempt without an account. @throws RateLimiterRes after too many */
  async tryAddress(address: string): Promise<void> {
    await this.#byAddress.consume(networkOf(address));
  }

  /** Counts an attempt, and delays it after many for this account. @throws RateLimiterRes after too many */
  async tryAccount(address: string, account: string): Promise<void> {
    await this.tryAddress(address);
    await this.#byBoth.consume(keyOf(networkOf(address), account));
    const { consumedPoints } = await this.#byAccount.penalty(keyOf(account));
    const late = Math.max(0, consumedPoints - PROMPT) * SLOWER;
    if (late > 0) await this.#wait(Math.min(late, SLOWEST));
  }

  /** The attempt succeeded. It and the earlier ones for this account from this address no longer count. */
  async forgive(address: string, account: string): Promise<void> {
    await this.#byAddress.reward(networkOf(address));
    await this.#byBoth.delete(keyOf(networkOf(address), account));
    await this.#byAccount.reward(keyOf(account));
  }
}
