import { LRUCache } from 'lru-cache';
import { withoutTags } from '../../../endpoints/lists/definition/texts.ts';
import type { Place } from '../html/parser.ts';
import type { HtmlElement } from '../html/tree.ts';
import { type Imported, importHtml } from '../import/index.ts';
import { type Placed, type RenderedBlock, renderBlocks, sharedPath } from '../render/index.ts';

export type Path = Placed['path'];

/** A block of the imported state and its bytes, or several blocks that only make sense together. */
export interface Part extends Place {
  blocks: readonly RenderedBlock[];
  /** The elements around all of it. */
  path: Path;
  /** One block without a dropped tag: whatever else is around it, its bytes say the same. */
  isFree: boolean;
}

/** An imported source in parts. */
export interface Source {
  html: string;
  parts: readonly Part[];
  /** By what the first block of a part renders to. */
  byFirstBlock: ReadonlyMap<string, readonly number[]>;
  /** The white space that stands most often between two parts. */
  space: string;
}

const sources = new LRUCache<string, Source>({
  max: 4,
  maxSize: 4_000_000,
  sizeCalculation: ({ html }) => html.length + 1,
});

/** The parts of a source. */
export function readSource(html: string): Source {
  const known = sources.get(html);
  if (known) return known;
  const imported = importHtml(html);
  const blocks = renderBlocks(imported.state);
  const parts = divide(imported, blocks) ?? [{ start: 0, end: html.length, blocks, path: [], isFree: false }];
  const byFirstBlock = new Map<string, number[]>();
  for (const [i, { blocks }] of parts.entries()) {
    const key = blocks[0]?.html ?? '';
    const same = byFirstBlock.get(key);
    if (same) same.push(i);
    else byFirstBlock.set(key, [i]);
  }
  const source = { html, parts, byFirstBlock, space: usualSpace(html, parts) };
  sources.set(html, source);
  return source;
}

export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && sharedPath(one, other).length === one.length;
}

/** After so many rounds of growing the text is treated as one part. */
const MAX_ROUNDS = 20;

/** Undefined where the source can't be divided. */
function divide(imported: Imported, blocks: readonly RenderedBlock[]): Part[] | undefined {
  const { places, boxes, tree } = imported;
  const { tags, opened } = tree.reading;
  // Whether a form is dropped depends on what stands anywhere before it.
  if (tags.some(({ name, start }) => name === 'form' && !opened.has(start))) return undefined;
  if (places.length !== blocks.length) return undefined;
  const ids = new Set(blocks.flatMap(({ path }) => path.map(({ key }) => key as number)));
  let around = [...ids].flatMap((id) => boxes.get(id) ?? []);
  let stretches = joined([...places, ...tree.marks]);
  for (let round = 0; ; round++) {
    const crossed = around.filter((box) => isCrossed(box, stretches));
    if (crossed.length === 0) return partsIn(stretches, imported, blocks);
    if (round === MAX_ROUNDS) return undefined;
    around = around.filter((box) => !crossed.includes(box));
    stretches = joined([...stretches, ...crossed.map(wholeBox)]);
  }
}

/** The places in order, those that overlap as one. */
function joined(places: readonly Place[]): Place[] {
  const result: Place[] = [];
  for (const { start, end } of [...places].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The last of some things in order that is at or before a point; -1 for none. */
export function lastUpTo<T>(things: readonly T[], point: number, place: (thing: T) => number): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place(things[middle] as T) <= point) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const startOf = ({ start }: Place) => start;

/** A stretch holds the start or the end of the box. */
function isCrossed({ startTag, endTag, end }: HtmlElement, stretches: readonly Place[]): boolean {
  const atStart = stretches[lastUpTo(stretches, startTag.start, startOf)];
  const point = endTag?.start ?? end;
  const atEnd = stretches[lastUpTo(stretches, point - 1, startOf)];
  return (atStart && atStart.end > startTag.start) || (atEnd ? atEnd.end > point : false);
}

function wholeBox({ startTag, start, end, endTag }: HtmlElement): Place {
  return { start: Math.min(startTag.start, start), end: Math.max(end, endTag?.end ?? end) };
}

function partsIn(
  stretches: readonly Place[],
  { places, boxes, tree }: Imported,
  blocks: readonly RenderedBlock[],
): Part[] | undefined {
  const { tags, endTags, opened, paired } = tree.reading;
  const dropped = [
    ...tags.filter(({ start }) => !opened.has(start)),
    ...endTags.filter(({ start }) => !paired.has(start)),
  ].sort((one, other) => one.start - other.start);
  const parts: (Part & { blocks: RenderedBlock[] })[] = [];
  let last = -1;
  for (const [i, block] of blocks.entries()) {
    const index = lastUpTo(stretches, places[i]?.start ?? 0, startOf);
    const stretch = stretches[index];
    if (!stretch || index < last) return undefined;
    const inner = block.path.findIndex(({ key }) => {
      const { start } = boxes.get(key as number)?.startTag ?? { start: -1 };
      return stretch.start <= start && start < stretch.end;
    });
    const path = inner < 0 ? block.path : block.path.slice(0, inner);
    const part = parts.at(-1);
    if (!part || index > last) {
      const drop = dropped[lastUpTo(dropped, stretch.end - 1, startOf)];
      const isFree = inner < 0 && (!drop || drop.start < stretch.start);
      parts.push({ ...stretch, blocks: [block], path, isFree });
    } else if (isSamePath(part.path, path)) {
      part.blocks.push(block);
      part.isFree = false;
    } else return undefined;
    last = index;
  }
  return parts;
}

function usualSpace(html: string, parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  let usual = '';
  for (const [i, { start }] of parts.entries()) {
    const previous = parts[i - 1];
    if (!previous) continue;
    const space = withoutTags(html.slice(previous.end, start));
    if (space.trim() !== '') continue;
    const count = (counts.get(space) ?? 0) + 1;
    counts.set(space, count);
    if (count > (counts.get(usual) ?? 0)) usual = space;
  }
  return usual;
}
