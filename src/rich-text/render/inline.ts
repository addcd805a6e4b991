import { DEFAULT_MARKS } from '../html/elements.ts';
import { KINDS } from '../kinds/index.ts';
import type { Writer } from '../kinds/kind.ts';
import { bitOf } from '../kinds/plain.ts';
import { childrenOf, type Kept, keptOf, type NodeJson } from '../state.ts';
import { joinFresh, type OpenElement, type Placed, sharedPath, tagsBetween } from './paths.ts';

interface Leaf extends Placed {
  node: NodeJson;
  html: string;
  kept: Kept;
  link: Link | undefined;
}

interface Link {
  element: OpenElement;
  number: number | undefined;
}

/** No leaf holds anything. */
const LEAF: Writer = { inline: () => '', blocks: () => '' };

/** The inline content of a block as HTML. */
export function renderInline(children: readonly NodeJson[]): string {
  const leaves: Leaf[] = [];
  for (const child of children) collect(child, undefined, leaves);
  const dropped = droppedMarks(leaves);
  for (const leaf of leaves) leaf.path = ownPath(leaf, dropped);
  for (const [link, inside] of leavesByLink(leaves)) placeLink(link, inside);
  joinFresh(leaves);
  let html = '';
  let open: Placed['path'] = [];
  for (const leaf of leaves) {
    html += tagsBetween(open, leaf.path) + leaf.html;
    open = leaf.path;
  }
  return html + tagsBetween(open, []);
}

function collect(node: NodeJson, link: Link | undefined, leaves: Leaf[]): void {
  const kept = keptOf(node);
  const kind = KINDS.get(node.type);
  if (kind?.level === 'leaf') {
    const html = kind.render?.(node, LEAF) ?? '';
    const isText = node.type === 'text' || node.type === 'tab';
    if (isText && html === '') return;
    const fresh = !isText && kept.tag === undefined && kept.wraps.length === 0;
    leaves.push({ node, html, kept, link, path: [], fresh });
    return;
  }
  const inside = kind?.tag && { element: { key: node, tag: kind.tag(node, kept) }, number: kept.n };
  for (const child of childrenOf(node)) collect(child, link ?? inside, leaves);
}

function formatOf(node: NodeJson): number {
  return typeof node.format === 'number' ? node.format : 0;
}

/** Mark elements that the editor took off at least one of their texts: they no longer hold breaks and kept content. */
function droppedMarks(leaves: readonly Leaf[]): Set<number> {
  const dropped = new Set<number>();
  for (const { node, kept } of leaves) {
    if (node.type !== 'text') continue;
    for (const { id, tag } of kept.wraps) {
      const bit = bitOf(tag);
      if (bit && !(formatOf(node) & bit)) dropped.add(id);
    }
  }
  return dropped;
}

function ownPath({ node, kept }: Leaf, dropped: ReadonlySet<number>): OpenElement[] {
  const path: OpenElement[] = [];
  let missing = node.type === 'text' ? formatOf(node) : 0;
  for (const { id, tag } of kept.wraps) {
    const bit = bitOf(tag);
    const stays = node.type === 'text' ? !bit || (formatOf(node) & bit) !== 0 : !dropped.has(id);
    if (stays) path.push({ key: id, tag });
    missing &= ~bit;
  }
  for (const [bit, name] of DEFAULT_MARKS) {
    if (missing & bit) path.push({ key: name, tag: `<${name}>` });
  }
  return path;
}

function leavesByLink(leaves: readonly Leaf[]): Map<Link, Leaf[]> {
  const groups = new Map<Link, Leaf[]>();
  for (const leaf of leaves) {
    if (!leaf.link) continue;
    const group = groups.get(leaf.link);
    if (group) group.push(leaf);
    else groups.set(leaf.link, [leaf]);
  }
  return groups;
}

/** A link stands inside the elements that all its content shares and that are outside it in the source. */
function placeLink(link: Link, inside: readonly Leaf[]): void {
  const settled = inside.filter((leaf) => !leaf.fresh);
  const shared = settled.reduce((path, leaf) => sharedPath(path, leaf.path), settled[0]?.path ?? []);
  const limit = link.number ?? Number.POSITIVE_INFINITY;
  const inner = shared.findIndex(({ key }) => typeof key !== 'number' || key > limit);
  const outer = inner < 0 ? shared : shared.slice(0, inner);
  for (const leaf of inside)
    leaf.path = [...outer, link.element, ...leaf.path.slice(leaf.fresh ? 0 : outer.length)];
}
