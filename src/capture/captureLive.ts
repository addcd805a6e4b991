import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../system/outbound.ts';
import { findLists, isAddress, listUrl, noAnswer, type SourceList } from './address.ts';
import { PastCaches } from './caches.ts';
import { elementSlices } from './elementSlices.ts';
import { type Answer, HttpClient, type RequestOptions } from './HttpClient.ts';
import {
  captureFile,
  type Manifest,
  type ManifestMedia,
  type ManifestResponse,
  NoCapture,
  readManifest,
  sha256Of,
  writeManifest,
} from './manifest.ts';
import { askOtherRequests, headOf } from './otherRequests.ts';
import { Target } from './target.ts';

/** Where a capture stands. */
export interface CaptureProgress {
  round: number;
  /** The file that is being asked for; undefined at the end of a round. */
  file: string | undefined;
  done: number;
  total: number;
}

/** What of a list was another in two rounds. */
export interface Moved {
  file: string;
  /** What moved, in words. */
  what: string;
}

/** Options of {@link captureLive}. */
export interface LiveOptions {
  /** The address of the site, or of the lists in it. */
  from: string;
  /** The folder that the capture goes into. */
  to: string;
  lists: readonly SourceList[];
  /** Where lists may stand besides the usual places. */
  prefixes?: readonly string[];
  /** The sites whose pages read the lists in browsers. @default that of `from`, and one that there is not */
  origins?: readonly string[];
  /** Whether the system is known to give the same list with a parameter that it does not know. @default false */
  ignoresParameters?: boolean;
  request?: RequestOptions;
  /** What differs between two rounds, ties aside. */
  movedBetween(before: string, now: string): Promise<Moved[]>;
  onProgress?(progress: CaptureProgress): void;
  /** Told of the files whose answers may be a cache's that could not be passed by. */
  onUnsure?(files: string[]): void;
}

const MAX_ROUNDS = 5;

/**
 * Captures lists into a folder: every list and ordering is asked for, one after the other, until two rounds are equal up to
 * ties. Then what else clients ask for is asked for, once.
 * @throws NoCapture when a list does not come, or moves in every round
 */
export async function captureLive(options: LiveOptions): Promise<Manifest> {
  return withClient(options, async (source) => {
    const target = await Target.open(options.to);
    try {
      return await rounds(source, target, options);
    } finally {
      await target.close();
    }
  });
}

/**
 * What of a capture is another now. One round is asked for, and nothing is kept of it.
 * @throws NoCapture when a list does not come
 */
