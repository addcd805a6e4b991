import path from 'node:path';
import { type Environment, publicUrl } from '../settings/env.ts';
import { fileUri, madeSecret } from '../settings/index.ts';
import { INSTALLATION_HEADER, installationDigest } from '../settings/prepare.ts';

/** The answer at an address, or why there is none. */
export type Answered = Promise<Response | string>;

/** Milliseconds that a server gets to answer. */
const PATIENCE = 5_000;

/** Whose server has answered to `/healthz`: this installation's, another of this program, or none of it. */
export async function serverOf(answered: Response): Promise<'this' | 'another' | 'nothing'> {
  const body: unknown = await answered.json().catch(() => undefined);
  const { status, installation } = (body ?? {}) as Record<string, unknown>;
  if (answered.status !== 200 || status !== 'ok') return 'nothing';
  return installation === 'this' ? 'this' : 'another';
}

/** Asks a server at its public address whether it is this one. @returns its answer, or why there is none */
export async function answer(environment: Environment): Promise<Response | string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const headers = { [INSTALLATION_HEADER]: digestOf(environment) };
    return await fetch(`${publicUrl(environment)}/healthz`, { headers, signal, redirect: 'manual' });
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

/** As the server makes it; before its first start there is no secret. */
function digestOf({ dataDir, databaseUri, ownDatabase, secret }: Environment): string {
  const own = ownDatabase ? fileUri(path.resolve(dataDir, 'portal.db')) : databaseUri;
  return installationDigest({ databaseUri: own, secret: secret ?? madeSecret(dataDir) ?? '' });
}
