import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateImportMap } from 'payload';
import { expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';

const { default: promised } = await import('../../src/payload.config.ts');

it('no request has what documents refer to read more than two levels deep', async () => {
  expect((await promised).maxDepth).toBe(2);
});

it('the import map of the admin names every component (npm run generate:importmap makes it)', async () => {
  const config = await promised;
  const importMapFile = join(await freshFolder(), 'importMap.js');
  await writeFile(importMapFile, '');
  const { importMap, ...admin } = config.admin;
  await generateImportMap(
    { ...config, admin: { ...admin, importMap: { ...importMap, importMapFile } } },
    { log: false },
  );
  const committed = new URL('../../src/app/(payload)/admin/importMap.js', import.meta.url);
  expect(await readFile(importMapFile, 'utf8')).toBe(await readFile(committed, 'utf8'));
});
