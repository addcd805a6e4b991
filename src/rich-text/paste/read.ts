import { isBlockLevel } from '../html/elements.ts';
import { BoundedParser } from '../html/parser.ts';
import { isLinkAddress } from '../safety/addresses.ts';
import { withLinks } from './addresses.ts';
import {
  type Block,
  type ItemPlace,
  keepLevels,
  type PictureBlock,
  plainRun,
  type Run,
  splitAtBullets,
  type TextBlock,
  tidy,
} from './content.ts';
import {
  attribute,
  classesOf,
  type Element,
  isBlock,
  isBox,
  isElement,
  isHidden,
  isSizeless,
  keepsSpace,
  marksWith,
  type Node,
  stylesOf,
  tagOf,
  textOf,
  withBoxes,
} from './dom.ts';
import { type Dropped, type DroppedKind, summed } from './dropped.ts';
import { isMarker, isNumberedHeading, itemOf, placesIn } from './lists.ts';
import { wordsBeside } from './plainText.ts';
import { hideCells, tableOf } from './tables.ts';

/** A clipboard has more elements, or deeper ones, than any text: it cannot be read. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

const NOTHING = new Set(
  'annotation annotation-xml area base col colgroup comment datalist head link meta noembed noframes noscript param script source style template title track wbr xml'.split(
    ' ',
  ),
);
const DROPPED: Readonly<Record<string, DroppedKind>> = {
  ...Object.fromEntries(['canvas', 'image', 'svg', 'v:imagedata'].map((name) => [name, 'picture'])),
  ...Object.fromEntries(
    ['applet', 'audio', 'embed', 'iframe', 'object', 'video'].map((name) => [name, 'embed']),
  ),
  ...Object.fromEntries(['input', 'select', 'textarea'].map((name) => [name, 'field'])),
};

/** Safari's own HTML of a clipboard, which lacks addresses that are none of the web. */
const WEBKIT = /class="Apple-converted-space"|[";]\s*caret-color:/;

/** Letters that only a font shows as something: Word and LibreOffice write those of symbol fonts so. */
const SYMBOL = /[\uf020-\uf0ff]/g;
/** Bullets and ticks, in whatever font. */
const SIGNS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
};

/** Deeper lists go on at this level: the editor nests no deeper. */
const MAX_LEVEL = 20;

/**
 * The blocks of a clipboard's HTML with its pictures, and what is not among them.
 * @param tables whether there may be tables: otherwise, what their cells hold
 * @param text the plain text beside it
 * @throws TooLarge
 */
export function readPaste(
  html: string,
  tables: boolean,
  text: string,
): { blocks: Block[]; dropped: Dropped[] } {
  const parser = new BoundedParser();
  parser.tokenizer.write(withBoxes(html), true);
  if (parser.beyond) throw new TooLarge(parser.beyond);
  const reader = new Reader(text, WEBKIT.test(html));
  const nowhere = { marks: 0, href: '', pre: false, sizeless: false, level: 0 };
  const blocks = reader.blocks(parser.document.childNodes, { ...nowhere, inCell: !tables });
  keepLevels(blocks);
  for (const words of wordsBeside(html, blocks, text)) reader.drop('words', words);
  return { blocks, dropped: summed(reader.dropped) };
}

/** How it stands around a node. */
interface Around {
  marks: number;
  href: string;
  /** White space counts. */
  pre: boolean;
  /** Text has no size. */
  sizeless: boolean;
  /** Of the lists around it. */
  level: number;
  /** No table may stand here. */
  inCell: boolean;
}

class Reader {
  readonly dropped: Dropped[] = [];
  readonly #beside: string;
  readonly #isOfWebKit: boolean;

  /** @param beside the plain text beside it */
  constructor(beside: string, isOfWebKit: boolean) {
    this.#beside = beside;
    this.#isOfWebKit = isOfWebKit;
  }

