import { CACHE_CONTROL } from '../../../endpoints/http/createHandler.ts';
import { PREFIX } from '../../../endpoints/http/paths.ts';
import {
  bucket,
  claimRoles,
  codings,
  corsOrigins,
  databaseAddress,
  folderOrBucket,
  issuer,
  type Kind,
  listenAddress,
  logLevel,
  networks,
  onOff,
  origin,
  PASSWORD_MINIMUM,
  prefixes,
  roles,
  sender,
  smtpAddress,
  text,
  webhookSecrets,
  webhooks,
  wholeNumber,
} from './values.ts';

const email = text('must be an e-mail address', (value) => /^[^\s@]+@[^\s@]+$/.test(value));

export interface Variable {
  /** What .env.example says of it, which a test compares. A default of its own is added there. */
  text: string;
  kind: Kind<unknown>;
  /** The value where it is not set, as it would be written. */
  default?: string;
  /** A right value, or how to come by one of one's own: that has an ellipsis. */
  example: string | ((value: string) => string);
  /** Whether it may have any characters, and appears in no message. */
  isSecret?: true;
  /** What must be set with it, and why. */
  needs?: Readonly<Record<string, string>>;
}

/** What the server reads from its environment: each variable is checked, documented and explained by its entry here. */
export const variables = {
  DATABASE_URI: {
    text: `Where the content is. One of
  file:./data/content.db                                    SQLite, a file on this machine
  mongodb://HOST:27017/NAME?replicaSet=rs0                  MongoDB; only with a replica set is a save one transaction
  mongodb+srv://USER:PASSWORD@HOST/NAME                     the same, its members found by name
NAME is required: without it, MongoDB's driver takes a database named "test".
An empty database gets its tables or indexes by itself, an older one is brought up to date.
Without it, the server keeps an SQLite database of its own in DATA_DIR, and the first start fills it with a sample
portal and one admin. Give content of your own another one: an import does not mix with the sample.`,
    kind: databaseAddress,
    example: (value) =>
      /^(?:file:|[./~])/.test(value)
        ? 'file:./data/content.db'
        : 'mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
    needs: { PAYLOAD_SECRET: 'sessions are signed with it' },
  },
  PAYLOAD_SECRET: {
    text: `Signs the sessions of those who are signed in: 16 characters or more that nobody can guess, the same on every server of
one database. Required with DATABASE_URI; without it, one is made and kept in DATA_DIR. To make one:
  openssl rand -hex 32`,
    kind: text('must have 16 characters or more', (value) => value.length >= 16),
    example: '3f1c…, for instance what `openssl rand -hex 32` prints',
    isSecret: true,
  },
  ADMIN_EMAIL: {
    text: `The first user, who has all rights: made at a start that finds no user at all. Without it, the command
\`portal-content create-admin\` makes one. Nothing is done with it once there is a user.`,
    kind: email,
    example: 'it@portal.example',
    needs: { ADMIN_PASSWORD: 'the first user gets it' },
  },
  ADMIN_PASSWORD: {
    text: `The password of that user. Any variable of this file can be read from a file instead, by its name and _FILE, as container
platforms give secrets:
  ADMIN_PASSWORD_FILE=/run/secrets/admin-password`,
    kind: text(
      `must have ${PASSWORD_MINIMUM} characters or more`,
      (value) => value.length >= PASSWORD_MINIMUM,
    ),
    example: '…, or the file that has it: ADMIN_PASSWORD_FILE=/run/secrets/admin-password',
    isSecret: true,
    needs: { ADMIN_EMAIL: 'the first user signs in with it' },
  },
  TWO_FACTOR: {
    text: `The roles that need a second factor to sign in by password (a one-time code from a phone), separated by commas. Each user has a
week to set it up, from the first sign-in on. Default: none, and a second factor is everybody's own choice`,
    kind: roles,
    example: 'admin,editor',
  },
  DATA_DIR: {
    text: `The folder for what the server keeps on disk: uploaded images (media/) and, without DATABASE_URI, the database
(portal.db) and the secret.`,
    kind: text('must be a folder', (value) => !value.includes('\0')),
    default: './data',
    example: './data',
  },
  MEDIA_URI: {
    text: `Where uploaded images and files are, in place of media/ in DATA_DIR: a bucket of object storage that speaks S3, which may be that of
several servers of one database, and a folder in it. The command \`portal-content media\` copies what is there. Default: none`,
    kind: bucket,
    example: 's3://portal/media',
  },
  S3_ENDPOINT: {
    text: `The object storage, of uploaded files and of \`backup --to s3://…\`: its address, without a bucket. Default: Amazon's`,
    kind: origin(
      'must be the http:// or https:// address of object storage, without a path: the bucket stands in MEDIA_URI',
    ),
    example: 'https://s3.portal.example',
  },
  S3_REGION: {
    text: 'The region of the object storage.',
    kind: text('must be the name of a region', (value) => /^[A-Za-z0-9-]+$/.test(value)),
    default: 'us-east-1',
    example: 'eu-south-1',
  },
  S3_ACCESS_KEY_ID: {
    text: `A key that may list, read, write and delete there. Without a key, what the machine is given is used (a role, or the files of
Amazon's tools).`,
    kind: text('must be the name of a key, without spaces', (value) => !/\s/.test(value)),
    example: 'portal',
    needs: { S3_SECRET_ACCESS_KEY: 'both are one key' },
  },
  S3_SECRET_ACCESS_KEY: {
    text: 'The secret of that key.',
    kind: text('must be the secret of a key, without spaces', (value) => !/\s/.test(value)),
    example: '…, or the file that has it: S3_SECRET_ACCESS_KEY_FILE=/run/secrets/s3',
    isSecret: true,
    needs: { S3_ACCESS_KEY_ID: 'both are one key' },
  },
  S3_PATH_STYLE: {
    text: 'Whether the bucket stands in the path (on) or before the name of the host (off). Default: on with S3_ENDPOINT, off without',
    kind: onOff,
    example: 'off',
  },
  PORT: {
    text: 'The port to listen on; 0 takes any that is free.',
    kind: wholeNumber(0, 65535),
    default: '3000',
    example: '3000',
  },
  HOST: {
    text: `The address to listen on; 0.0.0.0 or :: for all. Default: with SERVER_URL every address of this machine, without it
127.0.0.1, which no other machine reaches`,
    kind: text('must be an address or a name of this machine, without a port or a scheme', (value) =>
      /^[A-Za-z0-9_.:%-]+$/.test(value),
    ),
    example: '127.0.0.1',
  },
  SERVER_URL: {
    text: `The address under which the outside reaches this server, without a path. The lists give it with every uploaded image, and
the admin then takes requests from this address only. Default: http://localhost:PORT for the images (HOST in place of
localhost, where it is one address that others reach), and an admin that works under any name of this machine`,
    kind: origin('must be an http:// or https:// address without a path'),
    example: 'https://content.example.org',
  },
  PREFIXES: {
    text: `The paths that stand before the names of the lists, separated by commas: each list is served under each of them. The first
one is the one that the admin shows. None may be / or a path of the server itself. /api/v1>/el/api/v1 sends clients on from the
first path to the second.`,
    kind: prefixes,
    default: PREFIX,
    example: '/el/api/v1,/api/v1',
  },
  PORTAL_NAME: {
    text: `The name of the portal, which the admin shows at its sign-in, at the top of every page and in the titles of pages, and
subjects of e-mails begin with; 60 characters at most. Default: «Περιεχόμενο της πύλης», in English "Portal content"`,
    kind: text('must have 60 characters or fewer', (value) => value.length <= 60),
    example: 'Πύλη του Δήμου',
  },
  PORTAL_LOGO: {
    text: `The address of an image that stands at the sign-in and at the top of every page of the admin: https://… or http://…, and
reachable for editors, whose browsers fetch it. Default: none`,
    kind: text(
      'must be the http:// or https:// address of an image',
      (value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
    ),
    example: 'https://www.portal.example/logo.svg',
  },
  BACKUP_KEEP: {
    text: 'How many archives `portal-content backup --nightly` leaves in the folder.',
    kind: wholeNumber(1, 999_999),
    default: '14',
    example: '14',
  },
  BACKUP_TO: {
    text: 'The folder for backups, best on another machine, or s3://BUCKET/FOLDER with the variables S3_… above. Default: backups in DATA_DIR',
    kind: folderOrBucket,
    example: '/mnt/backups',
  },
  LINK_CHECKS: {
    text: `Whether the server asks for the addresses of the links of published documents in the background, every night and soon after
each publication, to tell editors which of them do not work: on or off. It goes through https_proxy where that is set, and
never into private networks. The portal settings turn it off too. Default: on with DATABASE_URI, off without`,
    kind: onOff,
    example: 'off',
  },
  PORTAL_COMPRESSION: {
    text: `The content codings that the lists are offered in, the preferred one first: br, gzip or both. Bodies are compressed once
per change. Default: none`,
    kind: codings,
    example: 'br,gzip',
  },
  CACHE_CONTROL: {
    text: `The Cache-Control header of the lists, for caches and browsers between this server and its readers. With the webhooks below, a
cache may keep lists for long and yet show each change at once. Default: no such header`,
    kind: text('must be the directives of that header, separated by commas', (value) =>
      CACHE_CONTROL.test(value),
    ),
    example: 'max-age=0, s-maxage=60',
  },
  CORS_ORIGINS: {
    text: `The sites whose pages may read the lists in browsers: * for all, or their origins, separated by commas. parity says what the legacy
system did. Default: none, and no header for other sites`,
    kind: corsOrigins,
    example: 'https://www.portal.example',
  },
  WEBHOOKS: {
    text: `Who is told of each changed list, a moment after it shows: addresses that get a POST, separated by commas. They may be in a
private network. It is sent again until it is taken. docs/operations.md has a receiver for nginx, Varnish and Cloudflare.
Default: none`,
    kind: webhooks,
    example: 'http://10.0.0.5:8090/',
    isSecret: true,
    needs: { WEBHOOK_SECRET: 'it signs what they are sent' },
  },
  WEBHOOK_SECRET: {
    text: `Signs what the webhooks are sent (Standard Webhooks): whsec_ and at least 24 random bytes in base64. Of several, separated by
commas, each signs, so that one can be replaced, or each receiver have its own. Required with WEBHOOKS. To make one:
  echo "whsec_$(openssl rand -base64 32)"`,
    kind: webhookSecrets,
    example: 'whsec_…, with what `openssl rand -base64 32` prints',
    isSecret: true,
  },
  SMTP_URL: {
    text: `The mail server that sends notices to editors and links for forgotten passwords. Without it no e-mail is sent, and an admin gives
whoever forgot it a new password. smtps:// is encrypted from the first byte (port 465); smtp:// (port 587) becomes so where
the mail server offers it. User and password are percent-encoded (@ is %40). Default: none`,
    kind: smtpAddress,
    example: 'smtps://portal:PASSWORD@mail.portal.example:465',
    isSecret: true,
    needs: { MAIL_FROM: 'it is who the e-mails come from' },
  },
  MAIL_FROM: {
    text: 'Who these e-mails come from. Required with SMTP_URL.',
    kind: sender,
    example: 'Πύλη του Δήμου <portal@portal.example>',
    needs: { SMTP_URL: 'without it no e-mail is sent' },
  },
  OIDC_ISSUER: {
    text: `The identity provider of the organisation, by which people sign in with OpenID Connect: the address that its metadata names.
docs/operations.md has an example, and what to set at the provider. Default: none`,
    kind: issuer,
    example: 'https://id.portal.example/realms/portal',
    needs: {
      OIDC_CLIENT_ID: 'the provider knows this portal by it',
      OIDC_CLIENT_SECRET: 'the provider asks for it',
      OIDC_ROLES: 'whoever has no role has no access',
      SERVER_URL: 'the provider sends people back to it',
    },
  },
  OIDC_CLIENT_ID: {
    text: 'How the provider knows this portal.',
    kind: text('must be the id of a client, without spaces', (value) => /^[\x21-\x7e]+$/.test(value)),
    example: 'portal',
  },
  OIDC_CLIENT_SECRET: {
    text: 'The secret of that client.',
    kind: text('must be the secret of a client', (value) => value.length > 0),
    example: '…, or the file that has it: OIDC_CLIENT_SECRET_FILE=/run/secrets/oidc',
    isSecret: true,
  },
  OIDC_ROLES: {
    text: `Which value of the claim below is which role (admin, editor or author), separated by commas. Roles are taken from it at each sign-in;
whoever has none of these values is not let in.`,
    kind: claimRoles,
    example: 'portal-admins=admin,portal-editors=editor',
    needs: { OIDC_ISSUER: 'it says who has which value' },
  },
  OIDC_ROLES_CLAIM: {
    text: 'The claim that has these values, in the ID token or the user information. A dot leads into an object: realm_access.roles',
    kind: text('must be the name of a claim, without spaces', (value) => !/\s/.test(value)),
    default: 'roles',
    example: 'realm_access.roles',
  },
  OIDC_NAME: {
    text: 'The name of the organisation on the button of the sign-in, 60 characters at most. Default: none is named',
    kind: text('must have 60 characters or fewer', (value) => value.length <= 60),
    example: 'Δήμος Παραδείγματος',
  },
  PASSWORDS: {
    text: `Whether people can sign in with passwords, too: on or off. With off only EMERGENCY_ADMIN can, for the day on which the provider is
away.`,
    kind: onOff,
    default: 'on',
    example: 'off',
    needs: {
      OIDC_ISSUER: 'without it nobody else could sign in',
      EMERGENCY_ADMIN: 'without it nobody could sign in while the provider is away',
    },
  },
  EMERGENCY_ADMIN: {
    text: 'The address of the admin whose password counts with PASSWORDS=off. The server does not start without such an admin.',
    kind: email,
    example: 'it@portal.example',
  },
  MAX_BODY_MB: {
    text: `How much somebody who is signed in may send in one request, in megabytes: a document with its texts, or a file that is
uploaded. From 1 to 1024. Each such request may take several times as much of the cms's memory.`,
    kind: wholeNumber(1, 1024),
    default: '50',
    example: '50',
  },
  TRUST_PROXY: {
    text: `The proxies in front of this server, by address or network, separated by commas. Only they may say who asks
(X-Forwarded-For); without it, everybody behind a proxy counts as one client, to whom the limits apply as to one.
Default: none`,
    kind: networks,
    example: '127.0.0.1,10.0.0.5',
  },
  MAX_CONNECTIONS: {
    text: 'How many connections are open at most. Those of trusted proxies are not counted.',
    kind: wholeNumber(1, 999_999),
    default: '10000',
    example: '10000',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    text: 'How many of those with one address (of IPv6, one /64).',
    kind: wholeNumber(1, 999_999),
    default: '1000',
    example: '1000',
  },
  DRAIN_SECONDS: {
    text: `How long the server goes on answering everything after it is told to stop, in seconds, while /readyz is 503, so that a balancer
that asks for it sends nothing more; 0 where none asks.`,
    kind: wholeNumber(0, 999),
    default: '0',
    example: '10',
  },
  KEPT_LISTS_AFTER: {
    text: `How long after its start a server without current lists answers 503 rather than show those that it has kept, in seconds: for
servers of one replica set behind a proxy that asks another one then, so that no reader sees older lists while one is replaced.
With 0 kept lists are shown at once.`,
    kind: wholeNumber(0, 999),
    default: '0',
    example: '30',
  },
  LOG_LEVEL: {
    text: 'The least of what is in the log: trace, debug, info, warn, error or fatal. What clients do wrong is at debug.',
    kind: logLevel,
    default: 'info',
    example: 'info',
  },
  METRICS_LISTEN: {
    text: `Where the metrics for Prometheus are (GET /metrics): a port, which only this machine reaches, or an address and a port. Nobody has
to sign in, so let only the monitoring reach it. Default: none`,
    kind: listenAddress,
    example: '127.0.0.1:9464',
  },
} satisfies Record<string, Variable>;

export type Name = keyof typeof variables;

type Read<V> = V extends { kind: Kind<infer T> } ? T : never;

/** What the variables come to; undefined for one that is not set and has no default. */
export type Values = {
  [N in Name]: (typeof variables)[N] extends { default: string }
    ? Read<(typeof variables)[N]>
    : Read<(typeof variables)[N]> | undefined;
};

/** What must not be set, and why: an operator would wait for what does not come. */
export const refusedVariables: Readonly<Record<string, string>> = {
  WEB_CONCURRENCY:
    'one process serves the lists. For more readers put a cache in front, or several servers on one replica set (docs/operations.md)',
  BACKUP_AT:
    'no server backs itself up. A systemd timer, a CronJob or a compose service starts `portal-content backup --nightly`, on one machine (deploy/portal-content-backup.timer)',
};

/** All variables, in the order of .env.example. */
export const variableNames = Object.keys(variables) as Name[];
