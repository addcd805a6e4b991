import { RateLimiterRes } from 'rate-limiter-flexible';
import { beforeEach, expect, it } from 'vitest';
import { SignInLimits } from '../../../src/server/signIn/limits.ts';

/** The milliseconds that were waited for. */
const waits: number[] = [];
const unhurried = () => new SignInLimits(async (wait) => waits.push(wait));
beforeEach(() => void waits.splice(0));

const ACCOUNT = 'user@portal.example';

it('however many addresses try one account, its owner waits three seconds at most, and is never refused', async () => {
  const limits = unhurried();
  for (let host = 0; host < 200; host += 1)
    await limits.tryAccount(`2001:db8:0:${host.toString(16)}::1`, ACCOUNT);
  expect(waits.slice(0, 3)).toEqual([100, 200, 300]);
  expect(waits).toHaveLength(180);
  expect(Math.max(...waits)).toBe(3000);
  await limits.tryAccount('192.0.2.1', ACCOUNT);
  expect(waits.at(-1)).toBe(3000);
});

it('one client is one address: all of a /64, and IPv4 however it is written', async () => {
  const limits = unhurried();
  for (let host = 0; host < 5; host += 1) {
    await limits.tryAccount(`2001:db8::${host}`, ACCOUNT);
    await limits.tryAccount(`2001:db8:0:0:1::${host}`, ACCOUNT);
    await limits.tryAccount('192.0.2.1', ACCOUNT);
    await limits.tryAccount('::ffff:192.0.2.1', ACCOUNT);
  }
  await expect(limits.tryAccount('2001:db8::ffff', ACCOUNT)).rejects.toBeInstanceOf(RateLimiterRes);
  await expect(limits.tryAccount('192.0.2.1', ACCOUNT)).rejects.toBeInstanceOf(RateLimiterRes);
  await limits.tryAccount('2001:db8:0:1::1', ACCOUNT);
});

it('a right password makes up for the wrong ones before it, and for no others', async () => {
  const limits = unhurried();
  const wrong = async (account: string) => {
    for (let tries = 0; tries < 9; tries += 1) await limits.tryAccount('192.0.2.1', account);
  };
  await wrong(ACCOUNT);
  await wrong('other@portal.example');
  await limits.tryAccount('192.0.2.1', ACCOUNT);
  await limits.forgive('192.0.2.1', ACCOUNT);
  await wrong(ACCOUNT);
  await limits.tryAccount('192.0.2.1', 'other@portal.example');
  await expect(limits.tryAccount('192.0.2.1', 'other@portal.example')).rejects.toBeInstanceOf(RateLimiterRes);
});
