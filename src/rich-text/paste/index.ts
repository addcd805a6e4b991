/**
 * What is pasted becomes plain HTML, which is read again as an import is: so it comes into the editor by the one way that makes
 * nodes of HTML, and can be nothing that this way, and the check of what is served, do not know.
 */
import { htmlToLexical } from '../import/index.ts';
import { KEPT_BLOCK } from '../nodeTypes.ts';
import {
  blocksOf,
  childrenOf,
  keptHtmlOf,
  keptOf,
  NODE_STATE,
  type NodeJson,
  toNodeState,
} from '../state.ts';
import { type Dropped, summed } from './dropped.ts';
import { isText } from './isText.ts';
import { readPlainText } from './plainText.ts';
import { readPaste, TooLarge } from './read.ts';
import { type PastedPicture, writeBlocks } from './write.ts';

export { TooLarge } from './read.ts';
export type { PastedPicture } from './write.ts';

/** What a clipboard is as plain HTML. */
export interface CleanPaste {
  html: string;
  dropped: Dropped[];
  pictures: PastedPicture[];
}

/**
 * The HTML of a clipboard (Word, Google Docs, LibreOffice, web pages) as plain HTML: paragraphs, headings from h2, lists, quotes,
 * tables, links that lead somewhere, and marks. How it looked is gone; pictures are given apart; whatever else is left out is
 * counted.
 * @param tables whether there may be tables: otherwise, what their cells hold
 * @param text the plain text beside it, which has what the HTML of some programs lacks, and lacks what they hide
 */
export function cleanPaste(html: string, tables = true, text = ''): CleanPaste {
  const { blocks, dropped } = readPaste(html, tables, text);
  return { ...writeBlocks(blocks), dropped };
}

export interface Pasted {
  /** As the editor itself writes them. */
  nodes: NodeJson[];
  dropped: Dropped[];
  pictures: PastedPicture[];
}

export interface Clipboard {
  /** What was copied in another text of the portal, as Lexical puts it on the clipboard. */
  copied?: readonly NodeJson[] | undefined;
  html: string;
  text: string;
}

/** What a clipboard is, and as what it could be read as well. */
export interface ReadPaste extends Pasted {
  other?: NodeJson[];
}

/** Undefined for what is put in as it is. @throws TooLarge */
export function readPasted({ copied, html, text }: Clipboard, inCell: boolean): ReadPaste | undefined {
  if (copied) return readCopied(copied);
  const isBare = html === '' || isPlain(html, text);
  if (isBare && !isText(text)) return undefined;
  const pasted = isBare ? undefined : readClipboard(html, inCell, text);
  if (pasted && pasted.nodes.length + pasted.dropped.length + pasted.pictures.length > 0) return pasted;
  const { nodes, joined } = readText(text);
  const left = { dropped: [], pictures: [] };
  return joined ? { nodes: joined, other: nodes, ...left } : { nodes, ...left };
}

/** The blocks that a clipboard's HTML is for the editor. @param inCell no table may stand there, unless it is all there is */
export function readClipboard(html: string, inCell: boolean, text = ''): Pasted {
  const { html: whole, ...left } = cleanPaste(html, true, text);
  const nodes = nodesOf(whole);
  const isMixed = nodes.length > 1 && nodes.some(({ type }) => type === 'table');
  if (!inCell || !isMixed) return { nodes, ...left };
  const { html: flat, ...leftOfFlat } = cleanPaste(html, false, text);
  return { nodes: nodesOf(flat), ...leftOfFlat };
}

/** Plain text as plain HTML, and as HTML with its lines joined where a page has cut them, as those of a PDF. */
export function cleanText(text: string): { html: string; joined: string | undefined } {
  const { blocks, joined } = readPlainText(text);
  return { html: writeBlocks(blocks).html, joined: joined && writeBlocks(joined).html };
}

