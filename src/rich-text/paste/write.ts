import { DEFAULT_MARKS } from '../html/elements.ts';
import { escapeAttribute, escapeText } from '../html/startTag.ts';
import type { Block, Cell, ItemPlace, NumberType, Run, TableBlock } from './content.ts';
import { numberOf } from './lists.ts';

/** A picture of a clipboard. It is not in the text. */
export interface PastedPicture {
  /** As the clipboard has it: `data:` with its bytes, or an address. */
  src: string;
  /** What the clipboard says that it shows; '' for nothing. */
  alt: string;
  /** How many blocks stand before it. */
  after: number;
  /** The id of the image of the media library that it is. */
  image?: number | string;
}

/** Content as plain HTML, and the pictures that belong between its blocks. */
export function writeBlocks(blocks: readonly Block[]): { html: string; pictures: PastedPicture[] } {
  const pictures: PastedPicture[] = [];
  const lists = new Lists();
  let html = '';
  let others = 0;
  for (const block of blocks) {
    if (block.kind === 'picture')
      pictures.push({ src: block.src, alt: block.alt, after: others + lists.count });
    else if (block.kind === 'text' && block.item && block.tag === 'p')
      html += lists.item(block.item, writeRuns(block.runs));
    else {
      html += lists.end();
      others += 1;
      if (block.kind === 'rule') html += '<hr>';
      else if (block.kind === 'table') html += writeTable(block);
      else {
        const number = block.item ? numberOf(block.item) : '';
        html += `<${block.tag}>${number}${writeRuns(block.runs)}</${block.tag}>`;
      }
    }
  }
  return { html: html + lists.end(), pictures };
}

interface OpenList {
  /** Of its newest item. */
  place: ItemPlace;
  type: NumberType | undefined;
  /** The number of its next item. */
  next: number;
}

/** Writes neighbouring items as lists in each other. */
class Lists {
  /** How many stand in no other. */
  count = 0;
  /** The innermost last. */
  readonly #open: OpenList[] = [];
  readonly #begun = new Set<ItemPlace>();

  item(place: ItemPlace, words: string): string {
    const left = this.#open.filter((list) => list.place.level < place.level || goesOn(list, place));
    const ends = this.end(left.length);
    let list = left.at(-1);
    let tag = '</li>';
    if (list?.place.level !== place.level) {
      const [first] = place.readings;
      list = { place, type: first?.type, next: first?.number ?? 1 };
      tag = startTag(list);
      if (this.#open.push(list) === 1) this.count += 1;
    }
    // Text of an item behind a list in it is an item of its own.
    const isNew = !this.#begun.has(place);
    this.#begun.add(place);
    const { type, next } = list;
    const said = isNew ? place.readings.find((each) => each.type === type)?.number : undefined;
    const number = said ?? next;
    Object.assign(list, { place, next: number + 1 });
    const value = number === next ? '' : ` value="${number}"`;
    return `${ends}${tag}<li${value}>${isNew ? (place.words ?? '') : ''}${words}`;
  }

  /** @param left how many stay open */
  end(left = 0): string {
    const ended = this.#open.splice(left).reverse();
    return ended.map(({ type }) => `</li></${type === undefined ? 'ul' : 'ol'}>`).join('');
  }
}

function startTag({ type, next }: OpenList): string {
  if (type === undefined) return '<ul>';
  return `<ol${type && ` type="${type}"`}${next === 1 ? '' : ` start="${next}"`}>`;
}

function goesOn({ place, type, next }: OpenList, { level, list, readings }: ItemPlace): boolean {
  if (place.level !== level || place.list !== list) return false;
  const [first] = readings;
  return first?.type === type || readings.some((each) => each.type === type && each.number === next);
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
  const isLine = blocks.length === 1 && only?.kind === 'text' && only.tag === 'p' && !only.item;
  return `<${name}${attributes.join('')}>${isLine ? writeRuns(only.runs) : writeBlocks(blocks).html}</${name}>`;
}

/** The tags around a run, the outermost first. */
function pathOf({ marks, href }: Run): string[] {
  const link = href ? [`a href="${escapeAttribute(href)}"`] : [];
  // Links are underlined without it.
  const shown = DEFAULT_MARKS.filter(([bit, name]) => (marks & bit) !== 0 && !(href && name === 'u'));
  return [...link, ...shown.map(([, name]) => name)];
}

function writeRuns(runs: readonly Run[]): string {
  let html = '';
  let open: string[] = [];
  let breaks = '';
  /** A line break stands in what both its neighbours stand in. */
  const go = (to: string[]) => {
    const differs = open.findIndex((tag, i) => tag !== to[i]);
    const shared = differs < 0 ? open.length : differs;
    const ends = open.slice(shared).reverse();
    const starts = to.slice(shared);
    html += ends.map((tag) => `</${tag.split(' ')[0]}>`).join('') + breaks;
    html += starts.map((tag) => `<${tag}>`).join('');
    open = to;
    breaks = '';
  };
  for (const run of runs) {
    if (run.text === '\n') breaks += '<br>';
    else {
      go(pathOf(run));
      html += escapeText(run.text);
    }
  }
  go([]);
  return html;
}
