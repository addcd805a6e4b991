import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { type BackupNotes, backupNotes } from '../database/backupNotes.ts';
import { databaseProblem } from '../database/index.ts';
import { connectionOf } from '../database/mongodbProblem.ts';
import { Provider } from '../openid/Provider.ts';
import { emergencyProblem } from '../server/accounts.ts';
import { listenProblem } from '../server/http/listen.ts';
import { mailProblem } from '../server/mail.ts';
import { readWhole } from '../system/files/index.ts';
import { madeSecret, makeDataDir, refuseUnfinishedRestore } from '../system/settings/dataDir.ts';
import { type Environment, publicUrl } from '../system/settings/env.ts';
import { unreadNames } from '../system/settings/envFile.ts';
import {
  existingFolder,
  filePath,
  freeBytes,
  socketProblem,
  trialProblem,
} from '../system/settings/folders.ts';
import { limitsProblem } from '../system/settings/limits.ts';
import {
  databaseUriOf,
  INSTALLATION_HEADER,
  installationDigest,
  loadEnvironment,
} from '../system/settings/prepare.ts';
import { isBucket } from '../system/settings/values.ts';
import { variables } from '../system/settings/variables.ts';
import { localInstallation } from './backup/archives.ts';
import { explain, runs } from './output.ts';

const HELP = `
It reads what the server reads: the environment, and .env in this folder. It changes nothing but for creating DATA_DIR, and ends
after half a minute at the latest.

Exit status: 0 the server can run (a warning may say what is not as it should be), 1 it cannot.`;

/** What was found of one subject. */
interface Finding {
  /** @default 'ok' */
  is?: 'warning' | 'wrong';
  says: string;
}

type CheckResult = Finding | undefined;
type Check = (
  environment: Environment,
  answered: ServerAnswer,
  /** What is wrong so far. */
  wrong: ReadonlySet<string>,
) => CheckResult | Promise<CheckResult>;

const ANOTHER = 'its PAYLOAD_SECRET or DATABASE_URI is not the one here.';

/** In the order of the report. A check that is about nothing here finds nothing. */
const CHECKS: Record<string, Check> = {
  Database: database,
  Restore: ({ dataDir }) => void refuseUnfinishedRestore(path.resolve(dataDir)),
  Folder: folder,
  'Images and files': files,
  'Temporary files': () => wrong(socketProblem()) ?? { says: 'can be written' },
  Limits: () => wrong(limitsProblem()),
  Lists: ({ prefixes }) =>
    prefixes.join() === variables.PREFIXES.default
      ? undefined
      : { says: `under ${prefixes.join(' and ')} (PREFIXES)` },
  Port: port,
  Metrics: metricsAddress,
  Address: address,
  Clock: clock,
  Proxy: proxy,
  Backups: backups,
  Mail: mail,
  'Sign-in': signIn,
};

/** They are noted in the database, of which everything is said where it is wrong. */
async function backups(environment: Environment, _: ServerAnswer, wrong: ReadonlySet<string>) {
  if (wrong.has('Database') || wrong.has('Restore')) return undefined;
  const { database } = await localInstallation(undefined, '', { restores: true, writes: false });
  const notes = await database.open(backupNotes);
  return notes && backupsFinding(environment, notes);
}

/** Milliseconds after which the last backup is old: two nights. */
const OLD = 48 * 60 * 60 * 1000;

