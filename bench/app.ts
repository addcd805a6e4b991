import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { freePort } from '../test/support/freePort.ts';
import { PIXEL } from '../test/support/pixel.ts';
import { processorSecondsOfEnded, runNode, startNode } from './processes.ts';
import { EDITOR, type Server } from './server.ts';

/** An app of Payload with a plain collection of posts, made in a folder of this project; with the plugin or without. */
export interface App {
  /** The processor time of its build, in seconds. */
  built: number;
  /** Of all its scripts for browsers, each compressed. */
  scriptBytes: number;
  start(): Promise<Server>;
}

const ROOT = process.cwd();
const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next');
const START_MS = 120_000;

export async function makeApp(folder: string, hasPlugin: boolean): Promise<App> {
  const source = path.join(folder, 'src');
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  // The package as a host has it.
  symlinkSync(ROOT, path.join(folder, 'node_modules/payload-portal-content'));
  cpSync(path.join(ROOT, 'bench/app'), source, { recursive: true });
  const pages = 'src/app/(payload)';
  cpSync(path.join(ROOT, 'examples/next', pages), path.join(folder, pages), { recursive: true });
  if (hasPlugin) writeFileSync(path.join(source, 'plugins.js'), WITH_PLUGIN);
  writeFileSync(path.join(folder, 'next.config.mjs'), NEXT_CONFIG);
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TS_CONFIG));

  const env = {
    DATABASE_URI: `file:${path.join(folder, 'app.db')}`,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: '--conditions=production',
  };
  const made = { EMAIL: EDITOR.email, PASSWORD: EDITOR.password, PIXEL: PIXEL.toString('base64') };
  await runNode([path.join(source, 'fill.js')], { cwd: folder, env: { ...env, ...made }, isShown: false });
  const before = processorSecondsOfEnded(process);
  await runNode([NEXT, 'build'], { cwd: folder, env, isShown: false });
  const built = processorSecondsOfEnded(process) - before;
  return { built, scriptBytes: scriptBytes(path.join(folder, '.next/static')), start };

  async function start(): Promise<Server> {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const child = startNode([NEXT, 'start', '-H', '127.0.0.1', '-p', port], {
      cwd: folder,
      env: { ...env, SERVER_URL: url },
      isShown: false,
    });
    for (const began = performance.now(); performance.now() - began < START_MS; await sleep(50)) {
      const response = await fetch(`${url}/admin/login`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) return { url, child };
    }
    throw new Error('The app did not start.');
  }
}

function scriptBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
}

const WITH_PLUGIN = `
import { portalContent } from 'payload-portal-content';
export const plugins = [portalContent({ media: { own: true } })];
`;

const NEXT_CONFIG = `
import { withPayload } from '@payloadcms/next/withPayload';
export default withPayload({
  turbopack: { root: ${JSON.stringify(ROOT)} },
  typescript: { ignoreBuildErrors: true },
  experimental: { turbopackFileSystemCacheForBuild: false, turbopackSourceMaps: false, turbopackInputSourceMaps: false },
});
`;

const TS_CONFIG = {
  compilerOptions: {
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    allowJs: true,
    skipLibCheck: true,
    paths: { '@payload-config': ['./src/payload.config.js'] },
  },
};
