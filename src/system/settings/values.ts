import proxyaddr from 'proxy-addr';
import type { Coding } from '../../../endpoints/http/index.ts';
import { normalizedPrefix } from '../../../endpoints/http/paths.ts';
import { prefix } from '../../../endpoints/lists/definition/options.ts';
import { isPlainHost } from '../../../endpoints/lists/definition/texts.ts';
import { LOG_LEVELS, type LogLevel } from '../logging/levels.ts';

/** The kinds of values that variables have. */

export interface Kind<T> {
  /** What a value comes to; undefined if it is none of this kind. */
  read(value: string): T | undefined;
  /** What it must be, for a value that is none. */
  wanted: string | ((value: string) => string);
}

/** A text for which something is true. */
export function text(wanted: Kind<string>['wanted'], isRight: (value: string) => boolean): Kind<string> {
  return { wanted, read: (value) => (isRight(value) ? value : undefined) };
}

/** Texts separated by commas, of which each counts once. */
function texts<T extends string>(wanted: string, isRight: (value: string) => value is T): Kind<T[]>;
function texts(wanted: string, isRight: (value: string) => boolean): Kind<string[]>;
function texts(wanted: string, isRight: (value: string) => boolean): Kind<string[]> {
  return {
    wanted,
    read(value) {
      const given = new Set(value.split(',').map((each) => each.trim()));
      return [...given].every(isRight) ? [...given] : undefined;
    },
  };
}

export function wholeNumber(least: number, most: number): Kind<number> {
  return {
    wanted: `must be a whole number from ${least} to ${most}`,
    read: (value) =>
      /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  };
}

export const onOff: Kind<boolean> = {
  wanted: 'must be on or off',
  read: (value) => ({ on: true, off: false })[value],
};

export const logLevel: Kind<LogLevel> = {
  wanted: `must be ${LOG_LEVELS.slice(0, -1).join(', ')} or ${LOG_LEVELS.at(-1)}`,
  read: (value) => LOG_LEVELS.find((level) => level === value),
};

/** The minimum length of a user's password. Payload's minimum of 3 is too easy to guess. */
export const PASSWORD_MINIMUM = 10;