/** What the doctor says of backups; undefined where none are made. */
export function backupsFinding(
  { backup: { to }, dataDir }: Pick<Environment, 'backup' | 'dataDir'>,
  { made, proved, unproved, failed }: BackupNotes,
  now = new Date(),
): CheckResult {
  if (to === undefined && !made && !failed) return undefined;
  // An archive for a bucket is made on the disk first.
  const folder = path.resolve(to === undefined || isBucket(to) ? path.join(dataDir, 'backups') : to);
  const problem = trialProblem(existingFolder(folder));
  if (problem)
    return {
      is: 'wrong',
      says: `nothing can be written to ${folder}: ${problem}. Make room, give this user the folder, or name another. Example: BACKUP_TO=/mnt/backups`,
    };
  if (failed && failed.at >= (made?.at ?? ''))
    return warning(
      `that of ${shown(failed.at)} is not as it should be:\n  ${failed.text.replaceAll('\n', '\n  ')}`,
    );
  if (!made) return { says: 'none was made so far' };
  const last = `the last one is of ${shown(made.at)}`;
  if (now.getTime() - Date.parse(made.at) > OLD)
    return warning(
      `${last}. Does anything start backup --nightly, and what did it say? Make one: npx portal-content backup --prove`,
    );
  if (unproved && unproved.at > (proved?.at ?? ''))
    return warning(`${last} (${made.text}), and is not proved by a restore. ${unproved.text}`);
  const restored = proved ? `, the last one that was proved by a restore of ${shown(proved.at)}` : '';
  return { says: `${last} (${made.text})${restored}` };
}

const shown = (time: string) => `${time.slice(0, 16)}Z`;

async function mail({ mail: settings }: Environment): Promise<Finding> {
  if (!settings)
    return { says: 'the server sends none; a forgotten password is replaced by portal-content set-password' };
  const { host } = new URL(settings.url);
  const problem = await mailProblem(settings);
  if (problem === undefined) return { says: `${host} takes e-mails, from ${settings.from.address}` };
  return warning(`${host} takes no e-mails (SMTP_URL): ${problem}`);
}

/** Whether the identity provider answers, and whether somebody can sign in while it does not. */
async function signIn(
  { openId }: Environment,
  _: ServerAnswer,
  wrong: ReadonlySet<string>,
): Promise<CheckResult> {
  if (!openId) return undefined;
  const { issuer, passwordsOnlyFor } = openId;
  if (passwordsOnlyFor !== undefined && !wrong.has('Database') && !wrong.has('Restore')) {
    const { database } = await localInstallation(undefined, '', { restores: true, writes: false });
    const problem = await database.open(emergencyProblem);
    if (problem) return { is: 'wrong', says: problem };
  }
  const passwords = passwordsOnlyFor ? `a password is only for ${passwordsOnlyFor}` : 'passwords count, too';
  try {
    const ends = await new Provider(openId).end('');
    return { says: `${issuer} answers${ends ? ' and ends its sessions, too' : ''}; ${passwords}` };
  } catch (error) {
    return warning(`${issuer} (OIDC_ISSUER) is no provider: ${explain(error)}. ${passwords}`);
  }
}

/** Milliseconds that all checks get. */
const TIMEOUT = 30_000;

/** Adds `portal-content doctor`. */
export function registerDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with the configuration, the database, the folder and their surroundings')
    .addHelpText('after', HELP);
  runs(command, 1, runDoctor);
}

async function runDoctor(): Promise<0 | 1> {
  let environment: Environment;
  try {
    environment = loadEnvironment();
  } catch (error) {
    console.log(line('Configuration', { is: 'wrong', says: explain(error).replaceAll('\n', '\n  ') }));
    return 1;
  }
  const unread = unreadNames();
  const configuration: Finding = unread ? warning(unread) : { says: 'every variable can be read' };
  console.log(line('Configuration', configuration));
  const wrong = new Set<string>();
  let asking = '';
  const late = setTimeout(() => {
    console.log(
      line(asking, { is: 'wrong', says: 'no answer in half a minute; the rest was not looked at' }),
    );
    process.exit(1);
  }, TIMEOUT);
  const answered = answer(environment);
  for (const [subject, check] of Object.entries(CHECKS)) {
    asking = subject;
    const found = await checked(() => check(environment, answered, wrong));
    if (!found) continue;
    console.log(line(subject, found));
    if (found.is === 'wrong') wrong.add(subject);
  }
  clearTimeout(late);
  return wrong.size > 0 ? 1 : 0;
}

async function checked(check: () => ReturnType<Check>): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    return { is: 'wrong', says: explain(error) };
  }
}

function line(subject: string, { is, says }: Finding): string {
  return `${is ? `${is.toUpperCase()}  ` : 'ok       '}${subject}: ${says}`;
}

