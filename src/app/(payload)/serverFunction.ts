'use server';

import { handleServerFunctions } from '@payloadcms/next/layouts';
import { headers } from 'next/headers.js';
import { getPayload, type ServerFunctionClientArgs, UnauthorizedError } from 'payload';
import config from '../../payload.config.ts';
import { importMap } from './admin/importMap.js';

/**
 * What the admin's pages call on the server. The pages of who has not signed in call nothing, and Payload answers some
 * of it to anybody.
 */
export async function serverFunction({ name, args }: ServerFunctionClientArgs) {
  const payload = await getPayload({ config, cron: true });
  const { user } = await payload.auth({ headers: await headers() });
  // Payload keeps the functions in a plain object: what every object has would be called with all that they are given.
  if (!user || typeof name !== 'string' || name in Object.prototype) throw new UnauthorizedError();
  return handleServerFunctions({ name, args, config, importMap });
}
