import { htmlToLexical } from '../import/index.ts';
import { blocksOf, childrenOf, keptHtmlOf, type NodeJson } from '../state.ts';
import { problem, type RichTextProblem } from './reasons.ts';

/**
 * Kept HTML that nobody has brought in before: it stands neither in stored states nor in the imported HTML, nor in a table of
 * theirs that was converted.
 * @param state one that `refuseState` has no problem with
 */
export function refuseNewHtml(
  state: unknown,
  stored: readonly unknown[],
  imported: string | null,
): RichTextProblem[] {
  const known = new Set(stored.flatMap((each) => [...keptIn(each)].map(({ html }) => html)));
  let unknown = keptIn(state).filter(({ html }) => !known.has(html));
  if (unknown.length === 0) return [];
  // Reading HTML costs time, and is hardly ever needed.
  const sources = [imported ?? '', ...known].filter((html) => html !== '');
  for (const source of sources) {
    for (const read of [htmlToLexical(source), htmlToLexical(source, ['table'])])
      for (const { html } of keptIn(read)) known.add(html);
  }
  unknown = unknown.filter(({ html }) => !known.has(html));
  return unknown.map(({ html, path }) => problem({ code: 'newHtml', what: html }, path));
}

interface KeptHtml {
  html: string;
  path: string;
}

function keptIn(state: unknown): KeptHtml[] {
  const found: KeptHtml[] = [];
  const walk = (node: NodeJson, path: string) => {
    const html = keptHtmlOf(node);
    if (html !== undefined) found.push({ html, path });
    for (const [index, child] of childrenOf(node).entries()) walk(child, `${path}.children.${index}`);
  };
  for (const [index, block] of blocksOf(state).entries()) walk(block, `root.children.${index}`);
  return found;
}
