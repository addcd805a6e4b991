import type { DefaultTreeAdapterTypes as Dom } from 'parse5';
import { isBlockLevel } from '../html/elements.ts';
import { BoundedParser } from '../html/parser.ts';
import { isLinkAddress } from '../safety/urls.ts';
import { addressBehind } from './addresses.ts';
import type { Block, ItemPlace, PictureBlock } from './content.ts';
import {
  type Around,
  attribute,
  classesOf,
  type Element,
  findIn,
  hasClass,
  isBlock,
  isElement,
  keepsSpace,
  marksWith,
  type Read,
  stylesOf,
  tagOf,
  textOf,
} from './dom.ts';
import { listOf } from './lists.ts';
import { keepSeen } from './seen.ts';
import { keepLevels, Sink } from './sink.ts';
import { tableOf } from './tables.ts';
import { isMarker, isOfComment, itemOf, placesIn } from './word.ts';

/** What of a clipboard was left out. */
export type DroppedKind = 'picture' | 'embed' | 'field' | 'button' | 'comment' | 'deletion' | 'link';

export interface Dropped {
  what: DroppedKind;
  count: number;
  /** Of links, whose words stay; of buttons, and of what stood below pictures, which are left out with them. */
  words?: string[];
}

/** A clipboard has more elements, or deeper ones, than any text: it cannot be read. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

const NOTHING = new Set(
  'area base col colgroup datalist head link meta noembed noframes noscript param script source style template title track wbr xml'.split(
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

/**
 * The blocks of a clipboard's HTML with its pictures, and what is not among them.
 * @throws TooLarge
 */
export function readPaste(html: string): { blocks: Block[]; dropped: Dropped[] } {
  const parser = new BoundedParser();
  parser.tokenizer.write(html, true);
  if (parser.beyond) throw new TooLarge(parser.beyond);
  keepSeen(parser.document);
  const cleaner = new Cleaner();
  const sink = new Sink();
  const around = { marks: new Set<string>(), href: '', pre: false, level: 1, isItem: false, caption: '' };
  cleaner.children(parser.document, around, sink);
  const blocks = sink.end();
  keepLevels(blocks);
  return { blocks, dropped: [...cleaner.dropped.values()] };
}

class Cleaner {
  readonly dropped = new Map<DroppedKind, Dropped>();

  /** Those in lists and tables. */
  #pictures: PictureBlock[] = [];

  /** Of items that say of which list they are. */
  readonly #places = new Map<Element, ItemPlace>();

