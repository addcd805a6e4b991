import { type Command, InvalidArgumentError } from 'commander';
import type { RequestOptions } from '../capture/HttpClient.ts';
import type { Manifest } from '../capture/manifest.ts';
import { answersRecords, isWithoutLanguage, siteLines } from '../capture/otherRequests.ts';
import { captureMedia, type MediaReport } from '../migration/media/captureMedia.ts';
import { captureLegacy, changedSince } from '../migration/parity/captureLegacy.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import {
  captureProgress,
  type FolderOptions,
  keysOf,
  ORIGIN_HELP,
  originsOf,
  portalOptions,
  requestOptions,
  withRequestOptions,
} from './captureFolder.ts';
import { hostLines, listed, type ProgressDisplay, type Report, reported, runs } from './output.ts';

const HELP = `
URL is the address of the legacy system, or of its lists (…/el/api/v1/, …/api/v1/), or of this server. Each list and each
documented ordering is asked for, one after the other, until two rounds are equal up to the order of elements that tie: five
rounds at most; then, once, three records of each list by their ids, the lists without the language in their path, and one list as
browsers ask for pages of other sites. What may be a cache's is asked for past it. DIR gets the bodies as they were served and manifest.json, which says when each was served, with which
headers, and its SHA-256. Of a capture that is there already what has changed is replaced when the new one is whole, each file in one
step (rename), so that a web server can serve the folder. The proxies are those of
http_proxy, https_proxy and no_proxy.

--media saves the files behind the images of the lists, and of <img src> in their texts, into media/ of DIR: one at a time, only
those that are not there yet, of 32 MB at most unless --max-mb says otherwise. What a file is, its bytes say. Of hosts in
private networks the legacy system alone is asked. Without --from it goes on with the capture that is in DIR.

Exit status: 0 captured, or with --still nothing has changed; 1 with --still something has changed, or with --media something
could not be had, and is named; 2 nothing was captured, or the question could not be answered.`;

interface Options extends FolderOptions {
  collations?: boolean;
  from?: string;
  lists?: string[];
  media?: boolean;
  origin?: string[];
  ordering?: Record<string, string[]>;
  still?: boolean;
  to: string;
}

/** Adds `portal-content capture --from URL --to DIR`. */
export function registerCapture(program: Command): void {
  const command = program
    .command('capture')
    .description('save what the legacy system, or this server, answers into a folder')
    .option('--from <url>', 'the address; with --still that of the capture is known')
    .requiredOption('--to <dir>', 'the folder for the capture')
    .option('--still', 'only say whether anything has changed since the capture in DIR')
    .option('--media', 'save the files behind images, too')
    .option('--lists <keys>', 'the lists that there are, separated by commas (default: all)', keysOf)
    .option(
      '--ordering <list=value>',
      'one more ordering, such as news-posts=-created_timestamp; repeatable',
      moreOrderings,
    )
    .option('--origin <url>', ORIGIN_HELP, originsOf)
    .option('--collations', 'ask for an ordering by each text, too, which shows how that is sorted');
  runs<Options>(withRequestOptions(command).addHelpText('after', HELP), 2, runCapture);
}

function moreOrderings(value: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [, list, ordering] = /^([^=]+)=(.*)$/.exec(value) ?? [];
  if (list === undefined || ordering === undefined)
    throw new InvalidArgumentError('It has to be LIST=VALUE, such as news-posts=-created_timestamp.');
  return { ...before, [list]: [...(before[list] ?? []), ordering] };
}

async function runCapture(options: Options): Promise<0 | 1 | 2> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => interrupted.abort(new OperatorError('Interrupted.')));
  const { signal } = interrupted;
  const run = (work: Work, failed: string) =>
    reported({ status: 2, says: failed }, async (progress) => {
      const request = { ...requestOptions(options, progress), signal };
      try {
        return await work(options, progress, request);
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      }
    });
  if (options.still) return run(still, 'It is not known whether anything has changed.');
  const isThere = options.media && options.from === undefined;
  const status = isThere ? 0 : await run(capture, 'Nothing was captured.');
  return options.media && status === 0 ? run(images, 'Not everything was captured.') : status;
}

type Work = (options: Options, progress: ProgressDisplay, request: RequestOptions) => Promise<Report>;

async function capture(
  { collations, config, from, to, lists, ordering, origin }: Options,
  progress: ProgressDisplay,
  request: RequestOptions,
): Promise<Report> {
  if (from === undefined) throw new OperatorError('--from URL says whom to ask.');
  const manifest = await captureLegacy({
    ...(await portalOptions(config, lists)),
    from,
    to,
    ...(lists && { only: lists }),
    ...(ordering && { orderings: ordering }),
    ...(collations && { collations }),
    ...(origin && { origins: origin }),
    request,
    onProgress: captureProgress(progress),
  });
  return { says: captureSummary(manifest, to) };
}

