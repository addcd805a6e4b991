import type { ListPaths } from '../../endpoints/http/paths.ts';
import { type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import { movedBetween } from './movedBetween.ts';
import {
  type CaptureNames,
  type CaptureProgress,
  captureLive,
  changesSince,
  type Manifest,
  type Moved,
  NoCapture,
  type RequestOptions,
  readCapture,
  readManifest,
  type SourceList,
} from './source/index.ts';

/** Options of {@link captureLegacy}. */
export interface CaptureOptions {
  /** The address of the site, or of the lists in it. */
  from: string;
  /** The folder that the capture goes into, or whose capture is compared. */
  to: string;
  /** @default the five lists of the portal */
  lists?: readonly List[];
  /** The keys of those that are asked for. @default all */
  only?: readonly string[];
  /** Orderings besides the documented ones, by the keys of lists. */
  orderings?: Readonly<Record<string, readonly string[]>>;
  /** Where lists may stand besides the usual places. */
  prefixes?: readonly string[];
  /** Path segments of lists by their keys. @default {}: the keys */
  paths?: ListPaths;
  /** Names of the captures of lists by their keys. @default {}: the keys */
  captures?: CaptureNames;
  request?: RequestOptions;
  onProgress?(progress: CaptureProgress): void;
}

/**
 * Captures the lists of a running system, the legacy one or this, into a folder with a manifest. Everything is asked for
 * until two rounds are equal up to ties.
 * @throws NoCapture when a list does not come, or moves in every round
 */
export function captureLegacy(options: CaptureOptions): Promise<Manifest> {
  const lists = chosenLists(options).map((list): SourceList => {
    const orderings = [...list.documentedOrderings, ...(options.orderings?.[list.key] ?? [])];
    return sourceList(list, orderings, options);
  });
  return captureLive({ ...options, lists, movedBetween: comparison(options) });
}

/**
 * What has changed in a running system since a capture; nothing is written.
 * @param options without `from`, the address of the capture is asked
 * @throws NoCapture when a list does not come
 */
export async function changedSince(
  options: Omit<CaptureOptions, 'from'> & { from?: string },
): Promise<Moved[]> {
  const { to, lists = portalLists, captures } = options;
  const from = options.from ?? (await readManifest(to))?.from;
  if (from === undefined) throw new NoCapture(`${to} has no manifest: say with --from whom to ask.`);
  const { responses } = await readCapture(
    to,
    lists.map(({ key }) => key),
    captures,
  );
  const asked = lists.flatMap((list) => {
    const own = responses.filter((response) => response.list === list.key);
    const orderings = own.flatMap(({ ordering }) => ordering ?? []);
    return own.length > 0 ? sourceList(list, orderings, options) : [];
  });
  return changesSince({ ...options, from, lists: asked, movedBetween: comparison(options) });
}

function chosenLists({ lists = portalLists, only, orderings = {} }: CaptureOptions): readonly List[] {
  const keys = lists.map(({ key }) => key);
  const unknown = [...(only ?? []), ...Object.keys(orderings)].find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new NoCapture(`There is no list ${unknown}; the lists are ${keys.join(', ')}.`);
  return only ? lists.filter(({ key }) => only.includes(key)) : lists;
}

function sourceList(
  { key }: List,
  orderings: readonly string[],
  { captures = {}, paths = {} }: Pick<CaptureOptions, 'captures' | 'paths'>,
): SourceList {
  return { file: captures[key] ?? key, path: paths[key] ?? key, orderings };
}

function comparison({ lists = portalLists, captures }: Pick<CaptureOptions, 'lists' | 'captures'>) {
  return (before: string, now: string) => movedBetween(before, now, lists, captures);
}
