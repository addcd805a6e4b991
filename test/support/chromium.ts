import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { bounded, type Environment } from './bounded.ts';
import { isExecutable, onPath, userCache } from './cache.ts';
import type { Found } from './mongod.ts';

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

/** Options for an unattended browser: it loads nothing but the page, and only from this machine. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Not with Playwright's routes, which turn off the cache between pages.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // No page lives long enough to earn what its scripts cost to optimize: a tenth of a browser test's processor time.
  '--js-flags=--no-opt --no-maglev',
  // Drawing costs as much processor time as scripts do; only pictures need every pixel.
  ...(process.env.PICTURES ? [] : ['--force-device-scale-factor=0.5']),
];

/**
 * Finds a working Chromium, Chrome or Edge: only `CHROMIUM_PATH` if it is set; otherwise on the PATH, in Playwright's
 * cache, and in the usual places of the system.
 */
export async function findChromium(env: Environment = process.env): Promise<Found> {
  if (env.CHROMIUM_PATH) return judge(env.CHROMIUM_PATH);
  const candidates = [...(await onPath(COMMANDS, env)), ...(await fromPlaywright(env)), ...usualPlaces(env)];
  const reasons: string[] = [];
  for (const candidate of candidates) {
    if (!(await isExecutable(candidate))) continue;
    const found = await judge(candidate);
    if ('binary' in found) return found;
    reasons.push(found.missing);
  }
  return { missing: reasons.join('; ') || 'no Chromium, Chrome or Edge found; CHROMIUM_PATH can name one' };
}

/** Starts the browser headless. @throws Error if there is none */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await program());
}

/**
 * Starts the browser with a profile in a folder. It then compiles the scripts of the admin once and not for each page, which
 * saves a third of the processor time.
 */
export async function launchProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await program()), ...options });
}

/** Where it is, and its options. @throws Error if there is none */
export async function program() {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  return { executablePath: found.binary, args: FLAGS };
}

/** Checks the version, because on some systems the command is a script that only says where to get the browser. */
async function judge(binary: string): Promise<Found> {
  // Windows' browsers open a window when asked for their version
  if (process.platform === 'win32') return { binary, version: 'unknown' };
  try {
    const output = await bounded(binary, ['--version'], { total: 20_000 });
    const version = /(?:Chrom|Edge)\D*([\d.]+)/.exec(output)?.[1];
    return version ? { binary, version } : { missing: `${binary} is no browser` };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

/** Newest first: the folders are named after a build number. */
async function fromPlaywright(env: Environment): Promise<string[]> {
  const root = env.PLAYWRIGHT_BROWSERS_PATH ?? join(userCache(env), 'ms-playwright');
  const builds = await readdir(root).catch(() => []);
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  return builds
    .filter((build) => /^chromium-\d+$/.test(build))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((build) => inside.map((path) => join(root, build, path)));
}

function usualPlaces(env: Environment): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) =>
      folder
        ? [
            join(folder, 'Google/Chrome/Application/chrome.exe'),
            join(folder, 'Microsoft/Edge/Application/msedge.exe'),
          ]
        : [],
    );
  }
  return ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/snap/bin/chromium'];
}
