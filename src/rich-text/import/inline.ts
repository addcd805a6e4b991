import { decodeHTML } from 'entities/decode';
import { isBlockLevel, kindOf } from '../html/elements.ts';
import { parseStartTag, preservesSpace } from '../html/startTag.ts';
import type { HtmlElement, HtmlNode, HtmlText } from '../html/tree.ts';
import { keptInlineNode } from '../kinds/kept.ts';
import { isLink, linkNode } from '../kinds/link.ts';
import { breakNode, textNode } from '../kinds/plain.ts';
import { keptOf, type NodeJson, type Wrap } from '../state.ts';
import type { ImportContext } from './context.ts';

/** What an inline walk meets, in order: texts, breaks and what is kept as it is. */
interface Leaf {
  node: NodeJson;
  wraps: Wrap[];
  link: Link | undefined;
}

interface Link {
  id: number;
  node: HtmlElement;
}

interface Place {
  wraps: Wrap[];
  link: Link | undefined;
  /** White space counts here (`white-space: pre`). */
  preserve: boolean;
}

/** These have no place in a line. */
const KEPT_IN_LINE: ReadonlySet<string> = new Set(['list', 'rule', 'kept-block']);

const SPACES = /[\t\n\f\r ]+/g;
/** True for what shows no text of its own: only comments and kept elements, white space aside. */
export function isOnlyKept(context: ImportContext, nodes: readonly HtmlNode[]): boolean {
  return nodes.every(
    (node) =>
      context.isNothing(node) || node.kind === 'piece' || (node.kind === 'element' && isKept(context, node)),
  );
}

function isKept(context: ImportContext, node: HtmlElement): boolean {
  if (kindOf(node.name) !== 'inline') return false;
  const holdsNothing = node.children.every((child) => context.isNothing(child));
  return node.children.length === 0 || (holdsNothing && isLink(context.tag(node)));
}

/** The inline content of a block as editor nodes. */
export function importInline(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  preserve: boolean,
): NodeJson[] {
  const walk = new InlineWalk(context);
  walk.nodes(nodes, { wraps: [], link: undefined, preserve });
  return walk.finish();
}

class InlineWalk {
  private readonly context: ImportContext;
  private readonly leaves: Leaf[] = [];
  /** White space here would be the first of a line, or the second in a row: it is not shown. */
  private afterSpace = true;
  private blockEnded = false;

  constructor(context: ImportContext) {
    this.context = context;
  }

  nodes(nodes: readonly HtmlNode[], place: Place): void {
    for (const node of nodes) {
      if (node.kind === 'text') this.text(node.start, node.end, place);
      else if (node.kind === 'piece') this.kept(node, place);
      else this.element(node, place);
    }
  }

  private element(node: HtmlElement, place: Place): void {
    if (this.context.isNothing(node)) return;
    const kind = kindOf(node.name);
    if (kind === 'break') this.break(node, place);
    else if (KEPT_IN_LINE.has(kind) || isKept(this.context, node)) this.kept(node, place);
    else if (isBlockLevel(node.name)) {
      this.blockEnded = this.leaves.length > 0;
      this.wrapped(node, place);
      this.blockEnded = true;
    } else if (!place.link && isLink(this.context.tag(node)) && !node.hasBlock) {
      const link = { id: this.context.nextId(), node };
      this.nodes(node.children, { ...place, link });
      if (this.leaves.at(-1)?.link !== link) this.kept(node, place);
    } else this.wrapped(node, place);
  }

  private wrapped(node: HtmlElement, place: Place): void {
    const wrap = this.context.wrap(node, place.wraps);
    if (!wrap || !parseStartTag(wrap.tag)) {
      this.kept(node, place);
      return;
    }
    const preserve = place.preserve || preservesSpace(wrap.tag);
    this.nodes(node.children, { ...place, wraps: [...place.wraps, wrap], preserve });
  }

  private text(start: number, end: number, { wraps, link, preserve }: Place): void {
    let text = decodeHTML(this.context.html.slice(start, end));
    if (!preserve) {
      text = text.replace(SPACES, ' ');
      if (this.afterSpace || this.blockEnded) text = text.replace(/^ /, '');
    }
    if (text === '') return;
    this.startLine(wraps, link);
    this.afterSpace = !preserve && text.endsWith(' ');
    const last = this.leaves.at(-1);
    if (last?.node.type === 'text' && last.wraps === wraps && last.link === link)
      last.node.text = `${last.node.text}${text}`;
    else this.push(textNode(text, wraps), wraps, link);
  }

  private kept(node: Exclude<HtmlNode, HtmlText>, { wraps, link }: Place): void {
    const block = node.kind === 'piece' ? node.isBlock : isBlockLevel(node.name);
    if (block) this.blockEnded = this.leaves.length > 0;
    this.startLine(wraps, link);
    this.afterSpace = false;
    this.push(keptInlineNode(this.context.keep(node), wraps), wraps, link);
    if (block) this.blockEnded = true;
  }

  private break(node: HtmlElement, { wraps, link }: Place): void {
    this.startLine(wraps, link);
    this.trimEnd();
    this.afterSpace = true;
    this.push(breakNode(this.context.tag(node), wraps), wraps, link);
  }

  /** Between two blocks the editor shows a line break, which no tag stands for. */
  private startLine(wraps: Wrap[], link: Link | undefined): void {
    if (!this.blockEnded) return;
    this.blockEnded = false;
    this.trimEnd();
    const last = this.leaves.at(-1);
    if (!last || (last.node.type === 'linebreak' && keptOf(last.node).tag === '')) return;
    this.afterSpace = true;
    const shared = commonWraps(last.wraps, wraps);
    this.push(breakNode('', shared), shared, last.link === link ? link : undefined);
  }

  private push(node: NodeJson, wraps: Wrap[], link: Link | undefined): void {
    this.context.spend(wraps);
    this.leaves.push({ node, wraps, link });
  }

  private trimEnd(): void {
    const last = this.leaves.at(-1);
    if (last?.node.type !== 'text' || !this.afterSpace) return;
    last.node.text = String(last.node.text).replace(/ $/, '');
    if (last.node.text === '') this.leaves.pop();
  }

  finish(): NodeJson[] {
    this.trimEnd();
    const nodes: NodeJson[] = [];
    for (let i = 0; i < this.leaves.length; ) {
      const { link } = this.leaves[i] as Leaf;
      let end = i + 1;
      while (link && this.leaves[end]?.link === link) end++;
      const inside = this.leaves.slice(i, end).map(({ node }) => node);
      for (const node of link ? [linkNode(this.context, link.node, link.id, inside)] : inside)
        nodes.push(node);
      i = end;
    }
    return nodes;
  }
}

function commonWraps(a: readonly Wrap[], b: readonly Wrap[]): Wrap[] {
  const end = a.findIndex((wrap, i) => b[i]?.id !== wrap.id);
  return end < 0 ? [...a] : a.slice(0, end);
}