  /** The address of a link that Safari has taken away; undefined for what is none, as an anchor. */
  #lost(element: Element): string | undefined {
    const isAnchor = ['name', 'id'].some((name) => attribute(element, name) !== undefined);
    return this.#isOfWebKit && !isAnchor && !textOf(element).includes('@') ? '#' : undefined;
  }

  /** The blocks of some nodes. */
  blocks(nodes: readonly Node[], around: Around): Block[] {
    const sink = new Sink();
    this.#nodes(nodes, around, sink);
    return sink.end();
  }

  #nodes(nodes: readonly Node[], around: Around, sink: Sink): void {
    let isAgain = false;
    for (const node of nodes) {
      // Word writes a line break twice, for programs that do not know its own.
      if ('data' in node) isAgain = node.data.includes('!supportLineBreakNewLine');
      else if (!isAgain) this.#node(node, around, sink);
    }
  }

  #node(node: Node, around: Around, sink: Sink): void {
    if (isElement(node)) {
      if (!NOTHING.has(node.tagName) && !isHidden(node)) this.#element(node, around, sink);
    } else if ('value' in node && !around.sizeless) this.#text(node.value, around, sink);
  }

  #text(written: string, { marks, href, pre }: Around, sink: Sink): void {
    const text = written.replace(SYMBOL, (symbol) => {
      const shown = SIGNS[symbol];
      if (shown === undefined) this.drop('symbol', written.replace(SYMBOL, '□').replace(/\s+/g, ' ').trim());
      return shown ?? '';
    });
    // A run that is a line end breaks the line.
    for (const [i, line] of (pre ? text.split('\n') : [text.replaceAll('\n', ' ')]).entries()) {
      if (i > 0) sink.run({ text: '\n', marks, href });
      sink.run({ text: line, marks, href });
    }
  }

  drop(what: DroppedKind, words = ''): void {
    this.dropped.push({ what, count: 1, words: words ? [words] : [] });
  }

  #element(element: Element, around: Around, sink: Sink): void {
    const name = element.tagName;
    const what = Object.hasOwn(DROPPED, name) ? DROPPED[name] : undefined;
    if (isMarker(element)) this.#marker(element, around, sink);
    // Safari writes spaces beside elements so.
    else if (hasClass(element, 'apple-converted-space')) sink.run({ text: ' ', ...around });
    else if (what) this.drop(what);
    else if (name === 'img') this.#image(element, around, sink);
    else if (isOfComment(element)) {
      // What the comment says stands elsewhere.
      if (!isBlockLevel(name)) this.drop('comment');
    } else if (isDeletion(element)) this.drop('deletion');
    else if (name === 'br') sink.run({ text: '\n', ...around });
    else if (name === 'hr' && !sink.item) sink.add([{ kind: 'rule' }]);
    else if (name === 'ul' || name === 'ol') this.#list(element, around, sink);
    else if (name === 'table') this.#table(element, around, sink);
    else if (isBox(element)) this.#box(element, around, sink);
    else this.#inside(element, around, sink);
    // LibreOffice shows the sign of a note apart from its words, and writes no space between them.
    if (['sdfootnotesym', 'sdendnotesym'].some((each) => hasClass(element, each))) sink.run(plainRun(' '));
  }

  #box(element: Element, around: Around, sink: Sink): void {
    const inside = this.#around(element, { ...around, marks: 0, href: '', level: 0 });
    for (const block of this.blocks(element.childNodes, inside)) sink.behind(block);
  }

  /** What stands before a paragraph, where that is no item of a list: a number is a part of its words. */
  #marker(element: Element, { marks }: Around, sink: Sink): void {
    const text = textOf(element);
    if (!sink.item && /[\p{L}\p{N}]./u.test(text)) sink.run({ text: `${text} `, marks, href: '' });
  }

  #image(element: Element, { marks, href }: Around, sink: Sink): void {
    const text = (name: string) => attribute(element, name)?.trim() ?? '';
    const alt = text('alt');
    // Many programs show emoji as images.
    const isEmoji = /^[\p{Extended_Pictographic}\p{Regional_Indicator}][^\p{L}\p{N}\s]*$/u.test(alt);
    if (isEmoji) sink.run({ text: alt, marks, href });
    else sink.behind({ kind: 'picture', src: text('src'), alt });
  }

  #list(element: Element, around: Around, sink: Sink): void {
    const level = Math.min(around.level + 1, MAX_LEVEL);
    const inside = { ...this.#around(element, around), level };
    sink.endLine();
    const { tag, item } = sink;
    sink.tag = 'p';
    for (const [node, place] of placesIn(element, level)) {
      if (sink.item !== place) sink.endLine();
      sink.item = place;
      this.#node(node, inside, sink);
    }
    sink.endLine();
    Object.assign(sink, { tag, item });
  }

  /** A table; where there can be none, what its cells hold. */
  #table(element: Element, around: Around, sink: Sink): void {
    hideCells(element, this.#beside);
    const pictures: PictureBlock[] = [];
    const inside = this.#around(element, around);
    const isPossible = !around.inCell && !sink.item;
    const read = (cell: Element) => {
      const all = this.blocks(cell.childNodes, { ...this.#around(cell, inside), level: 0, inCell: true });
      for (const block of all) if (block.kind === 'picture') pictures.push(block);
      return all.filter(({ kind }) => kind !== 'picture');
    };
    const table = isPossible ? tableOf(element, read) : undefined;
    if (table && table.head.length + table.body.length > 0) sink.add([table, ...pictures]);
    else this.#inside(element, around, sink);
  }

  /** What stands in an element that is not there itself. */
  #inside(element: Element, around: Around, sink: Sink): void {
    const inside = this.#around(element, around);
    if (!isBlock(element, stylesOf(element))) {
      this.#nodes(element.childNodes, inside, sink);
      return;
    }
    sink.endLine();
    const { tag, item } = sink;
    if (!item) {
      sink.tag = tagOf(element) ?? tag;
      sink.item = sink.tag === 'p' ? itemOf(element) : undefined;
    } else if (isNumberedHeading(element, item)) sink.tag = tagOf(element) ?? tag;
    this.#nodes(element.childNodes, inside, sink);
    sink.endLine();
    Object.assign(sink, { tag, item });
  }

  #around(element: Element, around: Around): Around {
    const styles = stylesOf(element);
    const inside = {
      ...around,
      marks: marksWith(around.marks, element, styles),
      pre: keepsSpace(around.pre, element, styles),
      sizeless: isSizeless(around.sizeless, styles),
    };
    const href =
      element.tagName === 'a' ? (attribute(element, 'href')?.trim() ?? this.#lost(element)) : undefined;
    if (href === undefined) return inside;
    if (isLinkAddress(href)) return { ...inside, href };
    const words = textOf(element);
    if (words && !isNote(href, words) && !isOfContents(element, href)) this.drop('link', words);
    return { ...inside, href: '' };
  }
}

