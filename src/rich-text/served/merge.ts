import { htmlOf, type Token, type Unit } from '../render/index.ts';
import { align } from './align.ts';
import type { Placed, Source } from './source.ts';

/**
 * A state's HTML in the bytes of its source wherever it says the same: first whole units, then, between those, tag by tag
 * and word by word. What is new or changed is as rendered.
 */
export function mergeWithSource(units: readonly Unit[], source: Source): string {
  const tokens = units.flat();
  const matches = matchTokens(units, source);
  const settled = settledPlaces(matches, source);
  const out: string[] = [];
  if (matches[0]?.index === 0) out.push(source.lead);
  for (const [i, token] of tokens.entries()) {
    const match = matches[i] as Match;
    const next = matches[i + 1];
    const placed = source.tokens[match.index];
    out.push(
      placed ? bytesOf(token, placed, source, settled[i] === true, follows(match, next, source)) : token.html,
    );
    out.push(gapAfter(token, match, tokens[i + 1], next, source));
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

/** True where the source goes on (or ends) as the rendered tokens do. */
function follows(match: Match, next: Match | undefined, source: Source): boolean {
  if (match.index < 0) return false;
  return next ? next.index === match.index + 1 : match.index === source.tokens.length - 1;
}

/**
 * Where what the source leaves unended may stay so: it is followed by what ended it there. Elsewhere it would take in what
 * comes after it.
 */
function settledPlaces(matches: readonly Match[], source: Source): boolean[] {
  const settled: boolean[] = new Array(matches.length).fill(false);
  for (let i = matches.length - 1; i >= 0; i--) {
    const match = matches[i] as Match;
    const next = matches[i + 1];
    settled[i] =
      keepsGap(match, next, source) && (!next || settled[i + 1] === true || !isOpenEnded(next, source));
  }
  return settled;
}

function isOpenEnded(match: Match, source: Source): boolean {
  const placed = source.tokens[match.index];
  return placed !== undefined && (placed.unfinished || placed.range[0] === placed.range[1]);
}

function bytesOf(token: Token, placed: Placed, source: Source, settled: boolean, followed: boolean): string {
  const bytes = source.html.slice(...placed.range);
  if (placed.unfinished || bytes === '') return settled ? bytes : token.html;
  // A bare `<` or an entity without its `;` means something else in front of other text.
  return !followed && /<$|&#?\w*$/.test(bytes) && bytes !== token.html ? token.html : bytes;
}

/** True where the source goes on as the tokens do, and what lies between is left as it is. */
function keepsGap(match: Match, next: Match | undefined, source: Source): boolean {
  if (!follows(match, next, source)) return false;
  const placed = source.tokens[match.index];
  return match.whole || placed?.endsUnit === true || placed?.gap.isHarmless === true;
}

function gapAfter(
  token: Token,
  match: Match,
  nextToken: Token | undefined,
  next: Match | undefined,
  source: Source,
): string {
  const placed = source.tokens[match.index];
  if (placed) {
    const { gap, endsUnit } = placed;
    if (keepsGap(match, next, source)) return gap.bytes;
    if (follows(match, next, source)) return gap.space;
    if (endsUnit) return gap.isCutOff ? gap.space : gap.bytes;
    if (token.block) return gap.space;
  }
  const before = nextToken?.block && next ? source.tokens[next.index - 1] : undefined;
  return before?.gap.space ?? '';
}
