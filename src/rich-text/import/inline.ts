import { decodeHTML } from 'entities/decode';
import { isBlockLevel, kindOf, MARK_BITS } from '../html/elements.ts';
import { attributeOf, parseStartTag } from '../html/startTag.ts';
import type { HtmlElement, HtmlNode, HtmlText } from '../html/tree.ts';
import { isDangerousUrl } from '../safety/urls.ts';
import type { NodeJson, Wrap } from '../state.ts';
import type { ImportContext } from './context.ts';
import { breakNode, keptInlineNode, linkNode, textNode } from './nodes.ts';

/** What an inline walk meets, in order: texts, breaks and what is kept as it is. */
type Leaf = { wraps: Wrap[]; link: Link | undefined } & (
  | { kind: 'text'; text: string }
  | { kind: 'break'; node: HtmlElement | undefined }
  | { kind: 'kept'; node: Exclude<HtmlNode, HtmlText> }
);

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

const SPACES = /[\t\n\f\r ]+/g;
const SPACE_ONLY = /^[\t\n\f\r ]*$/;
const PRESERVES_SPACE = /white-space\s*:\s*(?:pre|break-spaces)/i;

/** True where a tag's style makes its white space count. */
export function preservesSpace(tag: string): boolean {
  return PRESERVES_SPACE.test(attributeOf(tag, 'style') ?? '');
}

/** True for white space, and for inline elements that hold nothing and say nothing. */
export function isNothing(context: ImportContext, node: HtmlNode): boolean {
  if (node.kind === 'text') return SPACE_ONLY.test(context.html.slice(node.start, node.end));
  if (node.kind === 'piece' || kindOf(node.name) !== 'inline' || node.children.length > 0) return false;
  const isAgain = node.startTag.start < node.start;
  return isAgain || parseStartTag(context.tag(node))?.attributes.length === 0;
}

/** True for what shows no text of its own: only comments and kept elements, white space aside. */
export function isOnlyKept(context: ImportContext, nodes: readonly HtmlNode[]): boolean {
  return nodes.every(
    (node) =>
      isNothing(context, node) || node.kind === 'piece' || (node.kind === 'element' && isKept(context, node)),
  );
}

function isKept(context: ImportContext, node: HtmlElement): boolean {
  if (kindOf(node.name) !== 'inline') return false;
  const holdsNothing = node.children.every((child) => isNothing(context, child));
  return node.children.length === 0 || (holdsNothing && isLink(context.tag(node)));
}

function isLink(tag: string): boolean {
  if (parseStartTag(tag)?.name !== 'a') return false;
  const href = attributeOf(tag, 'href');
  return href !== null && href.trim() !== '' && !isDangerousUrl(href);
}

/** The inline content of a block as editor nodes. */
export function importInline(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  preserve = false,
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
    if (isNothing(this.context, node)) return;
    const kind = kindOf(node.name);
    if (kind === 'break') this.break(node, place);
    else if (kind === 'list' || kind === 'rule' || isKept(this.context, node)) this.kept(node, place);
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
    if (last?.kind === 'text' && last.wraps === wraps && last.link === link) last.text += text;
    else this.push({ kind: 'text', wraps, link, text });
  }

  private kept(node: Exclude<HtmlNode, HtmlText>, { wraps, link }: Place): void {
    const block = node.kind === 'piece' ? node.isBlock : isBlockLevel(node.name);
    if (block) this.blockEnded = this.leaves.length > 0;
    this.startLine(wraps, link);
    this.afterSpace = false;
    this.push({ kind: 'kept', wraps, link, node });
    if (block) this.blockEnded = true;
  }

  private break(node: HtmlElement, { wraps, link }: Place): void {
    this.startLine(wraps, link);
    this.trimEnd();
    this.afterSpace = true;
    this.push({ kind: 'break', wraps, link, node });
  }

  /** Between two blocks the editor shows a line break, which no tag stands for. */
  private startLine(wraps: Wrap[], link: Link | undefined): void {
    if (!this.blockEnded) return;
    this.blockEnded = false;
    this.trimEnd();
    const last = this.leaves.at(-1);
    if (!last || (last.kind === 'break' && !last.node)) return;
    this.afterSpace = true;
    const within = last.link === link ? link : undefined;
    this.push({ kind: 'break', wraps: commonWraps(last.wraps, wraps), link: within, node: undefined });
  }

  private push(leaf: Leaf): void {
    this.context.spend(leaf.wraps);
    this.leaves.push(leaf);
  }

  private trimEnd(): void {
    const last = this.leaves.at(-1);
    if (last?.kind !== 'text' || !this.afterSpace) return;
    last.text = last.text.replace(/ $/, '');
    if (last.text === '') this.leaves.pop();
  }

  finish(): NodeJson[] {
    this.trimEnd();
    const nodes: NodeJson[] = [];
    for (let i = 0; i < this.leaves.length; ) {
      const { link } = this.leaves[i] as Leaf;
      let end = i + 1;
      while (link && this.leaves[end]?.link === link) end++;
      const inside = this.leaves.slice(i, end).map((leaf) => this.leafNode(leaf));
      for (const node of link ? [this.linkNode(link, inside)] : inside) nodes.push(node);
      i = end;
    }
    return nodes;
  }

  private leafNode(leaf: Leaf): NodeJson {
    const { context } = this;
    const { wraps } = leaf;
    if (leaf.kind === 'text') {
      const format = wraps.reduce(
        (bits, { tag }) => bits | (MARK_BITS[parseStartTag(tag)?.name ?? ''] ?? 0),
        0,
      );
      return textNode(leaf.text, format, wraps);
    }
    const { node } = leaf;
    if (leaf.kind === 'break') {
      const tag = node && context.tag(leaf.node as HtmlElement);
      // `</br>` breaks the line like `<br>` (HTML 13.2.6.4.7), but is no tag that could be written again.
      const written = tag === undefined || parseStartTag(tag) ? (tag ?? '') : '<br>';
      return breakNode(written, wraps);
    }
    return keptInlineNode(context.keep(leaf.node), wraps);
  }

  private linkNode({ id, node }: Link, children: NodeJson[]): NodeJson {
    const tag = this.context.tag(node);
    const fields = {
      url: attributeOf(tag, 'href') ?? '',
      newTab: attributeOf(tag, 'target')?.toLowerCase() === '_blank',
      rel: attributeOf(tag, 'rel'),
      title: attributeOf(tag, 'title'),
    };
    return linkNode(this.context.linkId(), fields, children, { tag, n: id, wraps: [] });
  }
}

function commonWraps(a: readonly Wrap[], b: readonly Wrap[]): Wrap[] {
  const end = a.findIndex((wrap, i) => b[i]?.id !== wrap.id);
  return end < 0 ? [...a] : a.slice(0, end);
}
