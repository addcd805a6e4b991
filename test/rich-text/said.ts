import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, html as standard } from 'parse5';

/** Elements that say something without content. */
const SAYING = new Set(['img', 'hr', 'br', 'iframe', 'input', 'embed']);
/** Two items of a source may share them; a rendered list does not repeat them. */
const IDENTITY = new Set(['id', 'value']);

/** Elements of a line; all others stand on lines of their own. */
const OF_A_LINE = new Set(
  'a b big code del em font i ins nobr s small span strike strong sub sup tt u img br iframe input svg'.split(
    ' ',
  ),
);

function childrenOf(node: DefaultTreeAdapterTypes.Element): DefaultTreeAdapterTypes.ChildNode[] {
  return 'content' in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes;
}

function saysNothing(node: DefaultTreeAdapterTypes.ChildNode): boolean {
  if ('value' in node) return /^[\t\n\f\r ]*$/.test(node.value);
  return 'tagName' in node && !SAYING.has(node.tagName) && childrenOf(node).every(saysNothing);
}

/**
 * What HTML says to a reader: each line, comment and picture in the elements that are around it, in the order of the page.
 * White space, elements that hold nothing, in which order elements stand around the same content, whether a line has a
 * paragraph of its own, and up to where a form goes are left aside.
 */
export function said(html: string): string {
  const lines: { around: string; words: string }[] = [];
  let isNewLine = true;
  const walk = (node: DefaultTreeAdapterTypes.ChildNode, path: readonly string[]) => {
    const around = [...path].sort().join('');
    const say = (words: string) => void lines.push({ around, words });
    if ('data' in node) lines.push({ around: '', words: `<!--${node.data}-->` });
    if ('value' in node) {
      const words = node.value.replace(/[\t\n\f\r ]+/g, '');
      const last = lines.at(-1);
      if (!isNewLine && last?.around === around) last.words += words;
      else if (words) say(words);
      if (words) isNewLine = false;
    }
    if (!('tagName' in node)) return;
    const attributes = node.attrs.filter(({ name }) => !IDENTITY.has(name));
    const tag = `<${node.tagName}${attributes.map(({ name, value }) => ` ${name}=${value}`).join('')}>`;
    if (SAYING.has(node.tagName)) lines.push({ around: '', words: tag });
    const children = childrenOf(node);
    if (children.every(saysNothing)) return;
    isNewLine ||= !OF_A_LINE.has(node.tagName);
    for (const child of children) walk(child, /^<(?:p>|form)/.test(tag) ? path : [...path, tag]);
    isNewLine ||= !OF_A_LINE.has(node.tagName);
  };
  const page = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  for (const node of parseFragment(page, html, { scriptingEnabled: false }).childNodes) walk(node, []);
  return lines.map(({ around, words }) => `${around}${words}`).join('\n');
}
