import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import * as contract from '../../../endpoints/contract/index.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a browser gets that imports this of the entry. */
async function bundled(names: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from './endpoints/contract/index.ts'`, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('no bundle');
  return { modules: Object.keys(metafile.inputs), gzipped: gzipSync(file.contents, { level: 9 }).length };
}

const OWN = /^(?:<stdin>|endpoints\/(?:contract|http|lists)\/.*)$/;

it('the contract is zod and modules of its own, in a browser too', async () => {
  const { modules } = await bundled('*');
  const packages = modules.filter((module) => !OWN.test(module));
  expect(packages.filter((module) => !module.startsWith('node_modules/zod/'))).toEqual([]);
  expect(packages).not.toEqual([]);
  expect(
    modules.filter((module) => OWN.test(module) && !module.startsWith('endpoints/contract/')).sort(),
  ).toEqual([
    '<stdin>',
    'endpoints/http/paths.ts',
    ...['elements/featuredSections', 'elements/index', 'elements/jsonSchema', 'elements/newsCategories'].map(
      own,
    ),
    ...['elements/newsPosts', 'elements/serviceGroups', 'elements/serviceUsefulLinks'].map(own),
    ...['fields', 'json', 'problems', 'texts'].map(own),
  ]);
});

it.each([
  ['{ portalClient }', 32],
  ['{ PREFIX }', 1],
  [everythingButZod(), 34],
])('%s weighs %i KiB at most, minified and compressed', async (names, most) => {
  expect((await bundled(names)).gzipped / 1024).toBeLessThan(most);
});

/** Who takes `z` takes as much of zod as of zod itself. */
function everythingButZod(): string {
  return `{ ${Object.keys(contract).filter((name) => name !== 'z')} }`;
}

function own(name: string): string {
  return `endpoints/lists/${name}.ts`;
}
