import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, html as standard } from 'parse5';

const MARKS = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

type TreeNode = DefaultTreeAdapterTypes.ChildNode;

/** A start tag, a comment or a text, as `depth` elements stand around it. */
export interface Reading {
  depth: number;
  said: string;
}

/**
 * What HTML says in a page, as the parser's own tree has it: each start tag with its attributes, each comment and each text,
 * in the order of the tree.
 */
export function readHtml(html: string, depth = 0): Reading[] {
  const options = { sourceCodeLocationInfo: true, scriptingEnabled: false };
  const page = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return parseFragment(page, html, options).childNodes.flatMap((node) => readNode(node, depth));
}

function readNode(node: TreeNode, depth: number): Reading[] {
  if ('value' in node) return words(node.value).map((said) => ({ depth, said }));
  if ('data' in node) return [{ depth, said: `<!--${node.data}-->` }];
  if (!('tagName' in node)) return [];
  // What the parser adds, such as a <tbody>, stands nowhere in the source; a mark that it opens again does.
  const isAdded = !node.sourceCodeLocation && !MARKS.has(node.tagName);
  const children = 'content' in node ? node.content.childNodes : node.childNodes;
  const inside = children.flatMap((child) => readNode(child, isAdded ? depth : depth + 1));
  if (isAdded) return inside;
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${value}"`);
  return [{ depth, said: `<${node.tagName}${attributes.join('')}>` }, ...inside];
}

/** A text, each run of white space one space, none at its edges: more of it is not seen. */
function words(text: string): string[] {
  const seen = text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
  return seen === '' ? [] : [seen];
}

interface StateNode {
  type: string;
  text?: string;
  children?: StateNode[];
  html?: string;
  /** What it keeps of its source: `tag` its own start tag, `h1`, `h2`, … those of elements around it. */
  $?: Record<string, unknown>;
}

/** What an imported editor state holds, in the same terms, read from its JSON alone. */
export function readState(state: unknown): Reading[] {
  const seen = new Set<string>();
  const { children = [] } = (state as { root: StateNode }).root;
  return children.flatMap((child) => readBlock(child, 0));

  /** Elements around a node: each is said once, where its first content stands. */
  function around(kept: Record<string, unknown>, depth: number, more: [string, string][] = []): Reading[] {
    const wraps = Object.entries(kept).flatMap(([key, tag]): [string, string][] =>
      /^h\d+$/.test(key) ? [[key, String(tag)]] : [],
    );
    const path = [...wraps, ...more].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
    return path.flatMap(([key, tag], index) => {
      if (seen.has(key)) return [];
      seen.add(key);
      return readTag(tag, depth + index);
    });
  }

  function readBlock(node: StateNode, depth: number): Reading[] {
    if (node.type === 'kept') return readKept(node, depth);
    if (node.type === 'horizontalrule') return readTag('<hr>', depth);
    const kept = node.$ ?? {};
    const outside = around(kept, depth);
    const own = depth + depthOf(kept);
    const tag = String(kept.tag ?? '');
    const inside = tag === '' ? own : own + 1;
    const children = (node.children ?? []).flatMap((child, index) => {
      if (node.type !== 'list') return readInline(child, inside);
      // A nested list is an item of its own here; it stands in the item before it.
      const nests = child.children?.[0]?.type === 'list' && child.$?.tag === undefined;
      if (!nests) return readBlock(child, inside);
      const hasItem = index > 0 && child.$?.alone !== true;
      return (child.children ?? []).flatMap((list) => readBlock(list, hasItem ? inside + 1 : inside));
    });
    return [...outside, ...(tag === '' ? [] : readTag(tag, own)), ...children];
  }

  function readInline(node: StateNode, depth: number, link?: [string, string]): Reading[] {
    const kept = node.$ ?? {};
    if (node.type === 'kept_inline') return readKept(node, depth, link);
    if (node.type === 'list') return readBlock(node, depth);
    if (node.type === 'link') {
      const own: [string, string] = [`h${kept.n}`, String(kept.tag)];
      return (node.children ?? []).flatMap((child) => readInline(child, depth, own));
    }
    const outside = around(kept, depth, link && [link]);
    const own = depth + depthOf(kept) + (link ? 1 : 0);
    if (node.type === 'linebreak')
      return kept.tag ? [...outside, ...readTag(String(kept.tag), own)] : outside;
    return [...outside, ...words(node.text ?? '').map((said) => ({ depth: own, said }))];
  }

  function readKept(
    { html = '', $: kept = {} }: StateNode,
    depth: number,
    link?: [string, string],
  ): Reading[] {
    const own = depth + depthOf(kept) + (link ? 1 : 0);
    return [...around(kept, depth, link && [link]), ...readHtml(html, own)];
  }
}

/** How many elements a node says are around it; those of an item that names its list are around that list. */
function depthOf(kept: Record<string, unknown>): number {
  return kept.list === undefined ? Object.keys(kept).filter((key) => /^h\d+$/.test(key)).length : 0;
}

const readTag = (tag: string, depth: number) => readHtml(tag, depth);

/** A reading as one line. */
export const line = (readings: Reading[]) => readings.map(({ depth, said }) => `${depth}${said}`).join('|');
