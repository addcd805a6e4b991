import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { databaseProblem } from '../database/index.ts';
import { OperatorError } from '../logging/OperatorError.ts';
import { listenProblem } from '../server/index.ts';
import { makeDataDir } from '../settings/dataDir.ts';
import { type Environment, publicUrl } from '../settings/env.ts';
import { unreadNames } from '../settings/envFile.ts';
import { filePath, fileUri, freeBytes, socketProblem } from '../settings/index.ts';
import { loadEnvironment } from '../settings/prepare.ts';
import { explain } from './explain.ts';

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

/** The server's own answer under its public address, or why there is none. */
type Answered = Promise<Response | string>;

type Check = (environment: Environment, answered: Answered) => Finding | Promise<Finding>;

/** In the order of the report. */
const CHECKS: Record<string, Check> = {
  Database: database,
  Folder: folder,
  'Temporary files': temporary,
  Port: port,
  Address: address,
  Clock: clock,
  Proxy: proxy,
  Mail: () => ({
    says: 'the server sends none; a forgotten password is replaced by portal-content set-password',
  }),
};

/** Milliseconds that all checks get, and those that ask another server. */
const PATIENCE = { all: 30_000, one: 5_000 };

/** Adds `portal-content doctor`. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('say what is wrong with the configuration, the database, the folder and their surroundings')
    .addHelpText('after', HELP)
    .action(async () => {
      process.exitCode = await runDoctor();
    });
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
  const configuration: Finding = unread
    ? { is: 'warning', says: unread }
    : { says: 'every variable can be read' };
  console.log(line('Configuration', configuration));
  let status: 0 | 1 = 0;
  const late = setTimeout(() => {
    console.log('No answer in half a minute; the rest was not looked at.');
    process.exit(1);
  }, PATIENCE.all);
  const answered = answer(environment);
  for (const [subject, check] of Object.entries(CHECKS)) {
    const found = await checked(check, environment, answered);
    console.log(line(subject, found));
    if (found.is === 'wrong') status = 1;
  }
  clearTimeout(late);
  return status;
}

async function checked(check: Check, environment: Environment, answered: Answered): Promise<Finding> {
  try {
    return await check(environment, answered);
  } catch (error) {
    if (error instanceof OperatorError) return { is: 'wrong', says: error.message };
    return { is: 'wrong', says: explain(error) };
  }
}

function line(subject: string, { is, says }: Finding): string {
  return `${is ? `${is.toUpperCase()}  ` : 'ok       '}${subject}: ${says}`;
}

async function database(environment: Environment): Promise<Finding> {
  const { dataDir, ownDatabase } = environment;
  const databaseUri = ownDatabase ? fileUri(path.resolve(dataDir, 'portal.db')) : environment.databaseUri;
  const problem = await databaseProblem({ ...environment, databaseUri });
  if (problem) return { is: 'wrong', says: problem.message };
  if (ownDatabase)
    return { says: `${databaseUri}, of the server's own (DATABASE_URI is not set), with a sample portal` };
  if (environment.database === 'sqlite') return { says: `${databaseUri} can be written to` };
  if (!/[?&]replicaSet=/i.test(databaseUri) && !databaseUri.startsWith('mongodb+srv:')) {
    return {
      is: 'warning',
      says: 'MongoDB answers, but DATABASE_URI names no replica set, so a save is not one transaction. Example: DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
    };
  }
  return { says: 'MongoDB answers, has a primary, and lets this user write' };
}

/** Bytes below which a warning is due: a few hundred images, or one import with its log. */
const FEW = 1024 ** 3;

function folder({ dataDir, database, databaseUri }: Environment): Finding {
  const there = path.resolve(dataDir);
  makeDataDir(there);
  const ofFile = database === 'sqlite' ? path.dirname(path.resolve(filePath(databaseUri))) : there;
  for (const each of existsSync(ofFile) ? [ofFile, there] : [there]) {
    if (freeBytes(each) > FEW) continue;
    return {
      is: 'warning',
      says: `${each} has ${gigabytes(each)}. On a full disk nothing can be saved: make room, or name a folder on another disk (DATA_DIR, DATABASE_URI).`,
    };
  }
  return { says: `${there} can be written to, ${gigabytes(there)}` };
}

const gigabytes = (folder: string) => `${(freeBytes(folder) / 1024 ** 3).toFixed(1)} GB free`;

function temporary(): Finding {
  const problem = socketProblem();
  return problem ? { is: 'wrong', says: problem } : { says: 'can be written' };
}

async function port(environment: Environment): Promise<Finding> {
  const { port: number } = environment;
  const problem = await listenProblem(environment);
  if (!problem) return { says: number === 0 ? 'any that is free' : `${number} is free` };
  const answered = await answer({ ...environment, serverUrl: undefined });
  if (typeof answered !== 'string' && (await isServer(answered)))
    return { says: `${number} is that of this server, which runs already` };
  return { is: 'wrong', says: problem };
}

/** Whether an answer to `/healthz` is a server's of this project. */
async function isServer(answered: Response): Promise<boolean> {
  const body = await answered.text().catch(() => '');
  return answered.status === 200 && body.includes('"status":"ok"');
}

async function answer(environment: Environment): Promise<Response | string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE.one);
    return await fetch(`${publicUrl(environment)}/healthz`, { signal, redirect: 'manual' });
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

async function address(environment: Environment, asked: Answered): Promise<Finding> {
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
    return {
      is: 'warning',
      says: `nothing answers at ${url} (${answered}). That is right while the server is stopped.`,
    };
  if (await isServer(answered)) return { says: `this server answers at ${url}` };
  return {
    is: 'warning',
    says: `at ${url}/healthz something else answers (status ${answered.status}). Let the proxy pass every path of that address to this server, or correct SERVER_URL.`,
  };
}

/** Seconds by which two clocks may differ before sessions and times of publication are wrong. */
const APART = 30;

async function clock(environment: Environment, asked: Answered): Promise<Finding> {
  const answered = await asked;
  const date = typeof answered === 'string' ? undefined : answered.headers.get('date');
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const apart = date ? Math.round((Date.now() - Date.parse(date)) / 1000) : 0;
  if (Math.abs(apart) <= APART) return { says: now };
  return {
    is: 'warning',
    says: `${now} here, ${Math.abs(apart)} s ${apart > 0 ? 'later' : 'earlier'} than at ${publicUrl(environment)}. Set both by NTP: planned publications follow this clock.`,
  };
}

function proxy({ serverUrl, trustProxy }: Environment): Finding {
  if (trustProxy.length > 0) return { says: `${trustProxy.join(', ')} may say who asks` };
  if (!serverUrl?.startsWith('https:')) return { says: 'none is trusted (TRUST_PROXY is not set)' };
  return {
    is: 'warning',
    says: 'SERVER_URL is https, which a proxy in front has to speak, and TRUST_PROXY is not set: everybody counts as one client, and one who signs in wrongly shuts out all. Name the proxy. Example: TRUST_PROXY=127.0.0.1',
  };
}
