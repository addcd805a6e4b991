import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadModel } from '../../endpoints/read-model/index.ts';

/** How a list is served again: the same bytes, the same up to the order within ties, or otherwise. */
export type Sameness = 'same' | 'ties' | 'different';

type Element = Record<string, unknown>;

/** How each file of a capture is served again. Only where an ordering was asked for may elements tie. */
export async function comparedWithCapture(
  readModel: ReadModel,
  folder: string,
): Promise<Record<string, Sameness>> {
  const compared: Record<string, Sameness> = {};
  for (const file of (await readdir(folder)).sort()) {
    const [list = '', ordering] = file.replace('.json', '').split('.ordering=');
    const expected = await readFile(path.join(folder, file));
    const served = await readModel.response(list, ordering);
    if (!served) throw new Error(`The list ${list} is not loaded.`);
    compared[file] = sameness(expected, served.body, ordering);
  }
  return compared;
}

/** How a body is served again that was captured under this ordering; without one, every byte counts. */
export function sameness(expected: Buffer, actual: Buffer, ordering: string | undefined): Sameness {
  if (expected.equals(actual)) return 'same';
  if (ordering === undefined || expected.length !== actual.length) return 'different';
  const [before, after] = [expected, actual].map((body) => JSON.parse(body.toString()) as Element[]);
  return before && after && swapped(before, after).every((elements) => tie(elements, ordering))
    ? 'ties'
    : 'different';
}

/** The shortest runs that hold the same elements in another order; all that is left, where the elements are not the same. */
function swapped(expected: Element[], actual: Element[]): Element[][] {
  const runs: Element[][] = [];
  let run: Element[] = [];
  let others: string[] = [];
  for (const [index, element] of expected.entries()) {
    run.push(element);
    others.push(JSON.stringify(actual[index]));
    if (
      [...others].sort().join() !==
      run
        .map((each) => JSON.stringify(each))
        .sort()
        .join()
    )
      continue;
    if (run.length > 1) runs.push(run);
    [run, others] = [[], []];
  }
  return run.length > 0 ? [...runs, expected] : runs;
}

/** Whether nothing that the ordering looks at tells these elements apart (contract: Ordering). */
function tie(elements: Element[], ordering: string): boolean {
  const keys = ordering.split(',').map((name) => name.trim().replace('-', ''));
  const [first = {}] = elements;
  return keys.every((key) => {
    // timestamps tie by instant, however many digits they are spelled with
    const said = (element: Element) =>
      JSON.stringify(element[key]).replace(/(?:\.(\d*?)0*)?Z"$/, (_, digits) => (digits ? `.${digits}` : ''));
    if (key !== 'section_two_links') return elements.every((each) => said(each) === said(first));
    // Rows of one link tie; the links' ids are hidden, so it must be a link that all of them have.
    const links = ({ section_two_links }: Element) =>
      (section_two_links as object[]).map((link) => JSON.stringify(link));
    const [any, ...others] = links(first);
    if (any === undefined) return elements.every((each) => links(each).length === 0);
    return [any, ...others].some((link) => elements.every((each) => links(each).includes(link)));
  });
}
