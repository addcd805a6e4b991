import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** The modules of the admin's scripts, without those of Payload. */
async function scripts(): Promise<string[]> {
  const entryPoints = execFileSync('git', ['grep', '-l', "^'use client'", 'src'], { encoding: 'utf8' });
  const { metafile } = await build({
    entryPoints: entryPoints.trim().split('\n'),
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    platform: 'browser',
    external: ['@payloadcms/*', 'payload', 'next', 'react', 'react-dom'],
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

it('what reads HTML is not among the scripts of the admin', async () => {
  const modules = await scripts();
  expect(modules).toContain('src/rich-text/editor/paste/pasting.ts');
  const reader = modules.filter((each) => /^node_modules\/(?:entities|parse5|zod)\/(?!.*escape)/.test(each));
  expect(reader).toEqual([]);
});
