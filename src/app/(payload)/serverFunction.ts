'use server';

import { handleServerFunctions } from '@payloadcms/next/layouts';
import { headers } from 'next/headers.js';
import { notFound } from 'next/navigation.js';
import { getPayload, type ServerFunctionClientArgs } from 'payload';
import { isServerFunction } from '../../payload/http/serverFunctions.ts';
import { isOverValues } from '../../payload/rest/explainMistakes.ts';
import config from '../../payload.config.ts';
import { importMap } from './admin/importMap.js';

/** What the admin's pages call on the server. The pages of who has not signed in call nothing. */
export async function serverFunction(call: ServerFunctionClientArgs) {
  const { name, args } = call ?? {};
  const payload = await getPayload({ config, cron: true });
  const { user } = await payload.auth({ headers: await headers() });
  if (!user || !isServerFunction(name)) notFound();
  try {
    return await handleServerFunctions({ name, args, config, importMap });
  } catch (error) {
    if (isOverValues(error) || /^Unknown Server Function/.test((error as Error).message)) notFound();
    throw error;
  }
}
