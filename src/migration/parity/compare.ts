import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import { orderUnder } from '../discover/discoverSettings.ts';
import { isAddress } from '../source/address.ts';
import type { CaptureProgress } from '../source/captureLive.ts';
import { ofLists, readCapture } from '../source/folder.ts';
import type { Headers, RequestOptions } from '../source/HttpClient.ts';
import { type CaptureOfNow, captureTwice, moved } from './captureLegacy.ts';
import { CONTRACT, lackingHeaders, OF_ONE_LINK } from './differences.ts';
import type { KnownDifference } from './known.ts';
import { compareOther, otherRequestsOf } from './otherRequests.ts';
import { chosenLists, type PortalLists } from './portalLists.ts';
import { type ParityReport, type ResponseParity, switchAnswer, wholeVerdict } from './report.ts';
import { compareLogged, type RequestLogs, readRequests } from './requests.ts';
import { compareResponses, excuseOf, KnownDifferences, settingsOf } from './responses.ts';
import { headersIn, openSide } from './sides.ts';

/** Options of {@link compareWithCapture}. */
export interface ParityOptions extends Partial<PortalLists> {
  /** The legacy system: a folder with a capture, or an address, which is captured first, twice. */
  legacy: string;
  /** What is compared with it: an address, such as `https://content.portal.example`, or a folder with a capture. */
  url: string;
  /** The keys of the lists that are compared. @default all */
  only?: readonly string[] | undefined;
  known?: readonly KnownDifference[];
  /** The access logs of the legacy system, whose requests for lists are asked of both. @default none */
  requests?: RequestLogs | undefined;
  /** How addresses are asked. The headers are for the legacy system alone. */
  request?: RequestOptions;
  /** Told how far the capture of a legacy system is. */
  onProgress?(progress: CaptureProgress): void;
  /** Told of every response when it has been compared. */
  onResponse?(response: ResponseParity, done: number, total: number): void;
  /** Told how many of the distinct requests of the logs have been asked. */
  onRequest?(done: number, total: number): void;
}

/**
 * Compares what a system answers with what the legacy one answers: status, headers and bytes. Elements that tie may stand in
 * any order.
 *
 * It never throws for what the new system answers: that is in the report.
 * @throws NoCapture when a folder holds no capture, or the legacy system gives none
 * @throws NoComparison when an address is none, or a log cannot be read or has no request for a list
 */
export async function compareWithCapture(options: ParityOptions): Promise<ParityReport> {
  const { legacy, url, lists: all = portalLists, only, request = {}, onResponse = () => {} } = options;
  const lists = chosenLists(all, only);
  const portal: PortalLists = { ...options, lists };
  const logged = options.requests && (await readRequests(options.requests, portal, [legacy, url]));
  const { folder, noise }: CaptureOfNow = isAddress(legacy)
    ? await captureTwice({ ...options, from: legacy, lists, request })
    : { folder: legacy, noise: [] };
  const keysOf = (some: readonly List[]) => some.map(({ key }) => key);
  const capture = ofLists(await readCapture(folder, keysOf(all), options.captures), keysOf(lists));
  const { manifest } = capture;
  const legacyHeaders = headersIn(manifest);
  const headersOf = (file: string) => legacyHeaders(file) ?? CONTRACT;
  const named = (options.known ?? []).filter(({ list }) => only === undefined || only.includes(list));
  const known = new KnownDifferences(named);
  const excuse = excuseOf(noise, known);
  const otherHeaders = new Set<string>();
  const others = otherRequestsOf(capture, portal);
  const total = capture.responses.length + capture.unreadable.length + others.length;
  let done = 0;
  const told = (response: ResponseParity, headers: Headers | undefined) => {
    const lacking = headers ? lackingHeaders(headersOf(response.file), headers) : [];
    for (const header of lacking) otherHeaders.add(header);
    onResponse(response, ++done, total);
  };
  const side = await openSide(url, portal, request);
  try {
    const settings = settingsOf(capture, lists);
    const comparing = { lists, settings, headersOf, excuse, onResponse: told };
    const responses = await compareResponses(capture, side, comparing);
    for (const request of others) {
      const order = orderUnder(settings, request.list, undefined);
      const response = await compareOther(request, side, order, comparing);
      if (!response) continue;
      responses.push(response);
      told(response, undefined);
    }
    const requests =
      logged &&
      (await compareLogged(logged, { ...options.requests, ...options, portal, capture, settings, excuse }));
    const { missing, misnamed, unknown: unknownFiles } = capture;
    const report = {
      legacy: folder,
      new: side.name,
      time: new Date().toISOString(),
      captured: manifest?.ended ?? null,
      verdict: wholeVerdict(responses, requests ?? null, capture),
      responses,
      requests: requests ?? null,
      known: [...known.counted, ...knownByItself(responses)],
      moved: noise.map(moved),
      otherHeaders: [...otherHeaders].sort(),
      missing,
      misnamed,
      unknownFiles,
    };
    return { ...report, canSwitch: switchAnswer(report) };
  } finally {
    await side.close();
  }
}

/** Differences that nobody has to name. */
function knownByItself(responses: readonly ResponseParity[]): ParityReport['known'] {
  return responses.flatMap(({ list, ordering, differences }) => {
    const own = differences.filter(({ known }) => known === OF_ONE_LINK);
    if (own.length === 0) return [];
    return [
      { list, ...(ordering !== null && { ordering }), kind: 'order', reason: OF_ONE_LINK, count: own.length },
    ];
  });
}