export async function changesSince(options: LiveOptions): Promise<Moved[]> {
  return withClient(options, async (source) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-capture-'));
    try {
      await askForAll(source, options, folder, 1, new Date());
      options.onUnsure?.(source.caches.unsure);
      return await options.movedBetween(options.to, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

/** Where the lists stand, and who asks for them. */
interface Source {
  base: string;
  /** As they are asked for there. */
  lists: readonly SourceList[];
  withoutFormat: string | undefined;
  client: HttpClient;
  caches: PastCaches;
}

async function withClient<T>(options: LiveOptions, work: (source: Source) => Promise<T>): Promise<T> {
  const { from, lists, prefixes, request = {}, ignoresParameters = false } = options;
  if (!isAddress(from) || !URL.canParse(from))
    throw new NoCapture(`${from} is no address of a web server, such as https://legacy.example`);
  const url = new URL(from);
  const client = new HttpClient(url, request);
  try {
    const { base, withoutFormat } = await findLists(url, lists, client, prefixes);
    return await work({
      ...{ base, client, withoutFormat },
      lists: lists.map((list) => ({ ...list, isPlain: withoutFormat !== undefined })),
      caches: new PastCaches(client, request, ignoresParameters),
    });
  } finally {
    await client.close();
  }
}

async function rounds(source: Source, target: Target, options: LiveOptions): Promise<Manifest> {
  const begun = new Date();
  const media = (await readManifest(options.to))?.media;
  let before: { folder: string; manifest: Manifest } | undefined;
  let moved: Moved[] = [];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const folder = await target.round(round);
    const manifest = await askForAll(source, options, folder, round, begun, media);
    moved =
      before && !isSame(before.manifest, manifest) ? await options.movedBetween(before.folder, folder) : [];
    if (before && moved.length === 0) {
      const origins = options.origins ?? [];
      const others = 8 * source.lists.length + Math.max(1, origins.length) + 1;
      let done = 0;
      const answers = await askOtherRequests({
        ...source,
        origins,
        bodyOf: (file) => readFile(path.join(folder, file)),
        onAsk: (file) =>
          options.onProgress?.({ round, file, done: Math.min(done++, others - 1), total: others }),
      });
      const whole = { ...manifest, ...answers };
      await writeManifest(folder, whole);
      await target.keep(folder);
      return whole;
    }
    before = { folder, manifest };
  }
  throw new NoCapture(
    [
      `${source.base}/ moves: it was asked for everything ${MAX_ROUNDS} times, and no two answers in a row were the same. In the last two:`,
      ...moved.map(({ file, what }) => `  ${file}: ${what}`),
      'Nothing was captured. Capture again when nobody writes there.',
    ].join('\n'),
  );
}

const isSame = (before: Manifest, now: Manifest) =>
  before.responses.every(({ sha256 }, at) => sha256 === now.responses[at]?.sha256);

/** @param media the images that are there already */
async function askForAll(
  { base, lists, caches, withoutFormat }: Source,
  { onProgress = () => {} }: LiveOptions,
  folder: string,
  round: number,
  begun: Date,
  media?: ManifestMedia,
): Promise<Manifest> {
  const requests = lists.flatMap((list) =>
    [undefined, ...new Set([...list.orderings, ...(list.probes ?? [])])].map((ordering) => ({
      list,
      ordering,
    })),
  );
  caches.answers.clear();
  const responses: ManifestResponse[] = [];
  const leftOut: string[] = [];
  let done = 0;
  const progress = (file?: string) => onProgress({ round, file, done, total: requests.length });
  for (const { list, ordering } of requests) {
    const file = captureFile(list.file, ordering);
    progress(file);
    const answer = await answerTo(file, listUrl(base, list, ordering), caches);
    const response = responseOf(file, answer);
    done++;
    if (
      ordering !== undefined &&
      !list.orderings.includes(ordering) &&
      isAsDefault(list, response, responses)
    ) {
      leftOut.push(file);
      continue;
    }
    await writeFile(path.join(folder, file), answer.body);
    responses.push(response);
  }
  progress();
  const manifest: Manifest = {
    version: 1,
    from: `${base}/`,
    begun: begun.toISOString(),
    ended: new Date().toISOString(),
    rounds: round,
    expected: lists.map(({ file }) => captureFile(file)),
    responses,
    ...(leftOut.length > 0 && { leftOut }),
    ...(withoutFormat !== undefined && { withoutFormat }),
    ...(caches.answers.size > 0 && {
      caches: {
        files: [...caches.answers.keys()],
        unsure: caches.unsure,
        ignoresParameters: caches.ignoresParameters,
      },
    }),
    ...(media && { media }),
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** A system that does not know an ordering answers with the default list. */
const isAsDefault = (
  list: SourceList,
  { sha256 }: ManifestResponse,
  responses: readonly ManifestResponse[],
) => responses.some((other) => other.file === captureFile(list.file) && other.sha256 === sha256);

async function answerTo(file: string, url: URL, caches: PastCaches): Promise<Answer> {
  try {
    return await caches.get(file, url);
  } catch (error) {
    if (error instanceof Failure) throw noAnswer(url, error);
    throw error;
  }
}

/** A response as a manifest has it. */
export function responseOf(file: string, answer: Answer): ManifestResponse {
  const { time, body } = answer;
  return {
    file,
    ...headOf(answer),
    time: time.toISOString(),
    count: elementSlices(body).length,
    bytes: body.length,
    sha256: sha256Of(body),
  };
}
