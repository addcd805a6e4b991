'use server';

import { handleServerFunctions } from '@payloadcms/next/layouts';
import { headers } from 'next/headers.js';
import { notFound } from 'next/navigation.js';
import { getPayload, type ServerFunctionClientArgs } from 'payload';
import config from '../../payload.config.ts';
import { isOverValues } from '../../server/rest/explainMistakes.ts';
import { importMap } from './admin/importMap.js';

/** Payload's own scheduling, which no collection here has: with it, any user could plan anything, to fail at its time. */
const UNUSED = ['schedule-publish', 'get-upcoming-scheduled-publish'];

/**
 * What the admin's pages call on the server. The pages of who has not signed in call nothing, and Payload answers some
 * of it to anybody.
 */
export async function serverFunction(call: ServerFunctionClientArgs) {
  const { name, args } = call ?? {};
  const payload = await getPayload({ config, cron: true });
  const { user } = await payload.auth({ headers: await headers() });
  // Payload keeps the functions in a plain object: what every object has would be called with all that they are given.
  if (!user || typeof name !== 'string' || name in Object.prototype || UNUSED.includes(name)) notFound();
  try {
    return await handleServerFunctions({ name, args, config, importMap });
  } catch (error) {
    if (isOverValues(error) || /^Unknown Server Function/.test((error as Error).message)) notFound();
    throw error;
  }
}
