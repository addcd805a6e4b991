import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import { basePath, isAddress } from '../../capture/address.ts';
import type { CaptureProgress } from '../../capture/captureLive.ts';
import { ofLists, readCapture } from '../../capture/folder.ts';
import type { RequestOptions } from '../../capture/HttpClient.ts';
import { type CaptureOfNow, captureTwice, moved } from './captureLegacy.ts';
import { type Comparing, compareSides, OWN_ERROR, OWN_PAGE, settingsOf } from './compareSides.ts';
import { AT_ONCE, OF_ONE_LINK } from './differences.ts';
import { type KnownDifference, KnownDifferences, signature } from './known.ts';
import { type ParityReport, type ParityRow, switchAnswer, wholeVerdict } from './report.ts';
import { capturedRequests, readRequests } from './requests.ts';
import { capturedSide, chosenLists, NoComparison, openSide, type PortalLists } from './sides.ts';

/** Options of {@link compareWithCapture}. */
export interface ParityOptions extends Partial<PortalLists>, Pick<Comparing, 'onRow' | 'onRequest'> {
  /** The legacy system: a folder with a capture, or an address, which is captured first, twice. */
  legacy: string;
  /** What is compared with it: an address, such as `https://content.portal.example`, or a folder with a capture. */
  url: string;
  /** The keys of the lists that are compared. @default all */
  only?: readonly string[] | undefined;
  known?: readonly KnownDifference[];
  /** The sites whose pages read the lists in browsers, which a legacy system that runs is asked for. */
  origins?: readonly string[] | undefined;
  /** A file with what clients have asked the legacy system: lines of its access log, or one path a line. @default none */
  requests?: string | undefined;
  /** Whether the report shows these with values that may be of a person. @default false */
  showsValues?: boolean | undefined;
  /** How addresses are asked. The headers are for the legacy system alone. */
  request?: RequestOptions;
  /** Told how far the capture of a legacy system is. */
  onProgress?(progress: CaptureProgress): void;
}

/**
 * Compares what a system answers with what the legacy one answers: status, headers and bytes. Elements that tie may stand in
 * any order.
 *
 * It never throws for what the new system answers: that is in the report.
 * @throws NoCapture when a folder holds no capture, or the legacy system gives none
 * @throws NoComparison when an address is none, or a file of requests cannot be read or has none for a list
 */
export async function compareWithCapture(options: ParityOptions): Promise<ParityReport> {
  const {
    legacy,
    url,
    lists: all = portalLists,
    only,
    request = {},
    requests,
    origins = [],
    showsValues = false,
  } = options;
  const lists = chosenLists(all, only);
  const portal: PortalLists = { ...options, lists };
  const clients =
    requests === undefined ? undefined : await readRequests(requests, portal, [legacy, url], showsValues);
  const { folder, noise }: CaptureOfNow = isAddress(legacy)
    ? await captureTwice({ ...options, origins, from: legacy, lists, request })
    : { folder: legacy, noise: [] };
  const keysOf = (some: readonly List[]) => some.map(({ key }) => key);
  const capture = ofLists(await readCapture(folder, keysOf(all), options.captures), keysOf(lists));
  const entries = (options.known ?? []).filter(({ list }) => only === undefined || only.includes(list));
  const known = new KnownDifferences(entries);
  const untried = origins.filter((each) => !capture.manifest?.origins?.some(({ origin }) => origin === each));
  if (untried.length > 0)
    throw new NoComparison(
      `${folder} does not say what browsers get for pages of ${untried.join(', ')}. Capture again with --origin.`,
    );
  const captured = capturedSide(capture, portal);
  // One that runs is asked where its capture has found the lists.
  const running =
    clients && isAddress(legacy) ? await openSide(legacy, portal, request, captured.base) : undefined;
  // The headers are for the legacy system alone.
  const { headers: _, ...ours } = request;
  // Its clients go on asking at the same paths.
  const places = [basePath(new URL(captured.base))].filter((path) => path !== '');
  const current = await openSide(url, { ...portal, prefixes: portal.prefixes ?? places }, ours);
  const otherHeaders = new Set<string>();
  const notes = new Set<string>();
  try {
    const settings = settingsOf(capture, lists);
    const comparing = { ...options, settings, known, otherHeaders, notes, isNoise: noiseOf(noise) };
    const asked = capturedRequests(capture, portal);
    const rows = [
      ...(await compareSides(asked, { legacy: captured, current }, comparing)),
      ...(await compareSides(clients?.groups ?? [], { legacy: running ?? captured, current }, comparing)),
    ];
    const { missing, misnamed, unknown: unknownFiles, manifest } = capture;
    const report = {
      legacy: folder,
      new: current.name,
      time: new Date().toISOString(),
      captured: manifest?.ended ?? null,
      verdict: wholeVerdict(rows, capture),
      rows,
      log: clients?.log ?? null,
      known: known.counted,
      excused: rows.flatMap(excusesOf),
      moved: noise.map(moved),
      otherHeaders: [...otherHeaders].sort(),
      notes: [...notes],
      origins: manifest?.origins ?? [],
      missing,
      misnamed,
      unknownFiles,
    };
    return { ...report, canSwitch: switchAnswer(report) };
  } finally {
    await Promise.all([running?.close(), current.close()]);
  }
}

/** What differs in the legacy system from one time to the next. */
function noiseOf(rows: readonly ParityRow[]): Comparing['isNoise'] {
  const all = rows.flatMap(({ file, differences }) =>
    differences.map((each) => `${file} ${signature(each)}`),
  );
  const noisy = new Set(all);
  return (file, difference) => noisy.has(`${file} ${signature(difference)}`);
}

/** Differences that nobody has to name. */
function excusesOf({ request, count, differences }: ParityRow): ParityReport['excused'] {
  return [OF_ONE_LINK, OWN_ERROR, OWN_PAGE, AT_ONCE].flatMap((reason) => {
    const excused = differences.filter(({ known }) => known === reason).length;
    return excused === 0 ? [] : [{ request, reason, count: count * excused }];
  });
}
