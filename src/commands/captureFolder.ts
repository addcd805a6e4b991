import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Command, InvalidArgumentError } from 'commander';
import { portalOf } from '../../collections/portal/portal.ts';
import { isAddress } from '../capture/address.ts';
import type { CaptureProgress } from '../capture/captureLive.ts';
import { type RequestOptions, readHeaders } from '../capture/HttpClient.ts';
import { type CaptureOptions, captureLegacy, datedFolder } from '../migration/parity/captureLegacy.ts';
import { hostConfig } from './hostConfig.ts';
import type { ProgressDisplay } from './output.ts';

/** How a running system is asked, as commands have it. */
export interface FolderOptions {
  config?: string | undefined;
  header?: string[];
  maxMb?: number;
  retries?: number;
  timeout?: number;
  userAgent?: string;
}

const collected = (value: string, before: string[] = []) => [...before, value];

/** The keys of lists, as an option names them. */
export const keysOf = (value: string): string[] => value.split(',').map((key) => key.trim());

export const ORIGIN_HELP =
  'a site whose pages read the lists in browsers, such as https://www.portal.example; repeatable (default: that of the legacy system)';

/** The origin of a site, as browsers send it. */
export function originsOf(value: string, before: string[] = []): string[] {
  if (!isAddress(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It has to be the address of a site, such as https://www.portal.example.');
  return [...before, new URL(value).origin];
}

/** A number above 0, as an option has it. */
function positive(value: string): number {
  if (Number(value) > 0) return Number(value);
  throw new InvalidArgumentError('It has to be a number above 0.');
}

function whole(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It has to be a whole number.');
}

/** Adds the options that say how a running system is asked. */
export function withRequestOptions(command: Command): Command {
  return command
    .option(
      '--header <line>',
      'a header for each request to URL, such as "Authorization: Token …"; repeatable',
      collected,
    )
    .option('--user-agent <name>', 'what requests to URL say that they come from (default: portal-content)')
    .option('--timeout <seconds>', 'how long URL may send nothing (default: 60)', positive)
    .option('--retries <count>', 'how often a request that fails is made again (default: 9)', whole)
    .option('--max-mb <size>', 'how large an answer of URL may be, in MB (default: 256)', positive);
}

/** How a running system is asked, with what fails meanwhile said where progress is. */
export function requestOptions(
  { header = [], maxMb, retries, timeout, userAgent }: FolderOptions,
  progress: ProgressDisplay,
): RequestOptions {
  return {
    headers: readHeaders(header),
    ...(maxMb !== undefined && { mostBytes: maxMb * 1024 ** 2 }),
    ...(retries !== undefined && { retries }),
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
    ...(userAgent !== undefined && { userAgent }),
    onRetry: (url, reason, wait) =>
      progress.say(`${url}: ${reason}. Asking again in ${Math.round(wait / 100) / 10} s.`),
  };
}

/**
 * What a config says of the lists; nothing without one.
 * @param named the keys of lists that are meant even if the legacy system does not have them
 */
export async function portalOptions(
  config: string | undefined,
  named: readonly string[] = [],
): Promise<Pick<CaptureOptions, 'captures' | 'lists' | 'paths' | 'prefixes'>> {
  if (config === undefined) return {};
  const { captured, captures, lists: all, paths, prefixes } = portalOf(await hostConfig(config));
  const lists = all.filter((list) => captured.includes(list) || named.includes(list.key));
  return { captures, lists, paths, prefixes };
}

/** Shows how far a capture is. */
export function captureProgress(progress: ProgressDisplay) {
  return ({ round, file, done, total }: CaptureProgress) =>
    progress.show({ title: `Round ${round}`, done, total, now: file });
}

/**
 * The folder with the captures: the one that is named, or a new one for what an address answers now.
 * @param only the keys of the lists that are asked for there
 */
export async function folderOf(
  from: string,
  options: FolderOptions,
  progress: ProgressDisplay,
  only: readonly string[] | undefined,
): Promise<string> {
  if (!isAddress(from) || !URL.canParse(from)) return from;
  const to = datedFolder(from);
  await captureLegacy({
    ...(await portalOptions(options.config)),
    from,
    to,
    ...(only && { only }),
    request: requestOptions(options, progress),
    onProgress: captureProgress(progress),
  });
  progress.say(`Captured into ${to}`);
  return to;
}

/** By how many percent the heap grows before V8 looks again for what is no longer used. */
const GROWTH = 20;
/** In bytes of captured lists: below, an import takes little memory anyway. */
const LARGE = 16 * 1024 ** 2;

/**
 * Has this process give back memory early, for a sixth more processor time. On its own, V8 lets the heap grow to several times of
 * what is in use if the machine has much memory, which a command should not beside a server.
 *
 * @param capture a folder with captured lists: only for large ones
 */
export function leanHeap(capture?: string): void {
  if (capture !== undefined && sizeOf(capture) < LARGE) return;
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}
