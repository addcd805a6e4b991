import { FORMATTING, HEADINGS, HTML_INSIDE_FOREIGN, isSpecial, kindOf, SCOPE_BARRIERS } from './elements.ts';
import type { HtmlElement } from './nodes.ts';

/** The open elements that the start tag of a part of a table ends, within its table. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr', 'caption', 'colgroup'],
  tbody: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
  thead: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
  tfoot: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
};

/** The stack of open elements (HTML 13.2.4.2), outermost first, and what a tag closes of it. */
export class OpenElements {
  private readonly stack: HtmlElement[] = [];
  /** For each open element: whether what it holds is SVG or MathML. */
  private readonly foreign: boolean[] = [];
  /** How many of each name stand open, so that most searches need not look. */
  private readonly counts = new Map<string, number>();

  get depth(): number {
    return this.stack.length;
  }

  get innermost(): HtmlElement | undefined {
    return this.stack.at(-1);
  }

  get isForeign(): boolean {
    return this.foreign.at(-1) ?? false;
  }

  push(element: HtmlElement): void {
    const { name } = element;
    this.foreign.push(this.isForeign ? !HTML_INSIDE_FOREIGN.has(name) : name === 'svg' || name === 'math');
    this.stack.push(element);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  pop(): HtmlElement | undefined {
    const element = this.stack.pop();
    this.foreign.pop();
    if (element) this.counts.set(element.name, (this.counts.get(element.name) ?? 1) - 1);
    return element;
  }

  /** The element that an end tag closes; -1 for none. */
  closedBy(name: string): number {
    const reaches =
      FORMATTING.has(name) || isSpecial(name) || SCOPE_BARRIERS.has(name) || kindOf(name) === 'kept-inline';
    return reaches ? this.inScope(name) : this.belowBlock(name);
  }

  /** The element that a start tag closes first, before any paragraph; -1 for none (HTML 13.2.6.4.7). */
  closedByStartOf(name: string): number {
    if (name === 'li') return this.item('li', 'li');
    if (name === 'dd' || name === 'dt') return this.item('dd', 'dt');
    if (name === 'a' || name === 'nobr') return this.belowBlock(name);
    if (name === 'button') return this.inScope(name);
    if (name === 'option' || name === 'optgroup') {
      return this.innermost?.name === 'option' ? this.stack.length - 1 : -1;
    }
    return this.tablePart(TABLE_PARTS[name] ?? []);
  }

  /** The innermost element of this name that tags inside may close; -1 for none. */
  inScope(name: string): number {
    if (!this.counts.get(name) && !HEADINGS.has(name)) return -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.nameAt(i);
      if (open === name || (HEADINGS.has(name) && HEADINGS.has(open))) return i;
      if (isBarrier(open, name)) return -1;
    }
    return -1;
  }

  private nameAt(index: number): string {
    return (this.stack[index] as HtmlElement).name;
  }

  private belowBlock(name: string): number {
    if (!this.counts.get(name)) return -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.nameAt(i);
      if (open === name) return i;
      if (isSpecial(open)) return -1;
    }
    return -1;
  }

  private item(one: string, other: string): number {
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.nameAt(i);
      if (open === one || open === other) return i;
      if (isSpecial(open) && open !== 'address' && open !== 'div' && open !== 'p') return -1;
    }
    return -1;
  }

  private tablePart(ended: readonly string[]): number {
    let outermost = -1;
    if (ended.length === 0) return outermost;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.nameAt(i);
      if (open === 'table' || open === 'template') break;
      if (ended.includes(open)) outermost = i;
    }
    return outermost;
  }
}

/** True where a tag for `name` does not reach across the open element. */
function isBarrier(open: string, name: string): boolean {
  if (name === 'table') return open === 'template';
  if (TABLE_PARTS[name]) return open === 'table';
  if (name === 'li' && (open === 'ul' || open === 'ol')) return true;
  return SCOPE_BARRIERS.has(open) || (name === 'p' && open === 'button');
}
