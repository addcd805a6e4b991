import { DEFAULT_MARKS } from '../html/elements.ts';
import { escapeAttribute, escapeText } from '../html/startTag.ts';
import type { Block, Cell, Item, ListBlock, Run, TableBlock } from './content.ts';

/** Content as plain HTML. */
export function writeBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'picture') return '';
      if (block.kind === 'rule') return '<hr>';
      if (block.kind === 'list') return writeList(block);
      if (block.kind === 'table') return writeTable(block);
      return `<${block.tag}>${writeRuns(block.runs)}</${block.tag}>`;
    })
    .join('');
}

function writeList({ type, start, items }: ListBlock): string {
  if (type === undefined) return `<ul>${items.map((item) => writeItem(item, '')).join('')}</ul>`;
  let next = start;
  const written = items.map((item) => {
    const number = item.number ?? next;
    const value = number === next ? '' : ` value="${number}"`;
    next = number + 1;
    return writeItem(item, value);
  });
  const attributes = `${type && ` type="${type}"`}${start === 1 ? '' : ` start="${start}"`}`;
  return `<ol${attributes}>${written.join('')}</ol>`;
}

function writeItem({ runs, lists }: Item, value: string): string {
  return `<li${value}>${writeRuns(runs)}${lists.map(writeList).join('')}</li>`;
}

function writeTable({ caption, head, body }: TableBlock): string {
  const rows = (all: Cell[][]) => all.map((cells) => `<tr>${cells.map(writeCell).join('')}</tr>`).join('');
  const title = caption ? `<caption>${escapeText(caption)}</caption>` : '';
  const thead = head.length > 0 ? `<thead>${rows(head)}</thead>` : '';
  return `<table>${title}${thead}${body.length > 0 ? `<tbody>${rows(body)}</tbody>` : ''}</table>`;
}

function writeCell({ name, scope, colSpan, rowSpan, blocks }: Cell): string {
  const attributes = [
    scope && ` scope="${scope}"`,
    colSpan > 1 && ` colspan="${colSpan}"`,
    rowSpan > 1 && ` rowspan="${rowSpan}"`,
  ].filter(Boolean);
  const [only] = blocks;
  const isLine = blocks.length === 1 && only?.kind === 'text' && only.tag === 'p';
  return `<${name}${attributes.join('')}>${isLine ? writeRuns(only.runs) : writeBlocks(blocks)}</${name}>`;
}

/** The tags around a run, the outermost first. */
function pathOf({ text, marks, href }: Run): string[] | undefined {
  if (text === '\n') return undefined;
  const link = href ? [`a href="${escapeAttribute(href)}"`] : [];
  // Links are underlined without it.
  const isShown = (name: string) => marks.has(name) && !(href && name === 'u');
  return [...link, ...DEFAULT_MARKS.map(([, name]) => name).filter(isShown)];
}

/** The tags around each run; a line break stands in what both its neighbours stand in. */
function pathsOf(runs: readonly Run[]): string[][] {
  const paths = runs.map(pathOf);
  let next: string[] = [];
  const after = paths
    .toReversed()
    .map((path) => (next = path ?? next))
    .reverse();
  let last: string[] = [];
  return paths.map((path, i) => {
    if (path) last = path;
    return path ?? shared(last, after[i] ?? []);
  });
}

function shared(before: string[], after: readonly string[]): string[] {
  const end = before.findIndex((tag, i) => tag !== after[i]);
  return end < 0 ? before : before.slice(0, end);
}

function writeRuns(runs: readonly Run[]): string {
  let html = '';
  let open: string[] = [];
  const go = (to: string[]) => {
    const differs = open.findIndex((tag, i) => tag !== to[i]);
    const shared = differs < 0 ? Math.min(open.length, to.length) : differs;
    const ends = open.slice(shared).reverse();
    html += ends.map((tag) => `</${tag.split(' ')[0]}>`).join('');
    html += to
      .slice(shared)
      .map((tag) => `<${tag}>`)
      .join('');
    open = to;
  };
  const paths = pathsOf(runs);
  for (const [i, { text }] of runs.entries()) {
    go(paths[i] ?? []);
    html += text === '\n' ? '<br>' : escapeText(text);
  }
  go([]);
  return html;
}
