import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import {
  ENDS_PARAGRAPH,
  FORMATTING,
  HEADINGS,
  HTML_INSIDE_FOREIGN,
  isBlockLevel,
  isSpecial,
  kindOf,
  SCOPE_BARRIERS,
  VOID_ELEMENTS,
} from './elements.ts';

/** An element of the source, by its places in it. */
export interface HtmlElement {
  kind: 'element';
  /** Lower case. */
  name: string;
  start: number;
  /** Where the start tag ends. */
  openEnd: number;
  /** Where the end tag starts; equal to `end` where the source has none. */
  closeStart: number;
  end: number;
  /** The end tags that the source lacks, innermost first: appended where the element stands alone. */
  missing: string;
  children: HtmlNode[];
  /** A block stands somewhere inside (not counting what is inside kept elements). */
  hasBlock: boolean;
}

/** A stretch of text, entities and all. */
export interface HtmlText {
  kind: 'text';
  start: number;
  end: number;
}

/** A comment, CDATA section, doctype or processing instruction. */
export interface HtmlComment {
  kind: 'comment';
  start: number;
  end: number;
  /** What ends it, where the source does not. */
  missing: string;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment;

/** Browsers stop nesting there too (Blink: 512); deeper elements become siblings. */
const MAX_DEPTH = 512;

/** What ends a comment that starts so; anything else ends at the next `>`. */
const TERMINATORS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

interface ParseOptions {
  /** Say what kept elements (tables, scripts, …) hold, too. @default false */
  insideKept?: boolean;
}

/**
 * Reads HTML into a tree that keeps the source's order and names each node's places in it.
 *
 * Nothing is moved or repaired: where browsers would rearrange misnested markup, this only closes what stands open. Bytes
 * that belong to no node (stray end tags, an unfinished tag at the end) lie between the nodes' places.
 */
export function parseHtml(html: string, { insideKept = false }: ParseOptions = {}): HtmlNode[] {
  const builder = new TreeBuilder(html, insideKept);
  const tokenizer = new Tokenizer({ decodeEntities: false }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.roots;
}

class TreeBuilder implements TokenizerCallbacks {
  readonly roots: HtmlNode[] = [];
  private readonly html: string;
  private readonly insideKept: boolean;
  private readonly stack: HtmlElement[] = [];
  /** For each open element: whether what it holds is SVG or MathML. */
  private readonly foreign: boolean[] = [];
  /** How many of each name stand open, so that most searches need not look. */
  private readonly opened = new Map<string, number>();
  /** Elements opened beyond {@link MAX_DEPTH}, whose end tags are not to close others. */
  private readonly unnested = new Map<string, number>();
  /** Where the last whole token ended. */
  private reached = 0;
  /** What ends the comment that the source does not. */
  private unended = '';
  private name = '';
  private tagStart = 0;

  constructor(html: string, insideKept: boolean) {
    this.html = html;
    this.insideKept = insideKept;
  }

  isInForeignContext(): boolean {
    return this.foreign.at(-1) ?? false;
  }

  ontext(start: number, end: number): void {
    // At the end of the source the tokenizer calls `te` of `<te` a text: it might have become `<textarea>`.
    if (start > this.reached && this.html[start - 1] === '<') return;
    this.reached = end;
    const siblings = this.siblings();
    const last = siblings.at(-1);
    if (last?.kind === 'text' && last.end === start) last.end = end;
    else siblings.push({ kind: 'text', start, end });
  }

  ontextentity(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}

  onopentagname(start: number, end: number): void {
    this.tagStart = start - 1;
    this.name = this.html.slice(start, end).toLowerCase();
  }

  onopentagend(end: number): void {
    this.open(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.open(end + 1, this.isInForeignContext());
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    const from = start - 2;
    const close = this.html.indexOf('>', end);
    if (close < 0) return;
    this.reached = close + 1;
    if (name === 'br') this.append(leafElement('br', from, close + 1));
    else this.close(name, from, close + 1);
  }

  oncomment(start: number, end: number): void {
    this.comment(start, end);
  }

  oncdata(start: number, end: number): void {
    this.comment(start, end);
  }

  ondeclaration(start: number, end: number): void {
    this.comment(start, end);
  }

  onprocessinginstruction(start: number, end: number): void {
    this.comment(start, end);
  }

  onend(): void {
    // An unfinished tag at the end belongs to nothing.
    this.pop(0, this.reached);
  }

  private siblings(): HtmlNode[] {
    return this.stack.at(-1)?.children ?? this.roots;
  }

  private append(node: HtmlNode): void {
    this.siblings().push(node);
    const parent = this.stack.at(-1);
    if (parent && node.kind === 'element') parent.hasBlock ||= isBlockLevel(node.name);
  }

  /** `textStart` lies behind `<!--`, `<!`, `<?` or `</`, as the case may be. */
  private comment(textStart: number, textEnd: number): void {
    const start = this.html.lastIndexOf('<', textStart - 1);
    if (textEnd < this.html.length) {
      this.reached = textEnd + 1;
      this.append({ kind: 'comment', start, end: textEnd + 1, missing: '' });
    } else {
      const missing = TERMINATORS.find(([opening]) => this.html.startsWith(opening, start))?.[1] ?? '>';
      this.reached = textEnd;
      this.unended = missing;
      this.append({ kind: 'comment', start, end: textEnd, missing });
    }
  }

  private open(end: number, selfClosed: boolean): void {
    this.reached = end;
    const { name } = this;
    if (name === 'form' && this.indexInScope('form') >= 0) return;
    this.endImplied(name, this.tagStart);
    if (VOID_ELEMENTS.has(name) || selfClosed) {
      this.append(leafElement(name, this.tagStart, end));
      return;
    }
    const element = leafElement(name, this.tagStart, end);
    this.append(element);
    if (this.stack.length < MAX_DEPTH) {
      const foreign = this.isInForeignContext()
        ? !HTML_INSIDE_FOREIGN.has(name)
        : name === 'svg' || name === 'math';
      this.foreign.push(foreign);
      this.stack.push(element);
      this.opened.set(name, (this.opened.get(name) ?? 0) + 1);
    } else this.unnested.set(name, (this.unnested.get(name) ?? 0) + 1);
  }

  /** Closes what this start tag ends without an end tag (HTML 13.2.6.4.7). */
  private endImplied(name: string, at: number): void {
    if (name === 'li') this.endOpenItem(new Set(['li']), at);
    else if (name === 'dd' || name === 'dt') this.endOpenItem(new Set(['dd', 'dt']), at);
    else if (name === 'a' || name === 'nobr') this.pop(this.indexBelowBlock(name), at);
    else if (name === 'button') this.pop(this.indexInScope(name), at);
    else if (name === 'option' || name === 'optgroup') {
      if (this.stack.at(-1)?.name === 'option') this.pop(this.stack.length - 1, at);
    } else this.endTableParts(name, at);
    if (ENDS_PARAGRAPH.has(name)) this.pop(this.indexInScope('p'), at);
    if (HEADINGS.has(name) && HEADINGS.has(this.stack.at(-1)?.name ?? ''))
      this.pop(this.stack.length - 1, at);
  }

  private endOpenItem(items: ReadonlySet<string>, at: number): void {
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const { name } = this.stack[i] as HtmlElement;
      if (items.has(name)) return this.pop(i, at);
      if (isSpecial(name) && name !== 'address' && name !== 'div' && name !== 'p') return;
    }
  }

  private endTableParts(name: string, at: number): void {
    const ended = TABLE_PARTS[name];
    if (!ended) return;
    let outermost = -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = (this.stack[i] as HtmlElement).name;
      if (open === 'table' || open === 'template') break;
      if (ended.includes(open)) outermost = i;
    }
    this.pop(outermost, at);
  }

  private close(name: string, at: number, end: number): void {
    const unnested = this.unnested.get(name) ?? 0;
    if (unnested > 0) {
      this.unnested.set(name, unnested - 1);
      return;
    }
    const index = this.indexToClose(name);
    if (index < 0) return;
    this.pop(index + 1, at);
    this.pop(index, at, end);
  }

  private indexToClose(name: string): number {
    const reaches = FORMATTING.has(name) || isBlockLevel(name) || SCOPE_BARRIERS.has(name);
    return reaches ? this.indexInScope(name) : this.indexBelowBlock(name);
  }

  private indexBelowBlock(name: string): number {
    if (!this.opened.get(name)) return -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = (this.stack[i] as HtmlElement).name;
      if (open === name) return i;
      if (isSpecial(open)) return -1;
    }
    return -1;
  }

