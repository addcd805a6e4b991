import { createHmac } from 'node:crypto';
import path from 'node:path';
import { decoded } from '../../../endpoints/lists/definition/texts.ts';
import { keptSecret, madeSecret, refuseUnfinishedRestore } from './dataDir.ts';
import { type Environment, EnvironmentError, readEnvironment } from './env.ts';
import { loadEnvFile, loadValueFiles } from './envFile.ts';
import { fileUri, temporaryProblem } from './folders.ts';

/** Makes new files of this process and its children private to this user, since the database has password hashes. */
export function keepToThisUser(): void {
  process.umask(0o077);
}

/** An environment with everything that Payload needs. */
export interface PreparedEnvironment extends Environment {
  secret: string;
}

/**
 * Loads `.env` and the files that variables NAME_FILE name, and reads the environment.
 *
 * @throws EnvironmentError that says what is wrong
 */
export function loadEnvironment(): Environment {
  loadEnvFile();
  loadValueFiles();
  return readEnvironment();
}

/** Signs nothing: for commands that write nothing. */
const NO_SECRET = 'a secret that signs nothing';

/**
 * Loads the environment, creates the secret if none is configured, and writes the result to `process.env`, where
 * src/payload.config.ts reads it in this process and its children. The data folder becomes absolute. Call it once per process:
 * a second call would find everything configured.
 *
 * @param restores whether the content may be half restored
 * @param writes false where nothing may be made, not even the secret
 * @throws EnvironmentError that says what is wrong
 */
export function prepareEnvironment({ restores = false, writes = true } = {}): PreparedEnvironment {
  const environment = loadEnvironment();
  const problem = temporaryProblem();
  if (problem) throw new EnvironmentError(problem);
  const dataDir = path.resolve(environment.dataDir);
  if (!restores) refuseUnfinishedRestore(dataDir);
  const kept = writes ? keptSecret : madeSecret;
  const secret = environment.secret ?? kept(dataDir) ?? NO_SECRET;
  const databaseUri = databaseUriOf(environment);
  process.env.DATA_DIR = dataDir;
  process.env.DATABASE_URI = databaseUri;
  process.env.PAYLOAD_SECRET = secret;
  // Their default depends on whether a database is configured, which it is from here on.
  process.env.LINK_CHECKS = environment.linkChecks ? 'on' : 'off';
  return { ...environment, dataDir, secret, databaseUri };
}

/** The address of the database: that of the server's own, in an absolute folder, where none is configured. */
export function databaseUriOf({ dataDir, databaseUri, ownDatabase }: Environment): string {
  return ownDatabase ? fileUri(path.resolve(dataDir, 'portal.db')) : databaseUri;
}

/** The address of a database without its user, password and options: with others it is the same database. */
export function databaseAddress(databaseUri: string): string {
  return databaseUri.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/s, '');
}

/** The header with which the doctor asks whether a server is this one. */
export const INSTALLATION_HEADER = 'x-portal-installation';

/** Tells an installation from others: a digest, of its secret and its database. */
export function installationDigest({
  secret,
  databaseUri,
}: Pick<PreparedEnvironment, 'databaseUri' | 'secret'>): string {
  return createHmac('sha256', secret)
    .update(`installation ${databaseAddress(databaseUri)}`)
    .digest('hex');
}

/** The values of an environment that nobody may read, in any form that an error may quote. */
export function secretsOf({
  secret,
  databaseUri,
  firstAdmin,
  mail,
  openId,
  s3,
  webhooks,
}: Pick<
  Environment,
  'databaseUri' | 'firstAdmin' | 'mail' | 'openId' | 's3' | 'secret' | 'webhooks'
>): string[] {
  const inAddresses = [databaseUri, mail?.url ?? ''].flatMap(
    (each) => /^[^/]*\/\/[^/@:]*:([^/@]*)@/.exec(each)?.[1] ?? [],
  );
  const { secretAccessKey = '' } = s3.credentials ?? {};
  const passwords = [firstAdmin?.password ?? '', ...inAddresses, ...inAddresses.map(decoded)];
  return [secret ?? '', ...passwords, secretAccessKey, openId?.clientSecret ?? '', ...webhooks.secrets];
}
