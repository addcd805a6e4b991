'use server';

import { handleServerFunctions } from '@payloadcms/next/layouts';
import { headers } from 'next/headers.js';
import { notFound } from 'next/navigation.js';
import { getPayload, type ServerFunctionClientArgs } from 'payload';
import { isServerFunction } from '../../payload/http.ts';
import { isOverValues } from '../../payload/rest.ts';
import config from '../../payload.config.ts';
import { importMap } from './admin/importMap.js';

/** The server functions of the admin. Without a signed-in user there are none. */
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
