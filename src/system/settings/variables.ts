import { CACHE_CONTROL } from '../../../endpoints/http/createHandler.ts';
import { LOG_LEVELS } from '../logging/levels.ts';
import {
  areCodings,
  areNetworks,
  arePrefixes,
  areWebhookSecrets,
  areWebhooks,
  BUCKET_NAME,
  isAmount,
  isBucket,
  isLogLevel,
  isSender,
  isServerUrl,
  isSmtpUrl,
  LONGEST_NAME,
  listed,
  listenAddress,
  MOST_BODY_MB,
  MOST_FRONTS,
  PASSWORD_MINIMUM,
  SECRET_MINIMUM,
  wantedOfDatabase,
} from './values.ts';

interface Variable {
  isRight(value: string): boolean;
  /** What it must be, for a value that is not right. */
  wanted: string | ((value: string) => string);
  example: string | ((value: string) => string);
}

/** What each variable must be. */
export const variables = {
  DATABASE_URI: {
    isRight: (value) => wantedOfDatabase(value) === undefined,
    wanted: (value) => wantedOfDatabase(value) ?? '',
    example: (value) =>
      /^(?:file:|[./~])/.test(value)
        ? 'DATABASE_URI=file:./data/content.db'
        : 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
  },
  PAYLOAD_SECRET: {
    isRight: (value) => value.length >= SECRET_MINIMUM,
    wanted: `must have ${SECRET_MINIMUM} characters or more`,
    example: 'PAYLOAD_SECRET=3f1c…, for instance what `openssl rand -hex 32` prints',
  },
  ADMIN_EMAIL: {
    isRight: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
    wanted: 'must be an e-mail address',
    example: 'ADMIN_EMAIL=it@portal.example',
  },
  ADMIN_PASSWORD: {
    isRight: (value) => value.length >= PASSWORD_MINIMUM,
    wanted: `must have ${PASSWORD_MINIMUM} characters or more`,
    example: 'ADMIN_PASSWORD=…, or the file that has it: ADMIN_PASSWORD_FILE=/run/secrets/admin-password',
  },
  DATA_DIR: {
    isRight: (value) => !value.includes('\0'),
    wanted: 'must be a folder',
    example: 'DATA_DIR=./data',
  },
  MEDIA_URI: {
    isRight: isBucket,
    wanted: `must name a bucket of object storage (${BUCKET_NAME}), and may name a folder in it`,
    example: 'MEDIA_URI=s3://portal/media',
  },
  S3_ENDPOINT: {
    isRight: isServerUrl,
    wanted:
      'must be the http:// or https:// address of object storage, without a path: the bucket stands in MEDIA_URI',
    example: 'S3_ENDPOINT=https://s3.portal.example',
  },
  S3_REGION: {
    isRight: (value) => /^[A-Za-z0-9-]+$/.test(value),
    wanted: 'must be the name of a region',
    example: 'S3_REGION=eu-south-1',
  },
  S3_ACCESS_KEY_ID: {
    isRight: (value) => !/\s/.test(value),
    wanted: 'must be the name of a key, without spaces',
    example: 'S3_ACCESS_KEY_ID=portal',
  },
  S3_SECRET_ACCESS_KEY: {
    isRight: (value) => !/\s/.test(value),
    wanted: 'must be the secret of a key, without spaces',
    example: 'S3_SECRET_ACCESS_KEY=…, or the file that has it: S3_SECRET_ACCESS_KEY_FILE=/run/secrets/s3',
  },
  S3_PATH_STYLE: {
    isRight: (value) => value === 'on' || value === 'off',
    wanted: 'must be on or off',
    example: 'S3_PATH_STYLE=off',
  },
  PORT: {
    isRight: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
    wanted: 'must be a whole number from 0 to 65535',
    example: 'PORT=3000',
  },
  HOST: {
    isRight: (value) => /^[A-Za-z0-9_.:%-]+$/.test(value),
    wanted: 'must be an address or a name of this machine, without a port or a scheme',
    example: 'HOST=127.0.0.1',
  },
  SERVER_URL: {
    isRight: isServerUrl,
    wanted: 'must be an http:// or https:// address without a path',
    example: 'SERVER_URL=https://cms.example.org',
  },
  PREFIXES: {
    isRight: arePrefixes,
    wanted:
      'must be the paths before the names of the lists, each once, separated by commas, and none of them / or a path of the server itself (/admin, /api, /_next, …)',
    example: 'PREFIXES=/el/api/v1,/api/v1',
  },
  PORTAL_NAME: {
    isRight: (value) => value.length <= LONGEST_NAME,
    wanted: `must have ${LONGEST_NAME} characters or fewer`,
    example: 'PORTAL_NAME="Πύλη του Δήμου"',
  },
  PORTAL_LOGO: {
    isRight: (value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
    wanted: 'must be the http:// or https:// address of an image',
    example: 'PORTAL_LOGO=https://www.portal.example/logo.svg',
  },
  BACKUP_KEEP: {
    isRight: isAmount,
    wanted: 'must be a whole number from 1 to 999999',
    example: 'BACKUP_KEEP=14',
  },
  BACKUP_TO: {
    isRight: (value) => isBucket(value) || !(value.includes('\0') || /^[a-z][\w+.-]*:\/\//i.test(value)),
    wanted: `must be a folder, or s3://BUCKET/FOLDER (a bucket has ${BUCKET_NAME})`,
    example: 'BACKUP_TO=/mnt/backups',
  },
  LINK_CHECKS: {
    isRight: (value) => value === 'on' || value === 'off',
    wanted: 'must be on or off',
    example: 'LINK_CHECKS=off',
  },
  WEB_CONCURRENCY: {
    isRight: (value) => /^[1-9]\d?$/.test(value) && Number(value) <= MOST_FRONTS,
    wanted: `must be a whole number from 1 to ${MOST_FRONTS}`,
    example: 'WEB_CONCURRENCY=2',
  },
  PORTAL_COMPRESSION: {
    isRight: areCodings,
    wanted: 'must be br, gzip or both, each once, separated by a comma, the preferred one first',
    example: 'PORTAL_COMPRESSION=br,gzip',
  },
  CACHE_CONTROL: {
    isRight: (value) => CACHE_CONTROL.test(value),
    wanted: 'must be the directives of that header, separated by commas',
    example: 'CACHE_CONTROL=max-age=0, s-maxage=60',
  },
  WEBHOOKS: {
    isRight: areWebhooks,
    wanted: 'must be http:// or https:// addresses, each once and without a #, separated by commas',
    example: 'WEBHOOKS=http://10.0.0.5:8090/',
  },
  WEBHOOK_SECRET: {
    isRight: areWebhookSecrets,
    wanted: 'must be whsec_ and 24 to 64 bytes in base64; several of them separated by commas',
    example: 'WEBHOOK_SECRET=whsec_…, with what `openssl rand -base64 32` prints',
  },
  SMTP_URL: {
    isRight: isSmtpUrl,
    wanted:
      'must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host where it asks for them, percent-encoded',
    example: 'SMTP_URL=smtps://portal:PASSWORD@mail.portal.example:465',
  },
  MAIL_FROM: {
    isRight: isSender,
    wanted: 'must be an e-mail address, or a name and an address in angle brackets',
    example: 'MAIL_FROM=Πύλη του Δήμου <portal@portal.example>',
  },
  MAX_BODY_MB: {
    isRight: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= MOST_BODY_MB,
    wanted: `must be a whole number from 1 to ${MOST_BODY_MB}`,
    example: 'MAX_BODY_MB=50',
  },
  TRUST_PROXY: {
    isRight: (value) => areNetworks(listed(value)),
    wanted: 'must be addresses or networks of proxies, separated by commas',
    example: 'TRUST_PROXY=127.0.0.1,10.0.0.5',
  },
  MAX_CONNECTIONS: {
    isRight: isAmount,
    wanted: 'must be a whole number from 1 to 999999',
    example: 'MAX_CONNECTIONS=10000',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    isRight: isAmount,
    wanted: 'must be a whole number from 1 to 999999',
    example: 'MAX_CONNECTIONS_PER_ADDRESS=1000',
  },
  DRAIN_SECONDS: {
    isRight: (value) => /^\d{1,3}$/.test(value),
    wanted: 'must be a whole number from 0 to 999',
    example: 'DRAIN_SECONDS=10',
  },
  KEPT_LISTS_AFTER: {
    isRight: (value) => /^\d{1,3}$/.test(value),
    wanted: 'must be a whole number from 0 to 999',
    example: 'KEPT_LISTS_AFTER=30',
  },
  LOG_LEVEL: {
    isRight: isLogLevel,
    wanted: `must be ${LOG_LEVELS.slice(0, -1).join(', ')} or ${LOG_LEVELS.at(-1)}`,
    example: 'LOG_LEVEL=info',
  },
  METRICS_LISTEN: {
    isRight: (value) => listenAddress(value) !== undefined,
    wanted: 'must be a port of this machine, or an address of it and a port',
    example: 'METRICS_LISTEN=127.0.0.1:9464',
  },
} satisfies Record<string, Variable>;

export type Name = keyof typeof variables;

/** All variables, in the order of .env.example. */
export const variableNames = Object.keys(variables) as Name[];
