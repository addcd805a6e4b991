import { readHtml } from '../html/read.ts';
import { endTags, type RenderedBlock, renderBlocks, sharedPath, startTags } from '../render/index.ts';
import { isBlank } from '../state.ts';
import { isSamePath, lastUpTo, type Part, type Path, readSource, type Source } from './parts.ts';

export interface ServedInput {
  /** The editor state to serve. */
  state: unknown;
  /** The imported legacy HTML of this field. */
  source?: string | null | undefined;
}

/** The HTML of an editor state alone. */
export function lexicalToHtml(state: unknown): string {
  return serve(state);
}

/**
 * The HTML to serve of an editor state: the imported source when the state is the imported one, otherwise the state's own
 * HTML, with each part that is as imported in the source's bytes.
 */
export function servedHtml({ state, source }: ServedInput): string {
  const html = serve(state, typeof source === 'string' ? readSource(source) : undefined);
  // The paragraph that remains when an editor has deleted all text is no content.
  return html !== source && isBlank(state) ? '' : html;
}

const NO_SOURCE: Source = { html: '', parts: [], byFirstBlock: new Map(), space: '' };

/**
 * An editor state as HTML. Blocks that render as a part of the source does are in its bytes, with what stands between them
 * there where they are neighbours; all else is rendered.
 */
function serve(state: unknown, source: Source = NO_SOURCE): string {
  const blocks = renderBlocks(state);
  if (blocks.length === 0 && source.parts.length === 0) return source.html;
  const output = new Output(source);
  let { at: tail, index: next } = commonEnd(blocks, source.parts);
  let last = -1;
  for (let i = 0; i < blocks.length; ) {
    const index = i === tail ? next : partAt(blocks, i, last, source);
    const part = source.parts[index];
    const those = blocks.slice(i, i + (part?.blocks.length ?? 1));
    if (i === tail) {
      tail += those.length;
      next += 1;
    }
    i += those.length;
    if (part) last = index;
    if (!part || !output.copy(index, those, i === blocks.length)) {
      for (const block of those) output.render(block);
    }
  }
  return output.end();
}

/** From which block, and which part, all are as in the source: so an edit does not move twins behind it. */
function commonEnd(blocks: readonly RenderedBlock[], parts: readonly Part[]): { at: number; index: number } {
  let at = blocks.length;
  let index = parts.length;
  for (
    let part = parts.at(-1);
    part && standsAt(part, blocks, at - part.blocks.length);
    part = parts[index - 1]
  ) {
    at -= part.blocks.length;
    index -= 1;
  }
  return { at, index };
}

/** Which part of the source stands here: of several that render the same, the next one after the last taken. */
function partAt(blocks: readonly RenderedBlock[], at: number, last: number, source: Source): number {
  const same = source.byFirstBlock.get(blocks[at]?.html ?? '') ?? [];
  const next = lastUpTo(same, last, (index) => index) + 1;
  for (let i = 0; i < same.length; i++) {
    const index = same[(next + i) % same.length] as number;
    if (standsAt(source.parts[index] as Part, blocks, at)) return index;
  }
  return -1;
}

function standsAt({ blocks: own, isFree }: Part, blocks: readonly RenderedBlock[], at: number): boolean {
  return own.every((block, i) => {
    const other = blocks[at + i];
    return other?.html === block.html && (isFree || isSamePath(other.path, block.path));
  });
}

/** What is served, as it grows. */
class Output {
  readonly #source: Source;
  #html = '';
  /** The elements around what came last. */
  #path: Path = [];
  /** After `bare`, more text outside any paragraph would run into the text before it. */
  #edge: RenderedBlock['edge'] = 'inline';
  /** The part that came last, where it stands as in the source: what follows it there may follow it here. */
  #inPlace: number | undefined = -1;
  /** The bytes that came last: they may lack their end. */
  #bytes = '';

  constructor(source: Source) {
    this.#source = source;
  }

  render({ html, path, edge }: RenderedBlock): void {
    this.#move(path, edge);
    const isBeside = edge === 'bare' && this.#edge === 'bare';
    this.#html += isBeside ? `<p>${html}</p>` : html;
    this.#note(isBeside ? 'apart' : edge);
  }

  /** Copies the bytes of a part; false where they can't stand. */
  copy(index: number, those: readonly RenderedBlock[], isLast: boolean): boolean {
    const { html, parts } = this.#source;
    const { start, end, blocks, path } = parts[index] as Part;
    const [first] = blocks as [RenderedBlock];
    const around = those[0]?.path ?? [];
    const bytes = html.slice(start, end);
    const isInPlace = isSamePath(around, first.path);
    const follows = isInPlace && this.#inPlace === index - 1;
    const isEnd = isInPlace && isLast && index === parts.length - 1;
    const edge = first.path.length > path.length ? 'apart' : first.edge;
    const to = isInPlace ? path : around;
    const isBeside = edge === 'bare' && this.#edge === 'bare' && !follows && isSamePath(this.#path, to);
    const isEndless = index === parts.length - 1 && !isEnd && endOf(bytes) === undefined;
    if (isBeside || isEndless) return false;
    if (follows) this.#follow(html.slice(parts[index - 1]?.end ?? 0, start), path);
    else this.#move(to, edge);
    this.#html += isEnd ? html.slice(start) : bytes;
    for (const block of blocks) this.#note(block.path.length > path.length ? 'apart' : block.edge);
    this.#inPlace = isInPlace ? index : undefined;
    this.#bytes = bytes;
    if (isEnd) this.#follow('', []);
    return true;
  }

  end(): string {
    return this.#html + (this.#bytes && (endOf(this.#bytes) ?? '')) + endTags(this.#path);
  }

  /** Goes on as the source does. */
  #follow(between: string, path: Path): void {
    if (between.includes('<')) this.#edge = 'inline';
    this.#html += between;
    this.#path = path;
    this.#bytes = '';
  }

  /** Ends what came last, and writes the tags from there to a place in other elements. */
  #move(path: Path, edge: RenderedBlock['edge']): void {
    if (this.#bytes) this.#html += endOf(this.#bytes) ?? '';
    const { length } = sharedPath(this.#path, path);
    const closing = endTags(this.#path.slice(length));
    const opening = startTags(path.slice(length));
    const isBetween = this.#html !== '' && (this.#edge === 'apart' || edge === 'apart');
    this.#html += closing + (isBetween ? this.#source.space : '') + opening;
    if (closing || opening) this.#edge = 'inline';
    this.#path = path;
  }

  #note(edge: RenderedBlock['edge']): void {
    // A kept piece goes on with the line that it stands in.
    if (edge !== 'inline' || this.#edge === 'apart') this.#edge = edge;
    this.#inPlace = undefined;
    this.#bytes = '';
  }
}

/** The end tags that some bytes lack; undefined where nothing ends them. */
function endOf(bytes: string): string | undefined {
  const { isCutOff, missing, nodes } = readHtml(bytes);
  return isCutOff || nodes.some(({ name }) => name === 'plaintext') ? undefined : missing;
}