/** Collects blocks; what is in a line begins one. */
class Sink {
  /** Of the blocks that begin. */
  tag = 'p';
  item: ItemPlace | undefined;
  readonly #blocks: Block[] = [];
  /** The last that does not belong behind a line. */
  #last: Block | undefined;
  #runs: Run[] = [];
  #behind: Block[] = [];

  /** What belongs behind the line that it stands in. */
  behind(block: Block): void {
    this.#behind.push(block);
  }

  run(run: Run): void {
    this.#runs.push(run);
  }

  endLine(): void {
    const runs = tidy(this.#runs).flatMap(withLinks);
    this.#runs = [];
    const block: TextBlock = { kind: 'text', tag: this.tag, runs, item: this.item };
    const last = this.#last;
    // Paragraphs of one item are its lines.
    const isLine = last?.kind === 'text' && this.item !== undefined && last.item === this.item;
    if (isLine && runs.length > 0) for (const run of [plainRun('\n'), ...runs]) last.runs.push(run);
    else if (runs.length > 0) this.#push(splitAtBullets(block));
    for (const each of this.#behind) this.#blocks.push(each);
    this.#behind = [];
  }

  add(blocks: readonly Block[]): void {
    this.endLine();
    this.#push(blocks);
  }

  #push(blocks: readonly Block[]): void {
    for (const block of blocks) this.#blocks.push(block);
    this.#last = blocks.at(-1);
  }

  end(): Block[] {
    this.endLine();
    return this.#blocks;
  }
}

/** A sign or number that leads to another place of the same text: nothing that an editor would miss as a link. */
function isNote(href: string, words: string): boolean {
  if (/^#_?(?:sdendnote|sdfootnote|edn|ftn)/.test(href)) return true;
  return href.startsWith('#') && (/^\[?\p{L}*\d+\]?$/u.test(words) || !/\p{L}/u.test(words));
}

/** A line of contents: all of its line, and either it ends in the number of a page or programs name it so. */
function isOfContents(element: Element, href: string): boolean {
  let line = element.parentNode;
  while (line && isElement(line) && !isBlock(line, stylesOf(line))) line = line.parentNode;
  if (!line || !isElement(line) || !/^#/.test(href)) return false;
  const words = textOf(line);
  return words === textOf(element) && (/^#_*(?:Toc|RefHeading|heading=)/i.test(href) || /\d$/.test(words));
}

function hasClass(element: Element, start: string): boolean {
  return classesOf(element).some((each) => each.startsWith(start));
}

/** Comments of Office, and what points to them in a text. */
function isOfComment(element: Element): boolean {
  return hasClass(element, 'msocom') || /^comment/.test(stylesOf(element).get('mso-element') ?? '');
}

/** What was taken away while changes were tracked; a `<del>` of a web page is words struck through. */
function isDeletion(element: Element): boolean {
  if (hasClass(element, 'msodel') || hasClass(element, 'trackchangetextdeletion')) return true;
  const isTracked = ['cite', 'datetime'].some((name) => attribute(element, name) !== undefined);
  return element.tagName === 'del' && isTracked;
}
