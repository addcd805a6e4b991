import path from 'node:path';
import { type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import {
  type CaptureProgress,
  captureLive,
  changesSince,
  type LiveOptions,
  type Moved,
} from '../../capture/captureLive.ts';
import { readCapture } from '../../capture/folder.ts';
import type { RequestOptions } from '../../capture/HttpClient.ts';
import { type Manifest, NoCapture } from '../../capture/manifest.ts';
import { compareSides, settingsOf } from './compareSides.ts';
import { type BodyDifference, counts } from './differences.ts';
import type { ParityRow } from './report.ts';
import { capturedRequests } from './requests.ts';
import { capturedSide, chosenLists, openSide, type PortalLists, sourceList } from './sides.ts';

/** Options of {@link captureLegacy}. */
export interface CaptureOptions extends Partial<PortalLists> {
  /** The address of the site, or of the lists in it. */
  from: string;
  /** The folder that the capture goes into, or whose capture is compared. */
  to: string;
  /** The keys of those that are asked for. @default all */
  only?: readonly string[];
  /** Orderings besides the documented ones, by the keys of lists. */
  orderings?: Readonly<Record<string, readonly string[]>>;
  /** Asks for an ordering by each text, too, which shows how that is sorted. @default false */
  collations?: boolean;
  /** The sites whose pages read the lists in browsers. @default that of `from`, and one that there is not */
  origins?: readonly string[];
  request?: RequestOptions;
  onProgress?(progress: CaptureProgress): void;
}

/**
 * Captures the lists of a running system, the legacy one or this, into a folder with a manifest. Everything is asked for
 * until two rounds are equal up to ties.
 * @throws NoCapture when a list does not come, or moves in every round
 */
export function captureLegacy(options: CaptureOptions): Promise<Manifest> {
  return captureLive({ ...liveOptions(options), movedBetween: movedIn(chosenPortal(options)) });
}

/** What a system that runs answers now, in a folder of its own. */
export interface CaptureOfNow {
  folder: string;
  /** The responses in which the system differs from itself, asked twice. */
  noise: Awaited<ReturnType<typeof changesBetween>>;
}

/**
 * Captures a running system in two rounds, whatever differs between them, into `captures/HOST-TIME` of the working folder.
 * @throws NoCapture when a list does not come
 */
export async function captureTwice(options: Omit<CaptureOptions, 'to'>): Promise<CaptureOfNow> {
  let noise: CaptureOfNow['noise'] = [];
  const folder = datedFolder(options.from);
  const movedBetween = async (before: string, now: string) => {
    noise = await changesBetween(before, now, chosenPortal(options));
    return [];
  };
  await captureLive({ ...liveOptions({ ...options, to: folder }), movedBetween });
  return { folder, noise };
}

/** Where a capture of an address goes that is named no folder: `captures/HOST-TIME` of the working folder. */
export function datedFolder(from: string): string {
  const host = URL.canParse(from) ? new URL(from).host.replaceAll(':', '-') : 'unknown';
  return path.join('captures', `${host}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
}

/**
 * What has changed in a running system since a capture; nothing is written.
 * @param options without `from`, the address of the capture is asked
 * @throws NoCapture when a list does not come
 */
export async function changedSince(
  options: Omit<CaptureOptions, 'from'> & Pick<LiveOptions, 'onUnsure'> & { from?: string },
): Promise<Moved[]> {
  const { to } = options;
  const portal = chosenPortal(options);
  const keys = portal.lists.map(({ key }) => key);
  const { responses, manifest } = await readCapture(to, keys, portal.captures);
  const from = options.from ?? manifest?.from;
  if (from === undefined) throw new NoCapture(`${to} has no manifest: say with --from whom to ask.`);
  const lists = portal.lists.flatMap((list) => {
    const own = responses.filter((response) => response.list === list.key);
    const orderings = own.flatMap(({ ordering }) => ordering ?? []);
    return own.length > 0 ? sourceList(list, orderings, portal) : [];
  });
  const ignoresParameters = manifest?.caches?.ignoresParameters === true;
  return changesSince({ ...options, from, lists, ignoresParameters, movedBetween: movedIn(portal) });
}

const chosenPortal = ({ lists = portalLists, ...others }: Partial<PortalLists>): PortalLists => ({
  ...others,
  lists,
});

function liveOptions({ only, orderings = {}, collations, ...options }: CaptureOptions) {
  const portal = chosenPortal(options);
  chosenLists(portal.lists, Object.keys(orderings));
  const lists = chosenLists(portal.lists, only).map((list) => ({
    ...sourceList(list, [...list.documentedOrderings, ...(orderings[list.key] ?? [])], portal),
    ...(collations && { probes: textKeys(list) }),
  }));
  return { ...options, lists };
}

const TEXTS: readonly string[] = ['html', 'image', 'slug', 'text', 'webAddress'];

/** The keys of a list that hold texts; of a list whose fields are not known, all by which it can be ordered. */
const textKeys = ({ fields, orderable }: List) =>
  orderable.filter((key) => !fields || TEXTS.includes(fields[key]?.type ?? ''));

/** What differs in the bodies of two captures of one system, ties aside. */
async function changesBetween(before: string, now: string, portal: PortalLists): Promise<ParityRow[]> {
  const { lists, captures } = portal;
  const keys = lists.map(({ key }) => key);
  const capture = await readCapture(before, keys, captures);
  const groups = capturedRequests(capture, portal).filter(({ file }) => file !== null);
  const sides = { legacy: capturedSide(capture, portal), current: await openSide(now, portal, {}) };
  const rows = await compareSides(groups, sides, { settings: settingsOf(capture, lists) });
  return rows.filter(({ differences }) => differences.some((each) => each.kind !== 'header' && counts(each)));
}

/** Says what differs between two captures, response by response. */
const movedIn = (portal: PortalLists) => async (before: string, now: string) =>
  (await changesBetween(before, now, portal)).map(moved);

/** So many elements are named. */
const MAX_NAMED = 10;

/** What differs in a response, in words. */
export function moved({ file, differences }: ParityRow): Moved {
  const of = (kind: BodyDifference['kind']) => differences.filter((each) => each.kind === kind);
  const idsOf = (kind: BodyDifference['kind']) => of(kind).map((each) => ('id' in each ? each.id : null));
  const places = of('changed').flatMap((each) => (each.kind === 'changed' ? each.place : []));
  const stretches = of('order').flatMap((each) => (each.kind === 'order' ? each.legacyIds : []));
  const parts = [
    [of('surplus').length, 'new', idsOf('surplus')],
    [of('missing').length, 'gone', idsOf('missing')],
    [new Set(places).size, 'changed', idsOf('changed')],
    [stretches.length, 'in another order', stretches],
    [of('bytes').length, 'stretch of other bytes between the elements', []],
  ] as const;
  const what = parts
    .filter(([count]) => count > 0)
    .map(([count, name, ids]) => `${count} ${name}${named([...new Set(ids)])}`);
  return { file: file ?? '', what: what.join(', ') };
}

function named(ids: unknown[]): string {
  if (ids.length === 0) return '';
  const more = ids.length > MAX_NAMED ? ', …' : '';
  return ` (${ids.length === 1 ? 'id' : 'ids'} ${ids.slice(0, MAX_NAMED).join(', ')}${more})`;
}
