import path from 'node:path';
import type { Payload } from 'payload';
import type { ImportProgress } from '../migration/index.ts';
import { createAdmin } from './accounts/accounts.ts';
import { randomPassword } from './accounts/password.ts';

/** The sample portal of the package. This file runs as dist/src/server/firstStart.js. */
export const SAMPLE = path.resolve(import.meta.dirname, '../../../sample');

const EMAIL = 'admin@example.com';

/**
 * Fills the server's own new database: imports the sample portal with the ordinary import, and creates one admin. After an
 * interruption it can run again; the admin then gets a new password, since the first was perhaps never shown.
 */
export async function makeFirstStart(payload: Payload): Promise<{ email: string; password: string }> {
  payload.logger.info('First start: importing the sample portal.');
  const { importCapture } = await import('../migration/index.ts');
  let said = '';
  const onProgress = ({ phase, list, done, total }: ImportProgress) => {
    // Each list, and within it each tenth of what takes long.
    const step = `${phase} ${list ?? ''} ${total > 100 ? Math.floor((10 * done) / total) : ''}`;
    if (step === said || phase !== 'writing') return;
    said = step;
    payload.logger.info(`Importing the sample portal: ${list ?? 'all lists'}, ${done} of ${total}.`);
  };
  await importCapture(payload, { from: SAMPLE, onProgress });
  const password = randomPassword();
  await createAdmin(payload, { email: EMAIL, password, replacePassword: true });
  return { email: EMAIL, password };
}
