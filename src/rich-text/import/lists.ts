import { alignmentOf, attributeOf, parseStartTag } from '../html/startTag.ts';
import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import type { NodeJson, Wrap } from '../state.ts';
import type { ImportContext } from './context.ts';
import { importInline, isNothing, preservesSpace } from './inline.ts';
import { itemNode, listNode } from './nodes.ts';

/** Deeper lists are kept as they are: Lexical walks nested lists by recursion. */
const MAX_LIST_DEPTH = 24;

/**
 * A list as Lexical nests it: a list inside an item becomes an item of its own behind that item. Undefined when the list
 * has no items, or is nested too deep.
 */
export function importList(
  context: ImportContext,
  list: HtmlElement,
  wraps: Wrap[],
  depth = 0,
): NodeJson | undefined {
  const tag = context.tag(list);
  if (depth >= MAX_LIST_DEPTH || !parseStartTag(tag)) return undefined;
  const ordered = list.name === 'ol';
  const start = ordered ? startOf(tag) : 1;
  const items = new Items(context, start, depth);
  for (const child of list.children) items.add(child);
  const children = items.finish();
  if (children.length === 0) return undefined;
  context.spend(wraps);
  return listNode(ordered ? 'ol' : 'ul', start, children, { tag, wraps });
}

/** The number of an ordered list's first item. */
export function startOf(tag: string): number {
  const written = attributeOf(tag, 'start')?.trim() ?? '';
  return /^-?\d{1,9}$/.test(written) ? Number(written) : 1;
}

class Items {
  private readonly context: ImportContext;
  private readonly depth: number;
  private readonly nodes: NodeJson[] = [];
  /** Content that stands in the list outside any item. */
  private loose: HtmlNode[] = [];
  private value: number;

  constructor(context: ImportContext, start: number, depth: number) {
    this.context = context;
    this.depth = depth;
    this.value = start;
  }

  add(node: HtmlNode): void {
    if (node.kind === 'element' && node.name === 'li') {
      this.endLoose();
      this.item(node);
    } else if (node.kind !== 'element' || !isList(node) || !this.directList(node)) this.loose.push(node);
  }

  finish(): NodeJson[] {
    this.endLoose();
    return this.nodes;
  }

  private endLoose(): void {
    const loose = this.loose;
    this.loose = [];
    if (loose.every((node) => isNothing(this.context, node))) return;
    const children = importInline(this.context, loose);
    if (children.length > 0) this.push(itemNode(this.value, children, '', { tag: '', wraps: [] }));
  }

  /** A list that stands in a list without an item around it. */
  private directList(node: HtmlElement): boolean {
    const list = importList(this.context, node, [], this.depth + 1);
    if (!list) return false;
    this.endLoose();
    this.push(itemNode(this.value, [list], '', { tag: '', alone: true, wraps: [] }));
    return true;
  }

  private item(node: HtmlElement): void {
    const tag = this.context.tag(node);
    const content = node.children.filter((child) => !isNothing(this.context, child));
    const firstList = content.findIndex(isList);
    // Lexical has no place for what follows a nested list in its item: such lists are kept as they are.
    const lists = firstList >= 0 && content.slice(firstList).every(isList) ? content.slice(firstList) : [];
    const nested = lists.map((list) => importList(this.context, list as HtmlElement, [], this.depth + 1));
    const opens = nested.every((list) => list !== undefined);
    const inline =
      opens && lists.length > 0
        ? node.children.slice(0, node.children.indexOf(lists[0] as HtmlNode))
        : node.children;
    const children = importInline(this.context, inline, preservesSpace(tag));
    const format = alignmentOf(tag);
    const alone = children.length === 0 && opens && nested.length > 0;
    if (!alone) {
      this.push(itemNode(this.value, children, format, { tag, wraps: [] }));
      this.value += 1;
    }
    if (!opens) return;
    for (const [index, list] of nested.entries()) {
      const first = alone && index === 0;
      const kept = first ? { tag, alone: true, wraps: [] } : { wraps: [] };
      this.push(itemNode(this.value, [list as NodeJson], first ? format : '', kept));
    }
  }

  private push(node: NodeJson): void {
    this.nodes.push(node);
  }
}

function isList(node: HtmlNode): boolean {
  return node.kind === 'element' && (node.name === 'ul' || node.name === 'ol');
}
