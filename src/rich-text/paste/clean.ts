import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5';
import { isBlockLevel } from '../html/elements.ts';
import { isLinkAddress } from '../safety/urls.ts';
import { type Block, type PictureBlock, type Run, type TextBlock, tidy } from './content.ts';
import {
  type Around,
  attribute,
  type Element,
  hasClass,
  isElement,
  marksWith,
  type Read,
  stylesOf,
  textOf,
} from './dom.ts';
import { listOf } from './lists.ts';
import { tableOf } from './tables.ts';
import { isOfComment, itemOf, joinItems } from './word.ts';

/** What of a clipboard was left out. */
export type DroppedKind = 'picture' | 'embed' | 'field' | 'comment' | 'deletion' | 'link';

export interface Dropped {
  what: DroppedKind;
  count: number;
  /** Of links, whose words stay. */
  words?: string[];
}

const NOTHING = new Set(
  'base col colgroup datalist head link meta noembed noframes noscript script style template title track wbr xml'.split(
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

/** The blocks of a clipboard's HTML with its pictures, and what is not among them. */
export function readPaste(html: string): { blocks: Block[]; dropped: Dropped[] } {
  const cleaner = new Cleaner();
  const sink = new Sink();
  cleaner.children(parse(html), { marks: new Set(), href: '', pre: false, level: 1 }, sink);
  return { blocks: sink.end(), dropped: [...cleaner.dropped.values()] };
}

/** Collects blocks; what is in a line begins one. */
class Sink {
  /** Of the blocks that begin. */
  tag = 'p';
  item: TextBlock['item'];
  #blocks: Block[] = [];
  #runs: Run[] = [];
  #pictures: PictureBlock[] = [];

  picture(picture: PictureBlock): void {
    this.#pictures.push(picture);
  }

  run(run: Run): void {
    this.#runs.push(run);
  }

  endLine(): void {
    const runs = tidy(this.#runs);
    this.#runs = [];
    if (runs.length > 0) this.#blocks.push({ kind: 'text', tag: this.tag, runs, item: this.item });
    this.#blocks.push(...this.#pictures);
    this.#pictures = [];
  }

  add(...blocks: Block[]): void {
    this.endLine();
    this.#blocks.push(...blocks);
  }

  end(): Block[] {
    this.endLine();
    return joinItems(this.#blocks);
  }
}

class Cleaner {
  readonly dropped = new Map<DroppedKind, Dropped>();

  /** Those in lists and tables. */
  #pictures: PictureBlock[] = [];

  readonly #read: Read = (element, around) => {
    const sink = new Sink();
    this.children(element, around, sink);
    const blocks = sink.end();
    this.#pictures.push(...blocks.filter((block) => block.kind === 'picture'));
    return blocks.filter((block) => block.kind !== 'picture');
  };

  children({ childNodes }: Dom.ParentNode, around: Around, sink: Sink): void {
    for (const node of childNodes) {
      if ('value' in node) this.#text(node.value, around, sink);
      else if (isElement(node)) this.#element(node, around, sink);
    }
  }

  #text(text: string, { marks, href, pre }: Around, sink: Sink): void {
    if (!pre) sink.run({ text, marks, href });
    else
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) sink.run({ text: '\n', marks, href });
        sink.run({ text: line, marks, href });
      }
  }

  #drop(what: DroppedKind, words?: string): void {
    const known = this.dropped.get(what) ?? { what, count: 0 };
    const all = words ? { words: [...(known.words ?? []), words] } : {};
    this.dropped.set(what, { ...known, ...all, count: known.count + 1 });
  }

  #element(element: Element, around: Around, sink: Sink): void {
    const name = element.tagName;
    const styles = stylesOf(element);
    const what = Object.hasOwn(DROPPED, name) ? DROPPED[name] : undefined;
    const isHidden = attribute(element, 'hidden') !== undefined || styles.get('display') === 'none';
    if (
      NOTHING.has(name) ||
      isHidden ||
      styles.get('mso-hide') === 'all' ||
      styles.get('mso-list') === 'ignore'
    )
      return;
    if (what) this.#drop(what);
    else if (name === 'img') sink.picture(pictureOf(element));
    else if (isOfComment(element)) {
      if (hasClass(element, 'mso') || name === 'a') this.#drop('comment');
    } else if (isDeletion(element)) this.#drop('deletion');
    else if (name === 'br') sink.run({ text: '\n', ...around });
    else if (name === 'hr') sink.add({ kind: 'rule' });
    else if (name === 'ul' || name === 'ol') this.#add(listOf(this.#read, element, around), sink);
    else if (name === 'table') this.#add(tableOf(this.#read, element, around), sink);
    else this.#inside(element, this.#around(element, styles, around), sink);
  }

  #add(blocks: readonly Block[], sink: Sink): void {
    sink.add(...blocks, ...this.#pictures);
    this.#pictures = [];
  }

  /** What stands in an element that is not there itself. */
  #inside(element: Element, around: Around, sink: Sink): void {
    if (!isBlockLevel(element.tagName)) {
      this.children(element, around, sink);
      return;
    }
    const { tag, item } = sink;
    sink.endLine();
    sink.tag = TAGS[element.tagName] ?? tag;
    sink.item = itemOf(element) ?? item;
    this.children(element, around, sink);
    sink.endLine();
    Object.assign(sink, { tag, item });
  }

  #around(element: Element, styles: ReadonlyMap<string, string>, around: Around): Around {
    const marks = marksWith(around.marks, element, styles);
    const pre = around.pre || element.tagName === 'pre';
    const href = element.tagName === 'a' ? attribute(element, 'href')?.trim() : undefined;
    if (href === undefined) return { ...around, marks, pre };
    if (isLinkAddress(href)) return { ...around, marks, pre, href };
    const words = textOf(element);
    if (words && !isNote(href, words)) this.#drop('link', words);
    return { ...around, marks, pre, href: '' };
  }
}

function pictureOf(element: Element): PictureBlock {
  const text = (name: string) => attribute(element, name)?.trim() ?? '';
  return { kind: 'picture', src: text('src'), alt: text('alt') };
}

/** A page has one h1, its title. */
const TAGS: Readonly<Record<string, string>> = {
  h1: 'h2',
  ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((name) => [name, name])),
};

/** The number of a footnote, or of its text: nothing that an editor would miss as a link. */
function isNote(href: string, words: string): boolean {
  return href.startsWith('#') && /^\[?\p{L}*\d+\]?$/u.test(words);
}

/** What was taken away while changes were tracked; a `<del>` of a web page is words struck through. */
function isDeletion(element: Element): boolean {
  if (hasClass(element, 'msodel')) return true;
  const isTracked = ['cite', 'datetime'].some((name) => attribute(element, name) !== undefined);
  return element.tagName === 'del' && isTracked;
}
