import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lists } from '../endpoints/lists/index.ts';
import { createReadModel } from '../endpoints/read-model/index.ts';
import { Portal, type SizeName } from './portal.ts';

/** Writes what a legacy system with a generated portal would answer. */
export async function writeCaptures(size: SizeName, captures: string): Promise<void> {
  await mkdir(captures, { recursive: true });
  const readModel = createReadModel({ lists });
  await readModel.replace(new Portal(size).documents());
  for (const { list, body } of (await readModel.snapshot())?.lists ?? []) {
    await writeFile(path.join(captures, `${list}.json`), body);
  }
}
