import proxyaddr from 'proxy-addr';
import type { Coding } from '../../../endpoints/http/index.ts';
import { normalizedPrefix } from '../../../endpoints/http/paths.ts';
import { prefix } from '../../../endpoints/lists/definition/options.ts';
import { isPlainHost } from '../../../endpoints/lists/definition/texts.ts';
import { LOG_LEVELS, type LogLevel } from '../logging/levels.ts';

/** What the values of variables may be. */

/** MongoDB servers with the name of a database, without which the driver takes one named "test". */
const MONGODB = /^(?:[^@/]*@)?[^@/?]+\/[^/?]/;

const ANY_DATABASE =
  'must name a file (file:…, SQLite) or a database of a MongoDB server (mongodb://HOST/NAME or mongodb+srv://HOST/NAME; one without a name was called test)';

/** What the address of a database must be, where it is not; undefined where it is. */
export function wantedOfDatabase(value: string): string | undefined {
  if (/^file:./.test(value)) return wantedOfFile(value.slice('file:'.length));
  if (/^mongodb(?:\+srv)?:\/\/./.test(value)) return wantedOfMongodb(value.replace(/^[^/]*\/\//, ''));
  return ANY_DATABASE;
}

function wantedOfFile(name: string): string | undefined {
  if (name.startsWith(':memory:')) return 'must name a file: one in memory would be another in each process';
  if (/[?#]/.test(name))
    return 'must name a file without options: in the name of a file, # is written %23 and ? is %3F';
  if (!isEncoded(name)) return 'must name a file, in whose name % is written %25';
  if (/^\/\/(?!\/|localhost\/)/i.test(name))
    return 'must have no slash, one or three before the name of a file: file:./data/content.db, file:/srv/content.db';
  if (name.startsWith('~')) return 'must name a file by its path: ~ means nothing here';
  if (/(?:^|\/)\.{0,2}$/.test(name))
    return 'must name a file, and this is a folder: add the name of the file';
  return undefined;
}

function wantedOfMongodb(rest: string): string | undefined {
  const [address = ''] = rest.split('?');
  const [authority = '', ...path] = address.split('/');
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  if (user.indexOf('@') < user.length - 1 || path.join('/').includes('@') || !isEncoded(user))
    return 'must have its user and password percent-encoded: @ is written %40, / is %2F, : is %3A and % is %25';
  return MONGODB.test(rest) ? undefined : ANY_DATABASE;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** `s3://BUCKET` or `s3://BUCKET/PREFIX`, in the letters that every storage takes. */
const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\/?$/;

/** The name of a bucket, in words. */
export const BUCKET_NAME = '3 to 63 small letters, digits, dots and hyphens';

export function isBucket(value: string): boolean {
  return BUCKET.test(value);
}

export const SECRET_MINIMUM = 16;

/** The minimum length of a user's password. Payload's minimum of 3 is too easy to guess. */
export const PASSWORD_MINIMUM = 10;

export const MOST_BODY_MB = 1024;

export const LONGEST_NAME = 60;

export function isCoding(value: string): value is Coding {
  return value === 'br' || value === 'gzip';
}

export function listed(value: string): string[] {
  return value.split(',').map((each) => each.trim());
}

/** What the server answers itself, and the root. Below /api, a version keeps the lists apart from the admin's requests. */
const OWN_PATHS = /^(?:\/(?:admin|_next|healthz|readyz|openapi\.json|api(?!\/v\d))(?:\/.*)?)?$/;

/** True if these can be the prefixes of the lists, as in PREFIXES. */
export function arePrefixes(value: string): boolean {
  const given = listed(value);
  const plain = given.map(normalizedPrefix);
  return (
    given.every((each) => prefix.safeParse(each).success) &&
    plain.every((each) => !OWN_PATHS.test(each)) &&
    new Set(plain).size === plain.length
  );
}

export function areCodings(value: string): boolean {
  const given = listed(value);
  return given.every(isCoding) && new Set(given).size === given.length;
}

export function areWebhooks(value: string): boolean {
  const given = listed(value);
  const isAddress = (each: string) =>
    /^https?:\/\/[^\s/#][^\s#]*$/i.test(each) && URL.canParse(each) && !new URL(each).username;
  return given.every(isAddress) && new Set(given).size === given.length;
}

/** A secret as Standard Webhooks writes it. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

export function areWebhookSecrets(value: string): boolean {
  return listed(value).every((each) => {
    const { length } = Buffer.from(each.slice('whsec_'.length), 'base64');
    return WEBHOOK_SECRET.test(each) && length >= 24 && length <= 64;
  });
}

export function isServerUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { host, pathname, search, hash, username, password } = new URL(value);
  // It stands in headers.
  return isPlainHost(host) && pathname === '/' && !search && !hash && !username && !password;
}

export function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\/[^\s]+$/i.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(value);
  return hostname !== '' && /^\/?$/.test(pathname) && !search && !hash && isEncoded(username + password);
}

/** `ADDRESS` or `NAME <ADDRESS>`; undefined for anything else. */
export function senderOf(value: string): { name: string; address: string } | undefined {
  const at = value.endsWith('>') ? value.lastIndexOf('<') : -1;
  const address = at < 0 ? value : value.slice(at + 1, -1);
  const name = at < 0 ? '' : value.slice(0, at).trim();
  return /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address) && !/[<>"\p{Cc}]/u.test(name)
    ? { name, address }
    : undefined;
}

export function isSender(value: string): boolean {
  return senderOf(value) !== undefined;
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

/** True if all are addresses or networks (CIDR), as in TRUST_PROXY. */
export function areNetworks(given: readonly string[]): boolean {
  if (!given.every((each) => /^[\da-f.:]+(?:\/\d+)?$/i.test(each))) return false;
  try {
    proxyaddr.compile([...given]);
    return true;
  } catch {
    return false;
  }
}
