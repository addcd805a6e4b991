import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CollectionSlug, Payload } from 'payload';
import { MEDIA, portalOf, slugOf } from '../../collections/portal/portal.ts';
import { importing } from '../../collections/save/saveContext.ts';
import type { ImportProgress } from '../migration/index.ts';
import type { Environment } from '../system/settings/env.ts';
import { createAdmin } from './accounts/accounts.ts';
import { randomPassword } from './accounts/password.ts';

/** The sample portal of the package. This file runs as dist/src/server/firstStart.js. */
const SAMPLE = path.resolve(import.meta.dirname, '../../../sample');

const EMAIL = 'admin@example.com';

/**
 * Fills the server's own new database: imports the sample portal with the ordinary import, and creates one admin. After an
 * interruption it can run again; the admin then gets a new password, since the first was perhaps never shown.
 *
 * @param admin the one that the operator has named
 * @returns the admin that was created, with a random password
 */
export async function makeFirstStart(
  payload: Payload,
  admin: Environment['firstAdmin'],
): Promise<{ email: string; password: string } | undefined> {
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
  await bringPictures(payload);
  // The caller creates it, as for any database without users.
  if (admin) return undefined;
  const password = randomPassword();
  await createAdmin(payload, { email: EMAIL, password, replacePassword: true });
  return { email: EMAIL, password };
}

/** Gives the sample's images their files and descriptions; the lists go on giving the addresses of the made-up legacy system. */
async function bringPictures(payload: Payload): Promise<void> {
  const folder = path.join(SAMPLE, 'pictures');
  const text = await readFile(path.join(folder, 'pictures.json'), 'utf8');
  const pictures: Record<string, { file: string; alt: string }> = JSON.parse(text);
  const collection = slugOf(portalOf(payload.config), MEDIA) as CollectionSlug;
  const { docs } = await payload.find({ collection, depth: 0, limit: 0, pagination: false });
  for (const { filename, id, legacy_url } of docs as {
    filename?: unknown;
    id: number;
    legacy_url?: string;
  }[]) {
    const picture = pictures[decodeURIComponent(legacy_url?.split('/').at(-1) ?? '')];
    if (filename || !picture) continue;
    const { alt, file: name } = picture;
    const data = await readFile(path.join(folder, name));
    const file = { data, mimetype: 'image/png', name, size: data.length };
    await payload.update({
      collection,
      id,
      data: { alt } as never,
      file,
      context: importing(collection, id, {}),
    });
  }
}