async function database(environment: Environment): Promise<Finding> {
  const { ownDatabase } = environment;
  const databaseUri = databaseUriOf(environment);
  const problem = await databaseProblem({ ...environment, databaseUri });
  if (problem) return { is: 'wrong', says: problem.message };
  if (ownDatabase)
    return { says: `${databaseUri}, of the server's own (DATABASE_URI is not set), with a sample portal` };
  if (environment.database === 'sqlite') return { says: `${databaseUri}: a row was written and deleted` };
  if (!/[?&]replicaSet=/i.test(databaseUri) && !databaseUri.startsWith('mongodb+srv:')) {
    return warning(
      'MongoDB answers, but DATABASE_URI names no replica set, so a save is not one transaction. Example: DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
    );
  }
  const { withoutEffect } = connectionOf(databaseUri);
  if (withoutEffect) return warning(withoutEffect);
  return { says: 'MongoDB answers, has a primary, and has taken a transaction, which was rolled back' };
}

/** Bytes below which a warning is due: a few hundred images, or one import with its log. */
const LOW_DISK_BYTES = 1024 ** 3;
const MAKE_ROOM = 'Make room, or name a folder on another disk (DATA_DIR, DATABASE_URI).';

function folder({ dataDir, database, databaseUri }: Environment): Finding {
  const there = path.resolve(dataDir);
  makeDataDir(there);
  const ofFile = database === 'sqlite' ? path.dirname(path.resolve(filePath(databaseUri))) : there;
  for (const each of new Set(existsSync(ofFile) ? [ofFile, there] : [there])) {
    const problem = trialProblem(each);
    if (problem) return { is: 'wrong', says: `nothing can be written to ${each}: ${problem}. ${MAKE_ROOM}` };
    if (freeBytes(each) > LOW_DISK_BYTES) continue;
    return warning(`${each} has ${gigabytes(each)}. On a full disk nothing can be saved. ${MAKE_ROOM}`);
  }
  return { says: `${there} can be written to, ${gigabytes(there)}` };
}

/** Writes, names, reads and removes an object in the bucket of uploaded files. */
async function files({ mediaUri, s3 }: Environment): Promise<CheckResult> {
  if (mediaUri === undefined) return undefined;
  const { BucketStore } = await import('../system/files/BucketStore.ts');
  const store = new BucketStore(mediaUri, s3);
  try {
    const name = `trial-${randomUUID()}`;
    await store.write(name, Buffer.from('trial'));
    await store.list();
    const read = await readWhole(store, name);
    await store.remove(name);
    if (read?.toString() !== 'trial')
      return { is: 'wrong', says: `${store.place} gives back other bytes than it took` };
  } catch (error) {
    const advice =
      'Check MEDIA_URI, S3_ENDPOINT, S3_REGION and S3_ACCESS_KEY_ID, and what that key may do there.';
    return { is: 'wrong', says: `${explain(error)}. ${advice}` };
  }
  return { says: `${store.place} at ${s3.endpoint ?? 'Amazon S3'}: an object was written, read and deleted` };
}

const gigabytes = (folder: string) => `${(freeBytes(folder) / 1024 ** 3).toFixed(1)} GB free`;

const warning = (says: string): Finding => ({ is: 'warning', says });

function wrong(problem: string | undefined): CheckResult {
  return problem ? { is: 'wrong', says: problem } : undefined;
}

async function port(environment: Environment): Promise<Finding> {
  const { port: number } = environment;
  const problem = await listenProblem(environment);
  if (!problem) return { says: number === 0 ? 'any that is free' : `${number} is free` };
  const answered = await answer({ ...environment, serverUrl: undefined });
  const found = typeof answered === 'string' ? 'nothing' : await serverOf(answered);
  if (found === 'this') return { says: `${number} is that of this server, which runs already` };
  if (found === 'another')
    return { is: 'wrong', says: `PORT ${number} is taken by another server of this program: ${ANOTHER}` };
  return { is: 'wrong', says: problem };
}