async function images(
  { config, lists, to }: Options,
  progress: ProgressDisplay,
  request: RequestOptions,
): Promise<Report> {
  const onProgress = ({ url, done, total }: { url: string; done: number; total: number }) =>
    progress.show({ title: 'Images', done, total, now: url });
  const report = await captureMedia({ ...(await portalOptions(config, lists)), to, request, onProgress });
  return { says: mediaLines(report, to), status: report.failed.length > 0 ? 1 : 0 };
}

function captureSummary(manifest: Manifest, to: string): string[] {
  const { from, leftOut = [], responses, rounds, withoutFormat } = manifest;
  return [
    ...responses.map(({ file, count, bytes }) => `${file}: ${count} elements, ${Math.ceil(bytes / 1024)} KB`),
    ...listed(
      'Left out, since the answer is the default list: by these, texts say nothing of their order.',
      leftOut.map((file) => file.replace(/\.json$/, '')),
    ),
    ...recordLines(manifest),
    ...languageLines(manifest),
    ...siteLines(manifest),
    ...(withoutFormat === undefined
      ? []
      : [`Clients that ask with format=api got no JSON there: ${withoutFormat}. Here they get the list.`]),
    ...cacheLines(manifest),
    ...(manifest.notAsked === undefined
      ? []
      : [`Not everything of that was asked for: ${manifest.notAsked}.`]),
    `Captured ${from} into ${to}, in ${rounds} rounds.`,
  ];
}

function recordLines(manifest: Manifest): string[] {
  const lists = manifest.expected.map((file) => file.replace(/\.json$/, ''));
  const those = (wanted: boolean) => lists.filter((list) => answersRecords(manifest, list) === wanted);
  const [answered, not] = [those(true), those(false)];
  const said =
    answered.length > 0 && not.length > 0
      ? `answered for ${answered.join(', ')}; not there for ${not.join(', ')}`
      : answered.length > 0
        ? 'answered'
        : 'not there';
  return answered.length + not.length === 0 ? [] : [`One record by its id: ${said}.`];
}

function languageLines(manifest: Manifest): string[] {
  const isSame = isWithoutLanguage(manifest);
  const { from, lists = [] } = manifest.withoutLanguage ?? {};
  if (isSame === undefined) return [];
  const isThere = lists.some((each) => each.isSame || each.status === 200);
  const location = lists.find((each) => each.location !== undefined);
  const said = location
    ? `${location.status} to ${location.location}${isSame ? '' : ', which is not where these lists are'}`
    : isSame
      ? 'the same lists'
      : isThere
        ? 'not the same lists'
        : 'not there';
  return [`Without a language, at ${from}: ${said}.`];
}

function cacheLines({ caches }: Manifest): string[] {
  if (!caches) return [];
  const sure = caches.files.length - caches.unsure.length;
  return [
    ...(sure > 0 ? [`Answers that may be a cache's: ${sure} asked for past it.`] : []),
    ...listed(
      'May be a cache’s, and could not be asked for past it: what was changed shortly before may be missing in',
      caches.unsure,
    ),
  ];
}

function mediaLines({ saved, there, failed, hosts }: MediaReport, to: string): string[] {
  return [
    `Images: ${saved} saved into ${to}/media, ${there} there already, ${failed.length} not to be had.`,
    ...listed(
      'Asked for again by the next capture --media:',
      failed.map(({ url, reason }) => `${url}: ${reason}`),
    ),
    ...hostLines(hosts),
  ];
}

async function still(options: Options, progress: ProgressDisplay, request: RequestOptions): Promise<Report> {
  const { from, to } = options;
  let unsure: string[] = [];
  const moved = await changedSince({
    ...(await portalOptions(options.config)),
    ...(from !== undefined && { from }),
    to,
    request,
    onProgress: captureProgress(progress),
    onUnsure: (files) => {
      unsure = files;
    },
  });
  if (moved.length === 0 && unsure.length > 0) {
    const line = `Nothing is seen to have changed since ${to} was captured. But these may be a cache's, and could not be asked for past it:`;
    return { says: listed(line, unsure), status: 2 };
  }
  if (moved.length === 0) return { says: [`Nothing has changed since ${to} was captured.`] };
  const lines = moved.map(({ file, what }) => `${file}: ${what}`);
  return { says: listed(`Changed since ${to} was captured:`, lines), status: 1 };
}
