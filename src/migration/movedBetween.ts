import type { List } from '../../endpoints/lists/index.ts';
import { bodyRows, type Comparison, compareRows, discoverSettings, readList } from './discover/index.ts';
import { type CaptureNames, type Moved, readCapture } from './source/index.ts';
import { orderUnder, settledSettings } from './verify.ts';

/** What differs between two captures of one system, up to ties; nothing, where they are equal. */
export async function movedBetween(
  before: string,
  now: string,
  lists: readonly List[],
  captures?: CaptureNames,
): Promise<Moved[]> {
  const keys = lists.map(({ key }) => key);
  const [old, current] = [await readCapture(before, keys, captures), await readCapture(now, keys, captures)];
  const found = discoverSettings(lists.map((list) => readList(current, list)));
  const settings = settledSettings(lists, found.settings);
  return current.responses.flatMap(({ list: key, ordering, file, body }) => {
    const list = lists.find((each) => each.key === key);
    const other = old.responses.find((each) => each.list === key && each.ordering === ordering);
    if (!list || other?.body.equals(body)) return [];
    if (!other) return { file, what: 'was not there' };
    const order = orderUnder(settings, list, ordering);
    const what = inWords(compareRows(list, order, bodyRows(other.body), bodyRows(body)));
    return what ? { file, what } : [];
  });
}

function inWords({ surplus, missing, changed, moved }: Comparison): string {
  const parts = [
    [surplus.length, 'new'],
    [missing.length, 'gone'],
    [changed.length, 'changed'],
    [moved.reduce((sum, { start, end }) => sum + end - start, 0), 'in another order'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
