import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { ENDS_PARAGRAPH, HEADINGS, isBlockLevel, kindOf, VOID_ELEMENTS } from './elements.ts';
import { type HtmlElement, type HtmlNode, leafElement } from './nodes.ts';
import { OpenElements } from './openElements.ts';

export type { HtmlElement, HtmlNode } from './nodes.ts';

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
  private readonly open = new OpenElements();
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
    return this.open.isForeign;
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
    this.start(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.start(end + 1, this.open.isForeign);
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
    return this.open.innermost?.children ?? this.roots;
  }

  private append(node: HtmlNode): void {
    this.siblings().push(node);
    const parent = this.open.innermost;
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

  private start(end: number, selfClosed: boolean): void {
    this.reached = end;
    const { name } = this;
    // A form inside a form is ignored (HTML 13.2.6.4.7).
    if (name === 'form' && this.open.inScope('form') >= 0) return;
    this.pop(this.open.closedByStartOf(name), this.tagStart);
    if (ENDS_PARAGRAPH.has(name)) this.pop(this.open.inScope('p'), this.tagStart);
    const innermost = this.open.innermost?.name ?? '';
    if (HEADINGS.has(name) && HEADINGS.has(innermost)) this.pop(this.open.depth - 1, this.tagStart);
    const element = leafElement(name, this.tagStart, end);
    this.append(element);
    if (VOID_ELEMENTS.has(name) || selfClosed) return;
    if (this.open.depth < MAX_DEPTH) this.open.push(element);
    else this.unnested.set(name, (this.unnested.get(name) ?? 0) + 1);
  }

  private close(name: string, at: number, end: number): void {
    const unnested = this.unnested.get(name) ?? 0;
    if (unnested > 0) {
      this.unnested.set(name, unnested - 1);
      return;
    }
    const index = this.open.closedBy(name);
    if (index < 0) return;
    this.pop(index + 1, at);
    this.pop(index, at, end);
  }

  /** Closes the open elements from `index` on; with `end`, there is an end tag from `at` to `end`. */
  private pop(index: number, at: number, end?: number): void {
    if (index < 0) return;
    let missing = this.unended;
    while (this.open.depth > index) {
      const element = this.open.pop() as HtmlElement;
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
      const parent = this.open.innermost;
      if (parent) parent.hasBlock ||= element.hasBlock;
    }
  }
}
