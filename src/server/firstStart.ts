import path from 'node:path';
import type { Payload } from 'payload';
import { createAdmin } from './accounts/accounts.ts';
import { randomPassword } from './accounts/password.ts';

/** The sample portal that the project ships; this file runs as dist/src/server/firstStart.js. */
export const SAMPLE = path.resolve(import.meta.dirname, '../../../sample');

const EMAIL = 'admin@example.com';

/**
 * Fills a database of the server's own making: the sample portal, through the import that everybody uses, and one admin. Safe
 * to repeat after an interruption: the admin, whose password nobody may have read, gets a new one.
 */
export async function makeFirstStart(payload: Payload): Promise<{ email: string; password: string }> {
  payload.logger.info('First start: importing the sample portal.');
  const { importCapture } = await import('../migration/index.ts');
  await importCapture(payload, { from: SAMPLE });
  const password = randomPassword();
  await createAdmin(payload, { email: EMAIL, password, replacePassword: true });
  return { email: EMAIL, password };
}
