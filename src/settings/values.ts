import type { Coding } from '../../endpoints/http/index.ts';
import { isPlainHost } from '../../endpoints/lists/definition/texts.ts';
import { LOG_LEVELS, type LogLevel } from '../logging/levels.ts';

/** What the values of variables may be. */

/**
 * A file, or MongoDB servers with the name of a database, without which the driver takes one named "test". Not `:memory:`, which
 * would be a separate database in each process.
 */
export const DATABASE = /^(?:file:(?!:memory:).|mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?[^@/?]+\/[^/?])/;
export const SECRET_MINIMUM = 16;
export const MOST_FRONTS = 64;
export const MOST_BODY_MB = 1024;
export const LONGEST_NAME = 60;

export function isCoding(value: string): value is Coding {
  return value === 'br' || value === 'gzip';
}

export function listed(value: string): string[] {
  return value.split(',').map((each) => each.trim());
}

export function areCodings(value: string): boolean {
  const given = listed(value);
  return given.every(isCoding) && new Set(given).size === given.length;
}

export function isServerUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { host, pathname, search, hash, username, password } = new URL(value);
  // It stands in headers.
  return isPlainHost(host) && pathname === '/' && !search && !hash && !username && !password;
}

export function isAmount(value: string): boolean {
  return /^[1-9]\d{0,5}$/.test(value);
}

export function isLogLevel(value: string): value is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(value);
}

export interface ListenAddress {
  host: string;
  port: number;
}

/** `PORT`, which only this machine reaches, `ADDRESS:PORT` or `[IPv6]:PORT`; undefined for anything else. */
export function listenAddress(value: string): ListenAddress | undefined {
  const match = /^(?:(?:\[([\da-fA-F:.]+)\]|([A-Za-z0-9_.-]+)):)?(\d{1,5})$/.exec(value);
  const port = Number(match?.[3]);
  return match && port <= 65535 ? { host: match[1] ?? match[2] ?? '127.0.0.1', port } : undefined;
}
