import { type Moved, readCapture } from '../source/index.ts';
import type { PortalLists } from './portalLists.ts';
import type { BodyDifference, ResponseParity } from './report.ts';
import { compareResponses } from './responses.ts';
import { openSide } from './sides.ts';

/** The responses that differ between two captures of one system, ties aside. */
export async function changesBetween(
  before: string,
  now: string,
  portal: PortalLists,
): Promise<ResponseParity[]> {
  const { lists, captures } = portal;
  const keys = lists.map(({ key }) => key);
  const side = await openSide(now, portal, {});
  const capture = await readCapture(before, keys, captures);
  const responses = await compareResponses(capture, side, { lists });
  return responses.filter(({ verdict }) => verdict === 'different');
}

/** So many elements are named. */
const MOST_NAMED = 10;

/** What differs in a response, in words. */
export function moved({ file, differences }: ResponseParity): Moved {
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
  return { file, what: what.join(', ') };
}

function named(ids: unknown[]): string {
  if (ids.length === 0) return '';
  const more = ids.length > MOST_NAMED ? ', …' : '';
  return ` (${ids.length === 1 ? 'id' : 'ids'} ${ids.slice(0, MOST_NAMED).join(', ')}${more})`;
}