  readonly #read: Read = (element, around) => {
    const sink = new Sink();
    this.children(element, around, sink);
    const blocks = sink.end();
    for (const block of blocks) if (block.kind === 'picture') this.#pictures.push(block);
    return blocks.filter((block) => block.kind !== 'picture');
  };

  children({ childNodes }: Dom.ParentNode, around: Around, sink: Sink): void {
    let isAgain = false;
    for (const node of childNodes) {
      // Word writes a line break twice, for programs that do not know its own.
      if ('data' in node) isAgain = node.data.includes('!supportLineBreakNewLine');
      else if (isAgain) continue;
      else if ('value' in node) this.#text(node.value, around, sink);
      else if (isElement(node)) this.#element(node, around, sink);
    }
  }

  #text(text: string, { marks, href, pre }: Around, sink: Sink): void {
    // A run that is a line end breaks the line.
    if (!pre) sink.run({ text: text.replaceAll('\n', ' '), marks, href });
    else
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) sink.run({ text: '\n', marks, href });
        sink.run({ text: line, marks, href });
      }
  }

  #drop(what: DroppedKind, words = ''): void {
    const dropped = this.dropped.get(what) ?? { what, count: 0 };
    this.dropped.set(what, dropped);
    dropped.count += 1;
    if (words === '') return;
    dropped.words ??= [];
    dropped.words.push(words);
  }

  #element(element: Element, around: Around, sink: Sink): void {
    const name = element.tagName;
    const what = Object.hasOwn(DROPPED, name) ? DROPPED[name] : undefined;
    if (NOTHING.has(name)) return;
    if (isMarker(element)) this.#marker(element, around, sink);
    else if (what) this.#drop(what, around.caption);
    else if (name === 'img') this.#image(element, around, sink);
    else if (name === 'button' && !isOfHeading(element, sink)) this.#drop('button', textOf(element));
    else if (isOfComment(element)) {
      // What the comment says stands elsewhere.
      if (!isBlockLevel(name)) this.#drop('comment');
    } else if (isDeletion(element)) this.#drop('deletion');
    else if (name === 'br') sink.run({ text: '\n', ...around });
    else if (name === 'hr') sink.add([{ kind: 'rule' }]);
    else if (name === 'ul' || name === 'ol') this.#list(element, around, sink);
    else if (name === 'table') this.#add(tableOf(this.#read, element, around), sink);
    else if (name === 'figure' || hasClass(element, 'wp-caption')) this.#figure(element, around, sink);
    else this.#inside(element, around, sink);
  }

  /** What stands before a paragraph, where that is no item of a list: a number is a part of its words. */
  #marker(element: Element, { isItem, marks }: Around, sink: Sink): void {
    const text = textOf(element);
    if (!isItem && /[\p{L}\p{N}]./u.test(text)) sink.run({ text: `${text} `, marks, href: '' });
  }

  #image(element: Element, around: Around, sink: Sink): void {
    const text = (name: string) => attribute(element, name)?.trim() ?? '';
    const alt = text('alt');
    const { marks, href, caption } = around;
    const isNamed = classesOf(element).some((each) => each.includes('emoji')) || text('data-emoji') !== '';
    if (isEmoji(alt) || (isNamed && alt !== '')) sink.run({ text: alt, marks, href });
    else sink.picture({ kind: 'picture', src: text('src'), alt, caption });
  }

  #list(element: Element, around: Around, sink: Sink): void {
    const places = placesIn(element);
    if (!places) {
      this.#add(listOf(this.#read, element, around), sink);
      return;
    }
    for (const [item, place] of places) this.#places.set(item, place);
    this.children(element, around, sink);
  }

  /** What stands below a picture goes with it. That of a table is the table's. */
  #figure(element: Element, around: Around, sink: Sink): void {
    const captions = element.childNodes.filter(isElement).filter(isCaption);
    const table = captions.length > 0 ? findIn(element, ({ tagName }) => tagName === 'table') : undefined;
    const isPicture = findIn(element, ({ tagName: name }) => name === 'img' || Object.hasOwn(DROPPED, name));
    if (captions.length === 0 || !(table || isPicture)) {
      this.#inside(element, around, sink);
      return;
    }
    element.childNodes = element.childNodes.filter((child) => !(captions as Dom.ChildNode[]).includes(child));
    if (table)
      for (const { childNodes } of captions) table.childNodes.unshift(captionWith(childNodes, table));
    const caption = table ? '' : captions.map(textOf).join(' ');
    this.#inside(element, { ...around, caption }, sink);
  }

  #add(blocks: readonly Block[], sink: Sink): void {
    sink.add([...blocks, ...this.#pictures]);
    this.#pictures = [];
  }

  /** What stands in an element that is not there itself. */
  #inside(element: Element, around: Around, sink: Sink): void {
    const styles = stylesOf(element);
    const inside = this.#around(element, styles, around);
    if (!isBlock(element, styles)) {
      const quotes = element.tagName === 'q' ? ['«', '»'] : [];
      const [before, after] = quotes.map((text) => ({ ...inside, text }));
      if (before) sink.run(before);
      this.children(element, inside, sink);
      if (after) sink.run(after);
      return;
    }
    const { tag, item } = sink;
    sink.endLine();
    sink.tag = tagOf(element) ?? tag;
    const place = this.#places.get(element) ?? itemOf(element);
    sink.item = sink.tag === 'p' ? (place ?? item) : undefined;
    this.children(element, { ...inside, isItem: sink.item !== undefined }, sink);
    sink.endLine();
    Object.assign(sink, { tag, item });
  }

  #around(element: Element, styles: ReadonlyMap<string, string>, around: Around): Around {
    const marks = marksWith(around.marks, element, styles);
    const pre = keepsSpace(element, styles) ?? around.pre;
    const written = element.tagName === 'a' ? attribute(element, 'href')?.trim() : undefined;
    if (written === undefined) return { ...around, marks, pre };
    const href = addressBehind(attribute(element, 'originalsrc') ?? written);
    if (isLinkAddress(href)) return { ...around, marks, pre, href };
    const words = textOf(element);
    if (words && !isNote(written, words)) this.#drop('link', words);
    return { ...around, marks, pre, href: '' };
  }
}

/** Nothing but emoji, which many programs show as images. */
function isEmoji(text: string): boolean {
  const isOne = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20e3/u.test(text);
  return isOne && /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}){1,30}$/u.test(text);
}

/** Buttons that open a part of a page are its headings. */
function isOfHeading(button: Element, sink: Sink): boolean {
  return /^h\d$/.test(sink.tag) || attribute(button, 'aria-expanded') !== undefined;
}

function isCaption(element: Element): boolean {
  return element.tagName === 'figcaption' || hasClass(element, 'wp-caption-text');
}

function captionWith(childNodes: Element['childNodes'], table: Element): Element {
  return { ...table, tagName: 'caption', nodeName: 'caption', attrs: [], childNodes };
}

/** A sign or number that leads to another place of the same text: nothing that an editor would miss as a link. */
function isNote(href: string, words: string): boolean {
  return href.startsWith('#') && (/^\[?\p{L}*\d+\]?$/u.test(words) || !/\p{L}/u.test(words));
}

/** What was taken away while changes were tracked; a `<del>` of a web page is words struck through. */
function isDeletion(element: Element): boolean {
  if (hasClass(element, 'msodel') || hasClass(element, 'trackchangetextdeletion')) return true;
  const isTracked = ['cite', 'datetime'].some((name) => attribute(element, name) !== undefined);
  return element.tagName === 'del' && isTracked;
}
