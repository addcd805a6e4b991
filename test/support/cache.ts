import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Environment } from './bounded.ts';

/**
 * The folder for the suite's downloads: the user's cache, which survives `npm ci`, or the project's `node_modules/.cache` if
 * the home folder is not writable.
 */
export async function cacheFolder(env: Environment = process.env): Promise<string> {
  const inHome = join(userCache(env), 'payload-portal-content');
  try {
    await mkdir(inHome, { recursive: true });
    await access(inHome, constants.W_OK);
    return inHome;
  } catch {
    const inProject = join(import.meta.dirname, '../../node_modules/.cache/payload-portal-content');
    await mkdir(inProject, { recursive: true });
    return inProject;
  }
}

/** The user's cache folder on this system (XDG Base Directory on Linux). */
export function userCache(env: Environment = process.env): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(env.HOME ?? homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME ?? join(env.HOME ?? homedir(), '.cache');
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** All executables with one of these names on the PATH, by name first, then by the order of the PATH. */
export async function onPath(names: string[], env: Environment = process.env): Promise<string[]> {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) =>
    folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix))),
  );
  const executable = await Promise.all(candidates.map(isExecutable));
  return candidates.filter((_, index) => executable[index]);
}
