import type { Coding } from '../../../endpoints/http/index.ts';
import { normalizedPrefix, PREFIX } from '../../../endpoints/http/paths.ts';
import type { S3Settings } from '../files/index.ts';
import { withoutPassword } from '../logging/hidden.ts';
import type { LogLevel } from '../logging/levels.ts';
import { OperatorError } from '../logging/OperatorError.ts';
import { isCoding, isLogLevel, type ListenAddress, listed, listenAddress, senderOf } from './values.ts';
import { type Name, variableNames, variables } from './variables.ts';

/**
 * The environment variables of the server and the commands. All are checked before anything is opened. .env.example documents
 * them for operators.
 */

/** A wrong or missing variable. The message names it, says what is wrong and gives an example. */
export class EnvironmentError extends OperatorError {
  override readonly name = 'EnvironmentError';
}

export interface ConnectionLimits {
  /** The maximum number of open connections. */
  most: number;
  /** The maximum number per address. */
  perAddress: number;
}

/** The environment with defaults applied. */
export interface Environment {
  /** `file:…` (SQLite) or `mongodb://…` / `mongodb+srv://…`. */
  databaseUri: string;
  database: 'sqlite' | 'mongodb';
  /** True if no database is configured. The server then creates its own database, secret, sample and admin. */
  ownDatabase: boolean;
  /** Undefined only with `ownDatabase`: the secret is then in `dataDir`. */
  secret: string | undefined;
  /** Created with all rights when there is no user yet; undefined if the operator creates one. */
  firstAdmin: { email: string; password: string } | undefined;
  /** The folder for all files of the server. */
  dataDir: string;
  /** The bucket for uploaded files, `s3://BUCKET/PREFIX`; undefined for a folder in `dataDir`. */
  mediaUri: string | undefined;
  /** How object storage is reached, that of uploaded files or of backups. */
  s3: S3Settings;
  /** The address to listen on; undefined for all. Without HOST and SERVER_URL it is the loopback address. */
  host: string | undefined;
  /** 0 asks the system for a free port. */
  port: number;
  /** The public address without a trailing slash; undefined if the server answers under any name. */
  serverUrl: string | undefined;
  /** The path prefixes of the lists, normalized. */
  prefixes: string[];
  /** The name of the portal in the admin; undefined for a neutral one. */
  portalName: string | undefined;
  /** The address of the portal's logo in the admin. */
  portalLogo: string | undefined;
  /** What `backup --nightly` does. */
  backup: {
    /** How many archives stay. */
    keep: number;
    /** The folder for archives; undefined for one in `dataDir`. */
    to: string | undefined;
  };
  /** Whether the addresses of links are asked for in the background. */
  linkChecks: boolean;
  /** The number of fronts. */
  webConcurrency: number;
  /** The content codings of the lists, preferred first; empty for no compression. */
  compression: Coding[];
  /** The `Cache-Control` header of the lists; undefined for none. */
  cacheControl: string | undefined;
  /** Who is told of changed lists, and the secrets that sign it. */
  webhooks: { urls: string[]; secrets: string[] };
  /** How e-mail is sent; undefined where none is. */
  mail: { url: string; from: { name: string; address: string } } | undefined;
  /** The largest request body of a signed-in user, in bytes. */
  maxBody: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[];
  /** The limits of open connections per front. Those of trusted proxies are not counted. */
  connections: ConnectionLimits;
  /** Seconds between the signal to stop and the stop, in which balancers are told to send nothing more. */
  drainSeconds: number;
  /** Seconds after a start before which lists that may lack changes are not served: another server has current ones. */
  keptListsAfter: number;
  /** The least level of the lines in the log. */
  logLevel: LogLevel;
  /** Where the metrics are; undefined for nowhere. */
  metrics: ListenAddress | undefined;
}

/** The default address to listen on without SERVER_URL. */
const LOOPBACK = '127.0.0.1';

/** The values of variables that are not set, as they would be written. */
export const DEFAULTS = {
  DATA_DIR: './data',
  PORT: '3000',
  PREFIXES: PREFIX,
  BACKUP_KEEP: '14',
  WEB_CONCURRENCY: '1',
  MAX_BODY_MB: '50',
  S3_REGION: 'us-east-1',
  MAX_CONNECTIONS: '10000',
  MAX_CONNECTIONS_PER_ADDRESS: '1000',
  DRAIN_SECONDS: '0',
  KEPT_LISTS_AFTER: '0',
};

