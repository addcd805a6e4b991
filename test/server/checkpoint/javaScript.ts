import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { freshFolder } from '../../support/databases.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');

/** The checkpoint as JavaScript, for a process of its own, without a build of everything else; gives its file. */
export async function checkpointAsJavaScript(): Promise<string> {
  const folder = await freshFolder();
  await mkdir(join(folder, 'checkpoint'));
  for (const name of ['Backoff', 'checkpoint', 'checkpoint/CheckpointFolder', 'checkpoint/format']) {
    const source = await readFile(join(SERVER, `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    await writeFile(join(folder, `${name}.js`), outputText);
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return join(folder, 'checkpoint.js');
}
