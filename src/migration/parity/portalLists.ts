import type { ListPaths } from '../../../endpoints/http/paths.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import type { CaptureNames, SourceList } from '../source/index.ts';

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

/** A list as it is asked for. */
export function sourceList(
  { key }: Pick<List, 'key'>,
  orderings: readonly string[],
  { captures = {}, paths = {} }: Omit<PortalLists, 'lists'>,
): SourceList {
  return { file: captures[key] ?? key, path: paths[key] ?? key, orderings };
}
