import { existsSync } from 'node:fs';
import path from 'node:path';
import { NotFound, type PayloadRequest } from 'payload';

/**
 * Payload takes a file that is not there for a failure: a 500, and a line in the log with the name as it was asked for.
 *
 * @throws NotFound where the folder of the images has none of that name
 */
export function requireFile(req: PayloadRequest, filename: unknown): void {
  const { upload } = req.payload.collections.media?.config ?? {};
  const folder = path.resolve(upload?.staticDir ?? 'media');
  if (!existsSync(path.join(folder, String(filename)))) throw new NotFound(req.t);
}
