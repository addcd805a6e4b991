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

/** What differs in a response, in words. */
export function moved({ file, differences }: ResponseParity): Moved {
  const of = (kind: BodyDifference['kind']) => differences.filter((each) => each.kind === kind);
  const places = of('changed').map((each) => each.kind === 'changed' && each.place);
  const stretches = of('order').map((each) => (each.kind === 'order' ? each.end - each.place + 1 : 0));
  const parts = [
    [of('surplus').length, 'new'],
    [of('missing').length, 'gone'],
    [new Set(places).size, 'changed'],
    [stretches.reduce((sum, count) => sum + count, 0), 'in another order'],
    [of('bytes').length, 'stretch of other bytes between the elements'],
  ] as const;
  const what = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return { file, what: what.join(', ') };
}