  private indexInScope(name: string): number {
    if (!this.opened.get(name) && !HEADINGS.has(name)) return -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = (this.stack[i] as HtmlElement).name;
      if (open === name || (HEADINGS.has(name) && HEADINGS.has(open))) return i;
      if (name === 'table' ? open === 'template' : SCOPE_BARRIERS.has(open) && !TABLE_PARTS[name]) return -1;
      if (TABLE_PARTS[name] && open === 'table') return -1;
      if (name === 'li' && (open === 'ul' || open === 'ol')) return -1;
      if (name === 'p' && open === 'button') return -1;
    }
    return -1;
  }

  /** Closes the open elements from `index` on; with `end`, there is an end tag from `at` to `end`. */
  private pop(index: number, at: number, end?: number): void {
    if (index < 0) return;
    let missing = this.unended;
    while (this.stack.length > index) {
      const element = this.stack.pop() as HtmlElement;
      this.foreign.pop();
      this.opened.set(element.name, (this.opened.get(element.name) ?? 1) - 1);
      element.closeStart = at;
      element.end = end ?? at;
      if (end === undefined) {
        // Nothing ends `<plaintext>` (HTML 13.2.6.4.7).
        if (element.name !== 'plaintext') missing += `</${element.name}>`;
        element.missing = missing;
      }
      if (kindOf(element.name).startsWith('kept')) {
        if (!this.insideKept) element.children = [];
        element.hasBlock = false;
      }
      const parent = this.stack.at(-1);
      if (parent) parent.hasBlock ||= element.hasBlock;
    }
  }
}

/** The open elements that the start tag of a part of a table ends, within its table. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr', 'caption', 'colgroup'],
  tbody: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
  thead: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
  tfoot: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
};

function leafElement(name: string, start: number, end: number): HtmlElement {
  return {
    kind: 'element',
    name,
    start,
    openEnd: end,
    closeStart: end,
    end,
    missing: '',
    children: [],
    hasBlock: false,
  };
}