/** The roles of the plugin's own users. */
export const USER_ROLES = ['admin', 'editor', 'author'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const roles = texts(`must name roles, separated by commas: ${USER_ROLES.join(', ')}`, (value) =>
  USER_ROLES.includes(value as never),
) as Kind<UserRole[]>;

/** MongoDB servers with the name of a database, without which the driver takes one named "test". */
const MONGODB = /^(?:[^@/]*@)?[^@/?]+\/[^/?]/;

const ANY_DATABASE =
  'must name a file (file:…, SQLite) or a database of a MongoDB server (mongodb://HOST/NAME or mongodb+srv://HOST/NAME; one without a name was called test)';

/** What the address of a database must be, where it is not; undefined where it is. */
function wantedOfDatabase(value: string): string | undefined {
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

export const databaseAddress = text(
  (value) => wantedOfDatabase(value) ?? '',
  (value) => wantedOfDatabase(value) === undefined,
);

/** `s3://BUCKET` or `s3://BUCKET/PREFIX`, in the letters that every storage takes. */
const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\/?$/;

/** The name of a bucket, in words. */
const BUCKET_NAME = '3 to 63 small letters, digits, dots and hyphens';

export function isBucket(value: string): boolean {
  return BUCKET.test(value);
}

export const bucket = text(
  `must name a bucket of object storage (${BUCKET_NAME}), and may name a folder in it`,
  isBucket,
);

export const folderOrBucket = text(
  `must be a folder, or s3://BUCKET/FOLDER (a bucket has ${BUCKET_NAME})`,
  (value) => isBucket(value) || !(value.includes('\0') || /^[a-z][\w+.-]*:\/\//i.test(value)),
);

/** What the server answers itself, and the root. Below /api, a version keeps the lists apart from the admin's requests. */
const OWN_PATHS = /^(?:\/(?:admin|_next|healthz|readyz|openapi\.json|api(?!\/v\d))(?:\/.*)?)?$/;

const isPlace = (each: string) => prefix.safeParse(each).success && !OWN_PATHS.test(normalizedPrefix(each));

/** Paths of lists, and paths that lead to one of them: `/api/v1>/el/api/v1`. */
export const prefixes: Kind<{ prefixes: string[]; redirects: Record<string, string> }> = {
  wanted:
    'must be the paths before the names of the lists, separated by commas, and none of them / or a path of the server itself (/admin, /api, /_next, …)',
  read(value) {
    const given = value.split(',').map((each) => each.split('>').map((path) => path.trim()));
    if (!given.every((each) => each.length <= 2 && each.every(isPlace))) return undefined;
    const all = given.map((each) => each.map(normalizedPrefix));
    const served = new Set(all.flatMap(([path = '', to]) => (to === undefined ? path : [])));
    const redirects = all.flatMap(([from = '', to]) => (to === undefined ? [] : [[from, to] as const]));
    const isRight = served.size > 0 && redirects.every(([from, to]) => served.has(to) && !served.has(from));
    return isRight ? { prefixes: [...served], redirects: Object.fromEntries(redirects) } : undefined;
  },
};

export const codings = texts(
  'must be br, gzip or both, separated by a comma, the preferred one first',
  (each): each is Coding => each === 'br' || each === 'gzip',
);

export const webhooks = texts(
  'must be http:// or https:// addresses without a #, separated by commas',
  (each) => /^https?:\/\/[^\s/#][^\s#]*$/i.test(each) && URL.canParse(each) && !new URL(each).username,
);

/** A secret as Standard Webhooks writes it. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

export const webhookSecrets = texts(
  'must be whsec_ and 24 to 64 bytes in base64; several of them separated by commas',
  (each) => {
    const { length } = Buffer.from(each.slice('whsec_'.length), 'base64');
    return WEBHOOK_SECRET.test(each) && length >= 24 && length <= 64;
  },
);

/** The issuer of an OpenID provider, as it names itself. Only on this machine may it go without https. */
export const issuer = text(
  'must be the https:// address of a provider, as its metadata (/.well-known/openid-configuration) names it; http:// only on this machine',
  (value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, search, hash, username } = new URL(value);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return !search && !hash && !username && (protocol === 'https:' || (protocol === 'http:' && isHere));
  },
);

/** `VALUE=ROLE`, separated by commas. A value may have an equals sign itself. */
export const claimRoles: Kind<Record<string, UserRole>> = {
  wanted: 'must be VALUE=ROLE, separated by commas, each value once, where ROLE is admin, editor or author',
  read(value) {
    const given = value.split(',').map((each) => /^(.+)=(admin|editor|author)$/.exec(each.trim()));
    const roles = new Map(given.map((each) => [each?.[1]?.trim(), each?.[2] as UserRole]));
    return roles.size === given.length && !roles.has(undefined) ? Object.fromEntries(roles) : undefined;
  },
};

/** An address without a path, as browsers write it: in small letters, without the usual port, with a Greek name in ASCII. */
export function origin(wanted: string): Kind<string> {
  return {
    wanted,
    read(value) {
      if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
      const { host, origin, pathname, search, hash, username, password } = new URL(value);
      // It stands in headers.
      const isPlain = isPlainHost(host) && pathname === '/' && !search && !hash && !username && !password;
      return isPlain ? origin : undefined;
    },
  };
}

const site = origin('');

/** `*`, or sites as browsers name them in `Origin`. */
export const corsOrigins: Kind<string[]> = {
  wanted: 'must be *, or the http:// or https:// addresses of sites without a path, separated by commas',
  read(value) {
    const given = value.split(',').map((each) => (each.trim() === '*' ? '*' : site.read(each.trim())));
    return given.every((each) => each !== undefined) ? given : undefined;
  },
};

export const smtpAddress = text(
  'must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host where it asks for them, percent-encoded',
  (value) => {
    if (!/^smtps?:\/\/[^\s]+$/i.test(value) || !URL.canParse(value)) return false;
    const { hostname, pathname, search, hash, username, password } = new URL(value);
    return hostname !== '' && /^\/?$/.test(pathname) && !search && !hash && isEncoded(username + password);
  },
);

/** `ADDRESS` or `NAME <ADDRESS>`. */
export const sender: Kind<{ name: string; address: string }> = {
  wanted: 'must be an e-mail address, or a name and an address in angle brackets',
  read(value) {
    const at = value.endsWith('>') ? value.lastIndexOf('<') : -1;
    const address = at < 0 ? value : value.slice(at + 1, -1);
    const name = at < 0 ? '' : value.slice(0, at).trim();
    return /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address) && !/[<>"\p{Cc}]/u.test(name)
      ? { name, address }
      : undefined;
  },
};

export interface ListenAddress {
  host: string;
  port: number;
}

/** `PORT`, which only this machine reaches, `ADDRESS:PORT` or `[IPv6]:PORT`. */
export const listenAddress: Kind<ListenAddress> = {
  wanted: 'must be a port of this machine, or an address of it and a port',
  read(value) {
    const match = /^(?:(?:\[([\da-fA-F:.]+)\]|([A-Za-z0-9_.-]+)):)?(\d{1,5})$/.exec(value);
    const port = Number(match?.[3]);
    return match && port <= 65535 ? { host: match[1] ?? match[2] ?? '127.0.0.1', port } : undefined;
  },
};

/** Addresses or networks (CIDR). */
export const networks = texts('must be addresses or networks of proxies, separated by commas', (each) => {
  if (!/^[\da-f.:]+(?:\/\d+)?$/i.test(each)) return false;
  try {
    proxyaddr.compile([each]);
    return true;
  } catch {
    return false;
  }
});
