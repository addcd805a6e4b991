import type { Coding } from '../../../endpoints/http/index.ts';
import type { S3Settings } from '../files/index.ts';
import { withoutPassword } from '../logging/hidden.ts';
import type { LogLevel } from '../logging/levels.ts';
import { OperatorError } from '../logging/OperatorError.ts';
import type { ListenAddress, UserRole } from './values.ts';
import { type Name, refusedVariables, type Values, type Variable, variables } from './variables.ts';

/**
 * The environment variables of the server and the commands. All are checked before anything is opened. .env.example documents
 * them for operators.
 */

/** A wrong or missing variable. The message names it, says what is wrong and gives an example. */
export class EnvironmentError extends OperatorError {
  override readonly name = 'EnvironmentError';
}

/** Sign-in by an organisation's identity provider, with OpenID Connect. */
export interface OpenIdOptions {
  /** The provider, as its own metadata names it. @example 'https://id.portal.example/realms/portal' */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The role of each value of the claim. Whoever has none has no access. @example { 'portal-editors': 'editor' } */
  roles: Readonly<Record<string, UserRole>>;
  /** The claim with these values. A dot leads into an object. @default 'roles' */
  rolesClaim?: string | undefined;
  /** The name of the organisation on the button. @default none is named */
  name?: string | undefined;
  /** The address of the only account that may use a password, in small letters. @default every account may */
  passwordsOnlyFor?: string | undefined;
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
  /** The roles that need a second factor. */
  twoFactor: UserRole[];
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
  /** Further prefixes, and those to which their clients are sent on. */
  redirects: Record<string, string>;
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
  /** The content codings of the lists, preferred first; empty for no compression. */
  compression: Coding[];
  /** The `Cache-Control` header of the lists; undefined for none. */
  cacheControl: string | undefined;
  /** The origins of sites whose pages may read the lists; empty for none. */
  corsOrigins: string[];
  /** Who is told of changed lists, and the secrets that sign it. */
  webhooks: { urls: string[]; secrets: string[] };
  /** How e-mail is sent; undefined where none is. */
  mail: { url: string; from: { name: string; address: string } } | undefined;
  /** By which provider people sign in; undefined where there is none. */
  openId: OpenIdOptions | undefined;
  /** The largest request body of a signed-in user, in bytes. */
  maxBody: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[];
  /** The limits of open connections. Those of trusted proxies are not counted. */
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

/** The value for a message, without the secret and without passwords in addresses, which may have an @ or / where they should not. */
function shown({ isSecret }: Variable, value: string): string {
  if (isSecret) return `it has ${value.length} character${value.length === 1 ? '' : 's'}`;
  return `it is ${JSON.stringify(withoutPassword(value))}`;
}

const QUOTED = 'has quotes around it, which are part of the value here: remove them';

/** Only files .env take quotes away; a container's `--env-file` and systemd's settings do not all. */
const isQuoted = ({ isSecret }: Variable, value: string) => !isSecret && /^(["'`]).*\1$/s.test(value);

function refusal(name: string, problem: string, value = ''): string {
  const { example } = variables[name as Name] as Variable;
  return `${name} ${problem}. Example: ${name}=${typeof example === 'string' ? example : example(value)}`;
}

/**
 * Reads the variables. An empty one counts as not set.
 *
 * @throws EnvironmentError with a line for each that is wrong
 */
function readVariables(source: Readonly<Record<string, string | undefined>>): Values {
  const entries: [string, Variable][] = Object.entries(variables);
  const isSet = (name: string) => Boolean(source[name]?.trim());
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of entries) {
    const value = source[name]?.trim() || variable.default;
    if (value === undefined) continue;
    const { read, wanted } = variable.kind;
    values[name] = isQuoted(variable, value) ? undefined : read(value);
    if (values[name] !== undefined) continue;
    const kind = typeof wanted === 'string' ? wanted : wanted(value);
    problems.push(
      refusal(name, `${isQuoted(variable, value) ? QUOTED : kind}; ${shown(variable, value)}`, value),
    );
  }
  for (const [name, why] of Object.entries(refusedVariables))
    if (isSet(name)) problems.push(`${name} is set, and ${why}. Take it out.`);
  const differs = ([name, variable]: (typeof entries)[number]) =>
    isSet(name) && source[name]?.trim() !== variable.default;
  for (const [name, { needs = {} }] of entries.filter(differs))
    for (const [other, why] of Object.entries(needs))
      if (!isSet(other)) problems.push(refusal(other, `must be set where ${name} is: ${why}`));
  if (problems.length > 0) throw new EnvironmentError(problems.join('\n'));
  return values as Values;
}

/**
 * Reads and checks the environment.
 *
 * @throws EnvironmentError with a line for each wrong variable
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const values = readVariables(source);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, MAIL_FROM: from, SMTP_URL: url } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const databaseUri = values.DATABASE_URI ?? `file:${values.DATA_DIR}/portal.db`;
  const database = databaseUri.startsWith('file:') ? 'sqlite' : 'mongodb';
  return {
    databaseUri,
    database,
    ownDatabase: values.DATABASE_URI === undefined,
    secret: values.PAYLOAD_SECRET,
    firstAdmin: email && password ? { email, password } : undefined,
    twoFactor: values.TWO_FACTOR ?? [],
    dataDir: values.DATA_DIR,
    mediaUri: values.MEDIA_URI,
    s3: {
      endpoint: values.S3_ENDPOINT,
      region: values.S3_REGION,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      // Few servers but Amazon's have a name in the DNS for each bucket.
      pathStyle: values.S3_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    },
    host: values.HOST ?? (values.SERVER_URL ? undefined : LOOPBACK),
    port: values.PORT,
    serverUrl: values.SERVER_URL,
    ...values.PREFIXES,
    portalName: values.PORTAL_NAME,
    portalLogo: values.PORTAL_LOGO,
    backup: { keep: values.BACKUP_KEEP, to: values.BACKUP_TO },
    // The sample of a first start asks nobody.
    linkChecks: values.LINK_CHECKS ?? values.DATABASE_URI !== undefined,
    compression: values.PORTAL_COMPRESSION ?? [],
    cacheControl: values.CACHE_CONTROL,
    corsOrigins: values.CORS_ORIGINS ?? [],
    webhooks: { urls: values.WEBHOOKS ?? [], secrets: values.WEBHOOK_SECRET ?? [] },
    mail: url && from ? { url, from } : undefined,
    openId: openIdOf(values),
    maxBody: values.MAX_BODY_MB * 1024 ** 2,
    trustProxy: values.TRUST_PROXY ?? [],
    connections: { most: values.MAX_CONNECTIONS, perAddress: values.MAX_CONNECTIONS_PER_ADDRESS },
    drainSeconds: values.DRAIN_SECONDS,
    // An SQLite file has one server, and what it kept lacks nothing.
    keptListsAfter: database === 'sqlite' ? 0 : values.KEPT_LISTS_AFTER,
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS_LISTEN,
  };
}

function openIdOf(values: Values): Environment['openId'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const { EMERGENCY_ADMIN, OIDC_NAME: name, OIDC_ROLES: roles, OIDC_ROLES_CLAIM: rolesClaim } = values;
  if (!issuer || !clientId || !clientSecret || !roles) return undefined;
  const passwordsOnlyFor = values.PASSWORDS ? undefined : EMERGENCY_ADMIN?.toLowerCase();
  return { issuer, clientId, clientSecret, roles, rolesClaim, name, passwordsOnlyFor };
}

/** How object storage is reached, where the rest of the environment is another program's. @throws EnvironmentError */
export function readS3Settings(): S3Settings {
  const named = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
  return readEnvironment(Object.fromEntries(named)).s3;
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