/** Secrets may have any characters, and appear in no message. */
const SECRETS: ReadonlySet<Name> = new Set([
  'PAYLOAD_SECRET',
  'ADMIN_PASSWORD',
  'WEBHOOKS',
  'WEBHOOK_SECRET',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
]);

/** The value for a message, without the secret and without passwords in addresses, which may have an @ or / where they should not. */
function shown(name: Name, value: string): string {
  if (SECRETS.has(name)) return `it has ${value.length} character${value.length === 1 ? '' : 's'}`;
  return `it is ${JSON.stringify(withoutPassword(value))}`;
}

/** Only files .env take quotes away; a container's `--env-file` and systemd's settings do not all. */
const isQuoted = (name: Name, value: string) => !SECRETS.has(name) && /^(["'`]).*\1$/s.test(value);

function refusal(name: Name, value: string, problem: string): string {
  const { example } = variables[name];
  return `${name} ${problem}. Example: ${typeof example === 'string' ? example : example(value)}`;
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 *
 * @throws EnvironmentError with a line for each wrong variable
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const given = new Map<Name, string>();
  const problems: string[] = [];
  for (const name of variableNames) {
    const value = source[name]?.trim();
    if (!value) continue;
    given.set(name, value);
    const { isRight, wanted } = variables[name];
    if (isQuoted(name, value))
      problems.push(
        refusal(
          name,
          value,
          `has quotes around it, which are part of the value here: remove them; ${shown(name, value)}`,
        ),
      );
    else if (!isRight(value)) {
      const says = typeof wanted === 'string' ? wanted : wanted(value);
      problems.push(refusal(name, value, `${says}; ${shown(name, value)}`));
    }
  }
  if (source.BACKUP_AT?.trim())
    problems.push(
      'BACKUP_AT must not be set: no server backs itself up. A systemd timer, a CronJob or a compose service starts `portal-content backup --nightly`, on one machine. Example: deploy/portal-content-backup.timer',
    );
  const uri = given.get('DATABASE_URI');
  if (uri && !given.has('PAYLOAD_SECRET')) {
    problems.push(
      refusal('PAYLOAD_SECRET', '', 'must be set where DATABASE_URI is: sessions are signed with it'),
    );
  }
  const [email, password] = [given.get('ADMIN_EMAIL'), given.get('ADMIN_PASSWORD')];
  if (email && !password)
    problems.push(refusal('ADMIN_PASSWORD', '', 'must be set where ADMIN_EMAIL is: the first user gets it'));
  if (password && !email)
    problems.push(
      refusal('ADMIN_EMAIL', '', 'must be set where ADMIN_PASSWORD is: the first user signs in with it'),
    );
  problems.push(...keyProblems(given));
  if (given.has('WEBHOOKS') && !given.has('WEBHOOK_SECRET'))
    problems.push(
      refusal('WEBHOOK_SECRET', '', 'must be set where WEBHOOKS is: it signs what they are sent'),
    );
  const smtpUrl = given.get('SMTP_URL');
  const sender = senderOf(given.get('MAIL_FROM') ?? '');
  if (smtpUrl && !given.has('MAIL_FROM'))
    problems.push(refusal('MAIL_FROM', '', 'must be set where SMTP_URL is: it is who the e-mails come from'));
  if (given.has('MAIL_FROM') && !smtpUrl)
    problems.push(refusal('SMTP_URL', '', 'must be set where MAIL_FROM is: without it no e-mail is sent'));
  if (problems.length > 0) throw new EnvironmentError(problems.join('\n'));

  const dataDir = given.get('DATA_DIR') ?? DEFAULTS.DATA_DIR;
  const logLevel = given.get('LOG_LEVEL') ?? '';
  const metrics = given.get('METRICS_LISTEN');
  // As browsers write it: in small letters, without the usual port, with a Greek name in ASCII.
  const serverUrl = given.get('SERVER_URL');
  const databaseUri = uri ?? `file:${dataDir}/portal.db`;
  const database = databaseUri.startsWith('file:') ? 'sqlite' : 'mongodb';
  return {
    databaseUri,
    database,
    ownDatabase: uri === undefined,
    secret: given.get('PAYLOAD_SECRET'),
    firstAdmin: email && password ? { email, password } : undefined,
    dataDir,
    mediaUri: given.get('MEDIA_URI'),
    s3: s3Of(given),
    host: given.get('HOST') ?? (given.has('SERVER_URL') ? undefined : LOOPBACK),
    port: Number(given.get('PORT') ?? DEFAULTS.PORT),
    serverUrl: serverUrl && new URL(serverUrl).origin,
    prefixes: listed(given.get('PREFIXES') ?? DEFAULTS.PREFIXES).map(normalizedPrefix),
    portalName: given.get('PORTAL_NAME'),
    portalLogo: given.get('PORTAL_LOGO'),
    backup: {
      keep: Number(given.get('BACKUP_KEEP') ?? DEFAULTS.BACKUP_KEEP),
      to: given.get('BACKUP_TO'),
    },
    // The sample of a first start asks nobody.
    linkChecks: (given.get('LINK_CHECKS') ?? (uri ? 'on' : 'off')) === 'on',
    webConcurrency: Number(given.get('WEB_CONCURRENCY') ?? DEFAULTS.WEB_CONCURRENCY),
    compression: listed(given.get('PORTAL_COMPRESSION') ?? '').filter(isCoding),
    cacheControl: given.get('CACHE_CONTROL'),
    webhooks: {
      urls: listed(given.get('WEBHOOKS') ?? '').filter(Boolean),
      secrets: listed(given.get('WEBHOOK_SECRET') ?? '').filter(Boolean),
    },
    mail: smtpUrl && sender ? { url: smtpUrl, from: sender } : undefined,
    maxBody: Number(given.get('MAX_BODY_MB') ?? DEFAULTS.MAX_BODY_MB) * 1024 ** 2,
    trustProxy: listed(given.get('TRUST_PROXY') ?? '').filter(Boolean),
    connections: {
      most: Number(given.get('MAX_CONNECTIONS') ?? DEFAULTS.MAX_CONNECTIONS),
      perAddress: Number(given.get('MAX_CONNECTIONS_PER_ADDRESS') ?? DEFAULTS.MAX_CONNECTIONS_PER_ADDRESS),
    },
    drainSeconds: Number(given.get('DRAIN_SECONDS') ?? DEFAULTS.DRAIN_SECONDS),
    // An SQLite file has one server, and what it kept lacks nothing.
    keptListsAfter:
      database === 'sqlite' ? 0 : Number(given.get('KEPT_LISTS_AFTER') ?? DEFAULTS.KEPT_LISTS_AFTER),
    logLevel: isLogLevel(logLevel) ? logLevel : 'info',
    metrics: metrics === undefined ? undefined : listenAddress(metrics),
  };
}

/** What is wrong with the key of object storage. */
function keyProblems(given: ReadonlyMap<Name, string>): string[] {
  const [id, secret] = [given.has('S3_ACCESS_KEY_ID'), given.has('S3_SECRET_ACCESS_KEY')];
  if (id === secret) return [];
  const [missing, there]: [Name, Name] = id
    ? ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID']
    : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  return [refusal(missing, '', `must be set where ${there} is: both are one key`)];
}

function s3Of(given: ReadonlyMap<Name, string>): S3Settings {
  const endpoint = given.get('S3_ENDPOINT');
  const [accessKeyId, secretAccessKey] = [given.get('S3_ACCESS_KEY_ID'), given.get('S3_SECRET_ACCESS_KEY')];
  return {
    endpoint: endpoint && new URL(endpoint).origin,
    region: given.get('S3_REGION') ?? DEFAULTS.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // Few servers but Amazon's have a name in the DNS for each bucket.
    pathStyle: (given.get('S3_PATH_STYLE') ?? (endpoint ? 'on' : 'off')) === 'on',
  };
}

/** How object storage is reached, where the rest of the environment is another program's. @throws EnvironmentError */
export function readS3Settings(
  source: Readonly<Record<string, string | undefined>> = process.env,
): S3Settings {
  return readEnvironment(
    Object.fromEntries(Object.entries(source).filter(([name]) => name.startsWith('S3_'))),
  ).s3;
}

/** The server's address: SERVER_URL, or `localhost` unless the server listens on another address only. */
export function publicUrl({ serverUrl, host, port }: Environment): string {
  const byName = host === undefined || [LOOPBACK, '0.0.0.0', '::'].includes(host);
  const name = byName ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return serverUrl ?? `http://${name}:${port}`;
}

/** The host at which this machine itself reaches the server, for an address. */
export function ownAddress({ host = LOOPBACK }: Pick<Environment, 'host'>): string {
  if (host === '0.0.0.0') return LOOPBACK;
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
