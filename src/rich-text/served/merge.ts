import { htmlOf, type Token, type Unit } from '../render/index.ts';
import { align } from './align.ts';
import type { Gap } from './gaps.ts';
import type { Placed, Source } from './source.ts';

/**
 * A state's HTML in the bytes of its source wherever it says the same: first whole units, then, between those, tag by tag
 * and word by word. What is new or changed is as rendered.
 */
export function mergeWithSource(units: readonly Unit[], source: Source): string {
  const tokens = units.flat();
  const matches = matchTokens(units, source);
  const stays = whatStays(matches, source);
  const out: string[] = [];
  /** Where the marks start that only their own end tags of the source end. */
  const open = new Set<number>();
  if (matches[0]?.index === 0) out.push(source.lead);
  for (const [i, token] of tokens.entries()) {
    const placed = source.tokens[matches[i]?.index ?? -1];
    const staying = stays[i] as Staying;
    out.push(placed ? bytesOf(token, placed, source, staying) : token.html);
    for (const mark of placed ? leftOpen(placed, staying) : []) open.add(mark);
    if (placed && !staying.gap) out.push(endsOf(open, placed.gap));
    const next = tokens[i + 1];
    const before = next?.block ? source.tokens[(matches[i + 1]?.index ?? 0) - 1] : undefined;
    out.push(gapAfter(token, placed, staying, before));
  }
  return out.join('');
}

/** Which token of the source a rendered token is: -1 for none. */
interface Match {
  index: number;
  /** Its whole unit is as imported. */
  whole: boolean;
}

function matchTokens(units: readonly Unit[], source: Source): Match[] {
  const matches: Match[] = [];
  const starts = [0];
  for (const unit of source.units) starts.push((starts.at(-1) ?? 0) + unit.length);
  const start = (unit: number): number => starts[unit] as number;
  const unitMatches = align(source.units.map(htmlOf), units.map(htmlOf));
  let taken = 0;
  for (let i = 0; i < units.length; ) {
    const matched = unitMatches[i] as number;
    if (matched >= 0) {
      for (let index = start(matched); index < start(matched + 1); index++)
        matches.push({ index, whole: true });
      taken = matched + 1;
      i++;
      continue;
    }
    let end = i;
    while (end < units.length && unitMatches[end] === -1) end++;
    const until = (unitMatches[end] ?? -1) >= 0 ? (unitMatches[end] as number) : source.units.length;
    const before = source.tokens.slice(start(taken), start(until)).map(({ html }) => html);
    const after = units
      .slice(i, end)
      .flat()
      .map(({ html }) => html);
    for (const index of align(before, after)) {
      matches.push({ index: index < 0 ? -1 : start(taken) + index, whole: false });
    }
    i = end;
  }
  return matches;
}

/** What may stay as the source has it at a token, with what comes after it now. */
interface Staying {
  /** The source goes on (or ends) as the tokens do. */
  follows: boolean;
  /** What stands between it and the next token. */
  gap: boolean;
  /** What the source leaves unended: what ended it there comes next. Elsewhere it would take in what comes after it. */
  unended: boolean;
}

function whatStays(matches: readonly Match[], source: Source): Staying[] {
  const stays: Staying[] = new Array(matches.length);
  // Up to where the end tags of marks are where the source has them.
  let end = Number.POSITIVE_INFINITY;
  for (let i = matches.length - 1; i >= 0; i--) {
    const { index, whole } = matches[i] as Match;
    const next = matches[i + 1];
    const placed = source.tokens[index];
    const after = index + 1;
    const follows = placed !== undefined && after === (next ? next.index : source.tokens.length);
    if (!follows) end = source.tokens[after]?.range[0] ?? source.html.length;
    const areEnded = (marks: number[]) => marks.every((mark) => (source.markEnds.get(mark) ?? 0) <= end);
    const gap = placed !== undefined && areEnded(placed.gap.marks) && staysBehind(placed, follows, whole);
    const nextPlaced = next && source.tokens[next.index];
    const isEnded = !nextPlaced || stays[i + 1]?.unended === true || !isUnended(nextPlaced);
    stays[i] = { follows, gap, unended: follows && gap && isEnded && areEnded(placed.marks) };
  }
  return stays;
}

function staysBehind({ endsUnit, gap }: Placed, follows: boolean, whole: boolean): boolean {
  return follows ? whole || endsUnit || gap.isHarmless : endsUnit && !gap.isCutOff;
}

/** True for what has no end in the source: an end tag, or a kept piece without its own. */
function isUnended({ unfinished, range: [start, end] }: Placed): boolean {
  return unfinished || start === end;
}

function bytesOf(token: Token, placed: Placed, source: Source, stays: Staying): string {
  const bytes = source.html.slice(...placed.range);
  if (isUnended(placed)) return stays.unended ? bytes : token.html;
  // A bare `<` or an entity without its `;` means something else in front of other text.
  return !stays.follows && /<$|&#?\w*$/.test(bytes) && bytes !== token.html ? token.html : bytes;
}

/** Where the marks start that are left open at a token, and after it. */
function leftOpen(placed: Placed, stays: Staying): number[] {
  const own = stays.unended && isUnended(placed) ? placed.marks : [];
  return stays.gap ? [...own, ...placed.gap.marks] : own;
}

function endsOf(open: ReadonlySet<number>, { markEnds }: Gap): string {
  return markEnds.map(({ mark, bytes }) => (open.has(mark) ? bytes : '')).join('');
}

function gapAfter(
  token: Token,
  placed: Placed | undefined,
  stays: Staying,
  before: Placed | undefined,
): string {
  if (placed && stays.gap) return placed.gap.bytes;
  const isOwn = placed && (stays.follows || placed.endsUnit || token.block);
  return (isOwn ? placed : before)?.gap.space ?? '';
}
