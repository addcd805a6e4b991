import { endTag } from '../html/startTag.ts';

/** A piece of rendered HTML: a tag, a word, or what is kept as it is. */
export interface Token {
  html: string;
  /** The tag of a block: white space beside it is not shown. */
  block: boolean;
  /** The node (or wrapping element's number) it renders, and which part of it. */
  key: object | number | undefined;
  part: 'open' | 'close' | TextPart;
}

/** A stretch of a text node's text. */
interface TextPart {
  start: number;
  end: number;
}

/** An element that stands open around what is rendered. */
export interface OpenElement {
  /** Neighbours with equal keys (and tags) stand in one element. */
  key: object | number | string;
  tag: string;
  block: boolean;
  /** What its tokens say they render. */
  from: object | number | undefined;
}

/** Collects tokens; elements that neighbours share are opened once. */
export class TokenWriter {
  readonly tokens: Token[] = [];
  /** The last thing written is text outside any paragraph: more of the same would run into it. */
  endsBare = false;

  write(html: string, block: boolean, key?: object | number, part: Token['part'] = 'open'): void {
    this.tokens.push({ html, block, key, part });
    if (block) this.endsBare = false;
  }

  /** Writes each item inside its path of elements, leaving open what the next one shares; `onApart` runs where nothing is. */
  nest<T extends { path: readonly OpenElement[] }>(
    items: readonly T[],
    write: (item: T) => void,
    onApart?: () => void,
  ): void {
    const open: OpenElement[] = [];
    for (const item of items) {
      const { path } = item;
      let shared = 0;
      while (shared < open.length && isSame(open[shared], path[shared])) shared++;
      this.close(open, shared);
      if (shared === 0) onApart?.();
      for (const element of path.slice(shared)) {
        open.push(element);
        this.write(element.tag, element.block, element.from, 'open');
      }
      write(item);
    }
    this.close(open, 0);
  }

  private close(open: OpenElement[], depth: number): void {
    while (open.length > depth) {
      const element = open.pop() as OpenElement;
      this.write(endTag(element.tag), element.block, element.from, 'close');
    }
  }
}

function isSame(a: OpenElement | undefined, b: OpenElement | undefined): boolean {
  return a !== undefined && b !== undefined && a.key === b.key && a.tag === b.tag;
}

/** The leading elements that two paths share. */
export function sharedPath(a: readonly OpenElement[], b: readonly OpenElement[]): OpenElement[] {
  const end = a.findIndex((element, i) => !isSame(element, b[i]));
  return end < 0 ? [...a] : a.slice(0, end);
}
