import { type HtmlReading, readHtml } from '../html/read.ts';
import { importHtml, type Origin, type Piece, type Range } from '../import/index.ts';
import { renderUnits, type Token, type Unit } from '../render/index.ts';
import { type Gap, GapReader } from './gaps.ts';

/** An imported source as it renders, and where each rendered token stands in it. */
export interface Source {
  html: string;
  units: Unit[];
  tokens: Placed[];
  /** What stands before the first token. */
  lead: string;
  /** Of the whole of it; see {@link HtmlReading}. */
  markEnds: HtmlReading['markEnds'];
}

export interface Placed {
  html: string;
  /** Its bytes in the source; empty for an end tag that the source leaves out. */
  range: Range;
  /** The source leaves its end out: outside its place it needs the rendered form. */
  unfinished: boolean;
  /** Where the marks start that it leaves open. */
  marks: number[];
  /** The last token of its unit. */
  endsUnit: boolean;
  /** What stands between it and the next token. */
  gap: Gap;
}

/** Reads a source; undefined when its tokens can't all be found in it in order (which no HTML is known to do). */
export function readSource(html: string): Source | undefined {
  const { state, origins, tree } = importHtml(html);
  const units = renderUnits(state);
  const tokens: Omit<Placed, 'gap'>[] = [];
  let at = 0;
  for (const unit of units) {
    for (const [i, token] of unit.entries()) {
      const origin = token.key === undefined ? undefined : origins.get(token.key);
      const range = origin && placeOf(token, origin);
      if (!range || range[0] < at) return undefined;
      at = range[1];
      tokens.push({
        html: token.html,
        range,
        unfinished: origin.unfinished === true,
        marks: origin.openMarks ?? [origin.open?.[0] ?? -1],
        endsUnit: i === unit.length - 1,
      });
    }
  }
  const gaps = new GapReader(tree.reading);
  const placed = tokens.map((token, i) => {
    const gap = gaps.read(token.range[1], tokens[i + 1]?.range[0] ?? html.length);
    return { ...token, gap, unfinished: token.unfinished && !isEndedBy(gap, html.slice(...token.range)) };
  });
  const { markEnds } = tree.reading;
  return { html, units, tokens: placed, lead: html.slice(0, tokens[0]?.range[0] ?? html.length), markEnds };
}

/** The end tags of marks stay behind what they stand behind, whatever comes next. */
function isEndedBy({ markEnds }: Gap, bytes: string): boolean {
  return markEnds.length > 0 && readHtml(bytes + markEnds.map((end) => end.bytes).join('')).missing === '';
}

function placeOf(token: Token, origin: Origin): Range | undefined {
  if (token.part === 'open') return origin.open;
  if (token.part === 'close') return origin.close;
  const { start, end } = token.part;
  const pieces = origin.pieces ?? [];
  const first = pieceAt(pieces, start);
  const last = pieceAt(pieces, end - 1);
  if (!first || !last) return undefined;
  // Only a plain stretch can be cut; an entity or a run of white space stands for all of its bytes.
  const from = isPlain(first) ? first.start + start - first.at : first.start;
  return [from, isPlain(last) ? last.start + end - last.at : last.end];
}

function isPlain(piece: Piece): boolean {
  return piece.end - piece.start === piece.text.length;
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle] as Piece).at <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