/** The blocks that plain text is for the editor. */
export function readText(text: string): { nodes: NodeJson[]; joined: NodeJson[] | undefined } {
  const { html, joined } = cleanText(text);
  return { nodes: nodesOf(html), joined: joined === undefined ? undefined : nodesOf(joined) };
}

/** What programs and systems put around the HTML of a clipboard. */
const AROUND = /<!doctype[^<>]*>|<meta [^<>]*>|<\/?(?:html|head|body)>|<!--(?:Start|End)Fragment-->|\0/gi;

/**
 * True for HTML that says no more than the plain text beside it: of a PDF in Chromium's viewer, which is that text, with `<` and `&`
 * as they are; of a PDF in a page (PDF.js), and of code (VS Code), which only say where each line is and in what colour.
 */
export function isPlain(html: string, text: string): boolean {
  const [bare, beside] = [html, text].map((each) => each.replace(AROUND, '').replace(/\s+/g, ' ').trim());
  if (bare === beside) return true;
  const [, style = ''] = /^[^<]*(?:<meta [^>]*>)?<div style="([^"]*)/.exec(html) ?? [];
  return html.includes('<br role="presentation"') || style.includes('white-space: pre;');
}

/**
 * What was copied in another text of the portal. Markup that came with an import belongs to the text that it came with: blocks are
 * plain ones here, and what that text keeps as HTML is read as the HTML of any other page.
 * @param copied as Lexical puts it on the clipboard
 */
export function readCopied(copied: readonly NodeJson[]): Pasted {
  const pasted: Pasted = { nodes: [], dropped: [], pictures: [] };
  const read = (html: string, tables: boolean): NodeJson[] => {
    const { html: clean, dropped, pictures } = cleanPaste(html, tables);
    for (const each of dropped) pasted.dropped.push(each);
    for (const { after, ...each } of pictures)
      pasted.pictures.push({ ...each, after: pasted.nodes.length + (tables ? after : 1) });
    return nodesOf(clean);
  };
  const inside = (node: NodeJson): NodeJson => {
    if (!Array.isArray(node.children)) return node;
    const children = childrenOf(node).flatMap((child) => {
      const html = keptHtmlOf(child);
      if (html === undefined) return [inside(child)];
      const nodes = read(html, false);
      return child.type === KEPT_BLOCK ? nodes : nodes.flatMap(childrenOf);
    });
    return { ...node, children };
  };
  for (const node of copied) {
    const html = keptHtmlOf(node);
    const nodes = html === undefined ? [inside(node)].filter(isLeft(node)) : read(html, true);
    for (const each of nodes) pasted.nodes.push(fresh(each));
  }
  return { ...pasted, dropped: summed(pasted.dropped) };
}

/** False for a block of which nothing is left. */
function isLeft(before: NodeJson): (node: NodeJson) => boolean {
  return (node) => childrenOf(before).length === 0 || childrenOf(node).length > 0;
}

/** The blocks of plain HTML, without its tags. @throws TooLarge */
function nodesOf(html: string): NodeJson[] {
  const nodes = html ? blocksOf(htmlToLexical(html, ['table'])).map(fresh) : [];
  // What is beyond the bounds of an import stays one piece of HTML.
  if (nodes.some(({ type }) => type === KEPT_BLOCK)) throw new TooLarge();
  return nodes;
}

/** Tags by which a list says its numbers. */
const OF_NUMBERS = /^<(?:li value|ol type)=/;

/** Plain tags say nothing that a node does not say. */
function fresh(node: NodeJson): NodeJson {
  const { tag, wraps: _, n, list, ...held } = keptOf(node);
  const apart = list === undefined || n === undefined ? {} : { list, n };
  const { [NODE_STATE]: __, ...plain } = node;
  const own = tag !== undefined && OF_NUMBERS.test(tag) ? { tag } : {};
  const state = toNodeState({ ...held, ...apart, ...own, wraps: [] });
  const children = 'children' in node ? { children: childrenOf(node).map(fresh) } : {};
  return { ...plain, ...children, ...(state && { [NODE_STATE]: state }) };
}