function metricsAddress({ metrics }: Environment): CheckResult {
  if (!metrics) return undefined;
  const { host, port: number } = metrics;
  if (['127.0.0.1', '::1', 'localhost'].includes(host))
    return { says: `on port ${number}, of this machine alone` };
  const isEvery = /^(?:0\.0\.0\.0|::)$/.test(host);
  return warning(
    `METRICS_LISTEN is ${isEvery ? 'every address of this machine' : host}, port ${number}, and nobody has to sign in there. Let only the monitoring reach it: by a firewall, or with METRICS_LISTEN=127.0.0.1:${number}`,
  );
}

async function address(environment: Environment, asked: ServerAnswer): Promise<Finding> {
  const { host, port, serverUrl } = environment;
  const url = publicUrl(environment);
  if (!serverUrl) {
    const where = host ?? 'every address of this machine';
    return {
      says: `SERVER_URL is not set: the server listens on ${where}, port ${port}, and calls itself ${url}`,
    };
  }
  const answered = await asked;
  if (typeof answered === 'string')
    return warning(`nothing answers at ${url} (${answered}). That is right while the server is stopped.`);
  const found = await serverOf(answered);
  if (found === 'this') return { says: `this server answers at ${url}` };
  if (found === 'another')
    return warning(
      `at ${url} another server of this program answers: ${ANOTHER} Correct SERVER_URL, or what the proxy leads to.`,
    );
  return warning(
    `at ${url}/healthz something else answers (status ${answered.status}). Let the proxy pass every path of that address to this server, or correct SERVER_URL.`,
  );
}

/** Seconds by which two clocks may differ before sessions and times of publication are wrong. */
const MAX_CLOCK_SKEW = 30;

async function clock(environment: Environment, asked: ServerAnswer): Promise<Finding> {
  const answered = await asked;
  const date = typeof answered === 'string' ? undefined : answered.headers.get('date');
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const apart = date ? Math.round((Date.now() - Date.parse(date)) / 1000) : 0;
  if (Math.abs(apart) <= MAX_CLOCK_SKEW) return { says: now };
  return warning(
    `${now} here, ${Math.abs(apart)} s ${apart > 0 ? 'later' : 'earlier'} than at ${publicUrl(environment)}. Set both by NTP: planned publications follow this clock.`,
  );
}

function proxy({ serverUrl, trustProxy }: Environment): Finding {
  if (trustProxy.length > 0) return { says: `${trustProxy.join(', ')} may say who asks` };
  if (!serverUrl?.startsWith('https:')) return { says: 'none is trusted (TRUST_PROXY is not set)' };
  return warning(
    'SERVER_URL is https, which a proxy in front has to speak, and TRUST_PROXY is not set: everybody counts as one client, and one who signs in wrongly shuts out all. Name the proxy. Example: TRUST_PROXY=127.0.0.1',
  );
}

/** The answer at an address, or why there is none. */
type ServerAnswer = Promise<Response | string>;

/** Milliseconds that a server gets to answer. */
const SERVER_TIMEOUT = 5_000;

/** Whose server has answered to `/healthz`: this installation's, another of this program, or none of it. */
async function serverOf(answered: Response): Promise<'this' | 'another' | 'nothing'> {
  const body: unknown = await answered.json().catch(() => undefined);
  const { status, installation } = (body ?? {}) as Record<string, unknown>;
  if (answered.status !== 200 || status !== 'ok') return 'nothing';
  return installation === 'this' ? 'this' : 'another';
}

/** Asks a server at its public address whether it is this one. @returns its answer, or why there is none */
async function answer(environment: Environment): Promise<Response | string> {
  try {
    const signal = AbortSignal.timeout(SERVER_TIMEOUT);
    const headers = { [INSTALLATION_HEADER]: digestOf(environment) };
    return await fetch(`${publicUrl(environment)}/healthz`, { headers, signal, redirect: 'manual' });
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

/** As the server makes it; before its first start there is no secret. */
function digestOf(environment: Environment): string {
  const secret = environment.secret ?? madeSecret(environment.dataDir) ?? '';
  return installationDigest({ databaseUri: databaseUriOf(environment), secret });
}
