import type { ListPaths } from '../../../endpoints/http/paths.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import type { SourceList } from '../source/address.ts';
import type { CaptureNames } from '../source/folder.ts';
import { NoCapture } from '../source/manifest.ts';

/** The lists of a portal, and how they are named. */
export interface PortalLists {
  lists: readonly List[];
  /** Where lists may stand besides the usual places. */
  prefixes?: readonly string[] | undefined;
  /** Path segments of lists by their keys. @default {}: the keys */
  paths?: ListPaths | undefined;
  /** Names of the captures of lists by their keys. @default {}: the keys */
  captures?: CaptureNames | undefined;
}

/** The lists with these keys; all without. @throws NoCapture naming a key that no list has */
export function chosenLists(lists: readonly List[], only: readonly string[] | undefined): readonly List[] {
  const keys = lists.map(({ key }) => key);
  const unknown = only?.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new NoCapture(`There is no list ${unknown}; the lists are ${keys.join(', ')}.`);
  return only ? lists.filter(({ key }) => only.includes(key)) : lists;
}

/** A list as it is asked for. */
export function sourceList(
  { key }: Pick<List, 'key'>,
  orderings: readonly string[],
  { captures = {}, paths = {} }: Omit<PortalLists, 'lists'>,
): SourceList {
  return { file: captures[key] ?? key, path: paths[key] ?? key, orderings };
}
