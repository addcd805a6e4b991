import type { Payload } from 'payload';
import { type ImportOptions, importCapture } from '../../src/migration/index.ts';
import { type Files, saveCapture } from './captures.ts';

/** Imports the lists that are given, as far as they are. */
export async function importPart(payload: Payload, files: Files, options: Partial<ImportOptions> = {}) {
  const from = await saveCapture(files);
  return importCapture(payload, { from, allow: ['missing', 'shrunk'], ...options });
}

/** Imports captured responses; created, updated, unchanged and refused per list that has any. */
export async function bring(payload: Payload, files: Files) {
  const report = await importPart(payload, files);
  const counts = Object.entries(report.lists).map(([slug, { created, updated, unchanged, refused }]) => [
    slug,
    [created, updated, unchanged, refused.length],
  ]);
  return Object.fromEntries(counts.filter(([, numbers]) => (numbers as number[]).some((n) => n > 0)));
}

/** The main document of an imported element. */
export async function stored(payload: Payload, collection: string, api_id: number) {
  const { docs } = await payload.db.find<Record<string, unknown> & { id: number | string }>({
    collection,
    where: { api_id: { equals: api_id } },
    sort: 'id',
  });
  const [first] = docs;
  if (!first) throw new Error(`There is no ${collection} ${api_id}.`);
  return first;
}
