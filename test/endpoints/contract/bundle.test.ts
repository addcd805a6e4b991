import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import * as contract from '../../../endpoints/contract/index.ts';
import { LISTS } from '../../support/contractRows.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a browser gets that imports this of the entry. */
async function bundled(names: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from './endpoints/contract/index.ts'`, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('no bundle');
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  return {
    text: file.text,
    modules: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([module]) => module),
    gzipped: gzipSync(file.contents, { level: 9 }).length,
  };
}

/** The file of a list: `newsPosts.ts` for `news-posts`. */
const fileOf = (list: string) =>
  `endpoints/lists/${list.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.ts`;

const OWN = /^(?:endpoints\/(?:contract|http|lists)\/.*)$/;

it('the contract is zod and modules of its own, in a browser too', async () => {
  const { modules } = await bundled('*');
  const packages = modules.filter((module) => !OWN.test(module));
  expect(packages.filter((module) => !module.startsWith('node_modules/zod/'))).toEqual([]);
  expect(packages).not.toEqual([]);
  const others = modules.filter((module) => OWN.test(module) && !module.startsWith('endpoints/contract/'));
  const expected = [
    'endpoints/http/paths.ts',
    'endpoints/lists/contracts.ts',
    'endpoints/lists/definition/contract.ts',
    'endpoints/lists/definition/errors.ts',
    'endpoints/lists/definition/field.ts',
    'endpoints/lists/definition/json.ts',
    'endpoints/lists/definition/schemas.ts',
    'endpoints/lists/definition/texts.ts',
    ...Object.keys(LISTS).map(fileOf),
  ];
  expect(others.sort()).toEqual(expected.sort());
});

it('it has no word of the forms that editors see', async () => {
  // zod has messages in Greek of its own.
  expect((await bundled(everythingButZod())).text).not.toMatch(/\p{Script=Greek}/u);
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
