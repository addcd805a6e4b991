import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { requireBuild } from '../support/requireBuild.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PACKAGE = 'payload-portal-content';

const OPTIONS: ts.CompilerOptions = {
  declaration: true,
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
};

/** A host's own, beside what is called of each entry. */
const HOSTS: Record<string, string> = {
  '.': `
    import { portalContent } from '${PACKAGE}';
    export const plugin = portalContent({ serverUrl: 'https://content.portal.example' });`,
  './lists': `
    import { defineList, field, listContract, lists, part } from '${PACKAGE}/lists';
    const labels = { singular: 'Venue', plural: 'Venues' };
    export const fields = {
      title: field.text({ required: true }), slug: field.slug(), link: field.webAddress(), text: field.html(),
      image: field.image(), at: field.timestamp(), changed: field.modified(), order: field.integer(), sum: field.number(),
      active: field.flag(), pages: field.rows({ text: field.text() }), any: field.json(),
    };
    export const contract = listContract({ key: 'venues', name: 'Venue List', fields, defaultOrdering: 'title' });
    export const other = part('venues', 'OtherVenue', { title: field.text() });
    export const venues = defineList({ ...contract, form: { labels, fields: {} } });
    export const places = defineList({
      key: 'places', name: 'Place List', labels, defaultOrdering: 'title',
      fields: { title: field.text(), venue: field.embedded(venues), others: field.embeddedMany(other) },
    });
    export const all = [...lists, venues, places];`,
  './contract': `
    import { field, listContract, lists, part, portalClient } from '${PACKAGE}/contract';
    export const fields = { title: field.text(), pages: field.rows({ text: field.text(), order: field.integer() }) };
    export const venues = listContract({ key: 'venues', name: 'Venue List', fields, defaultOrdering: 'title' });
    export const other = part('venues', 'OtherVenue', { title: field.text() });
    export const portal = portalClient({ baseUrl: 'https://content.portal.example' });
    export const withVenues = portalClient({ baseUrl: 'https://content.portal.example', lists: [...lists, venues] });
    export const posts = portal.list('news-posts');
    export const post = portal.newsPosts.get(7);
    export const venue = withVenues.venues.get(7);`,
};

/** A project that has the package installed, so that nothing outside its exports can be named. */
let folder: string;
let entries: string[];

beforeAll(async () => {
  requireBuild('dist');
  folder = await mkdtemp(path.join(tmpdir(), 'declarations-'));
  onFileEnd(() => rm(folder, { recursive: true, force: true }));
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, PACKAGE), { recursive: true });
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name !== PACKAGE) await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  for (const name of ['package.json', 'dist'])
    await cp(path.join(ROOT, name), path.join(modules, PACKAGE, name), {
      recursive: true,
      filter: (source) => !/\.(?:js|map|css)$/.test(source),
    });
  const { exports } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  // Payload's import map names the components of the two that are left out.
  entries = Object.keys(exports).filter((name) => !/client|rsc|json$/.test(name));
});

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Each file of the packages is parsed once. */
function compilerHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (name.startsWith(`${folder}/host`)) return getSourceFile(name, ...rest);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
    return parsed.get(name);
  };
  return host;
}

interface Compiled {
  program: ts.Program;
  file: ts.SourceFile;
}

/** Hosts that have each entry as one of these sources says, by entry. */
async function compiled(sourceOf: (entry: string) => string): Promise<Map<string, Compiled>> {
  const files = entries.map((entry, at) => [entry, path.join(folder, `host${at}.ts`)] as const);
  for (const [entry, file] of files) await writeFile(file, sourceOf(entry));
  const program = ts.createProgram(
    files.map(([, file]) => file),
    OPTIONS,
    compilerHost(),
  );
  return new Map(
    files.map(([entry, file]) => [entry, { program, file: program.getSourceFile(file) as ts.SourceFile }]),
  );
}

/** The names of the functions that a module exports. */
function functionsOf({ program, file }: Compiled): string[] {
  const checker = program.getTypeChecker();
  const [declaration] = file.statements as unknown as ts.ExportDeclaration[];
  const module = checker.getSymbolAtLocation(declaration?.moduleSpecifier as ts.Node) as ts.Symbol;
  return checker
    .getExportsOfModule(module)
    .filter((each) => checker.getTypeOfSymbolAtLocation(each, file).getCallSignatures().length > 0)
    .map(({ name }) => name);
}

const nameOf = (entry: string) => path.posix.join(PACKAGE, entry);

it('a host whose compiler writes declarations names every type of what the package gives it', async () => {
  const exported = await compiled((entry) => `export * from '${nameOf(entry)}';`);
  const seen = new Map([...exported].map(([entry, each]) => [entry, functionsOf(each)]));
  // A host that lets the compiler infer the types of what it exports.
  const hosts = await compiled((entry) => {
    const calls = seen
      .get(entry)
      ?.map(
        (each) =>
          `export const call_${each} = (...args: Parameters<typeof own.${each}>) => own.${each}(...args);`,
      );
    return [`import * as own from '${nameOf(entry)}';`, ...(calls ?? []), HOSTS[entry] ?? ''].join('\n');
  });
  for (const [entry, { program, file }] of hosts) {
    const said = [...program.getSemanticDiagnostics(file), ...program.getDeclarationDiagnostics(file)];
    const problems = said.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(problems, entry).toEqual([]);
  }
  expect([...seen.keys()]).toEqual([
    '.',
    './express',
    './node',
    './next',
    './withPortal',
    './lists',
    './migration',
    './contract',
    './openapi',
    './i18n/el',
  ]);
  expect(seen.get('.')).toContain('portalContent');
  expect(seen.get('./contract')).toContain('portalClient');
});
