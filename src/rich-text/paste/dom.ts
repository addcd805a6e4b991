import type { DefaultTreeAdapterTypes as Dom } from 'parse5';
import { isBlockLevel, MARK_BITS } from '../html/elements.ts';

export type Element = Dom.Element;
export type Node = Dom.ChildNode;
export type Styles = ReadonlyMap<string, string>;

export function isElement(node: Dom.Node): node is Element {
  return 'tagName' in node;
}

/** The elements in an element that have one of some names. */
export function childrenNamed({ childNodes }: Element, ...names: string[]): Element[] {
  return childNodes.filter(isElement).filter(({ tagName }) => names.includes(tagName));
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** An element's classes, in lower case. */
export function classesOf(element: Element): string[] {
  return attribute(element, 'class')?.toLowerCase().split(/\s+/) ?? [];
}

/** The declarations of an element's `style`, in lower case. */
export function stylesOf(element: Element): Styles {
  const declarations = (attribute(element, 'style') ?? '').toLowerCase().split(';');
  return new Map(
    declarations.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(0, colon)).trim();
      const value = declaration.slice(colon + 1).replace('!important', '');
      return name ? [[name, value.trim()] as const] : [];
    }),
  );
}

/** The texts in an element that are seen. */
export function textsIn(element: Element): Dom.TextNode[] {
  const texts: Dom.TextNode[] = [];
  const open: Node[] = [element];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('value' in node) texts.push(node);
    // The first is taken first. (A call takes no hundred thousand arguments.)
    else if (isElement(node) && !isHidden(node))
      for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return texts;
}

export function textOf(element: Element): string {
  const texts = textsIn(element).map(({ value }) => value);
  return texts.join('').replace(/\s+/g, ' ').trim();
}

/** The classes by which pages name what only screen readers say. */
const READER_ONLY =
  /^(?:[a-z]+-)?(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only|s-only)?|element-invisible|show-for-sr|a11y-hidden|hidden-?visually)(?:-focusable)?$/;

/** Fonts that show a word as an icon. */
const ICON_FONT = /^material-(?:icons|symbols)/;

/** Farther than any page shows, in whatever unit. */
const FAR = -900;

/** True for an element whose own style or class hides it. */
export function isHidden(element: Element): boolean {
  const styles = stylesOf(element);
  const number = (name: string) => Number.parseFloat(styles.get(name) ?? '');
  if (styles.get('display') === 'none' || number('opacity') === 0 || number('text-indent') <= FAR)
    return true;
  const isCut = /^(?:hidden|clip)/.test(styles.get('overflow') ?? '');
  if (isCut && (number('max-height') === 0 || number('height') === 0)) return true;
  if (/^(?:absolute|fixed)/.test(styles.get('position') ?? '')) {
    if (isCut && number('width') <= 1 && number('height') <= 1) return true;
    if (number('left') <= FAR || number('top') <= FAR) return true;
  }
  return classesOf(element).some((name) => READER_ONLY.test(name) || ICON_FONT.test(name));
}

/** Whether text in an element has a size of nothing, as the text around it or by its own style. */
export function isSizeless(around: boolean, styles: Styles): boolean {
  const size = styles.get('font-size') ?? '';
  return Number.parseFloat(size) === 0 || (around && (size === '' || /\d(?:em|ex|%)$/.test(size)));
}

const BITS = { bold: 1, italic: 2, struck: 4, underlined: 8, code: 16, sub: 32, super: 64 };

/** The marks of elements; what was added while changes were tracked has none. */
const MARKS: Readonly<Record<string, number>> = {
  ...MARK_BITS,
  ins: 0,
  kbd: BITS.code,
  samp: BITS.code,
  tt: BITS.code,
};

/** Elements that browsers show in bold by themselves. */
const BOLD = new Set('h1 h2 h3 h4 h5 h6 th'.split(' '));

/** The marks in an element, by its name and its style. */
export function marksWith(around: number, element: Element, styles: Styles): number {
  const { tagName } = element;
  let marks = around | (Object.hasOwn(MARKS, tagName) ? (MARKS[tagName] ?? 0) : 0) | ofScript(element);
  const set = (bit: number, isSet: boolean) => {
    marks = isSet ? marks | bit : marks & ~bit;
  };
  const weight = styles.get('font-weight') ?? '';
  if (!BOLD.has(tagName) && /^(?:\d+|bold|bolder|normal|lighter)$/.test(weight))
    set(BITS.bold, weight.startsWith('bold') || Number(weight) >= 600);
  const slant = styles.get('font-style');
  if (slant !== undefined) set(BITS.italic, /^(?:italic|oblique)/.test(slant));
  const lines = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`;
  if (lines.includes('underline')) set(BITS.underlined, true);
  if (lines.includes('line-through')) set(BITS.struck, true);
  const place = styles.get('vertical-align');
  if (place === 'sub' || place === 'super') set(BITS[place], true);
  return marks;
}

/** The mark of what stands above or below another part of a formula (MathML). */
function ofScript(element: Element): number {
  const { parentNode: parent } = element;
  if (!parent || !isElement(parent) || !/^msu(?:b|p|bsup)$/.test(parent.tagName)) return 0;
  const at = parent.childNodes.filter(isElement).indexOf(element);
  if (at < 1) return 0;
  return at === 2 || parent.tagName === 'msup' ? BITS.super : BITS.sub;
}

/** True for what stands on lines of its own, by its name unless its style says otherwise. */
export function isBlock({ tagName }: Element, styles: Styles): boolean {
  const display = styles.get('display') ?? '';
  if (isBlockLevel(tagName)) return !(display.startsWith('inline') && (tagName === 'div' || tagName === 'p'));
  return /^(?:block|flex|grid|list-item|table)$/.test(display);
}

/** Whether white space counts in an element, as around it or by its own style. */
export function keepsSpace(around: boolean, { tagName }: Element, styles: Styles): boolean {
  const said = styles.get('white-space') ?? styles.get('white-space-collapse') ?? '';
  if (/^(?:pre|break-spaces)/.test(said)) return true;
  if (/^(?:normal|nowrap|collapse|initial)/.test(said)) return false;
  return around || tagName === 'pre';
}

const TEXTS = new Set('h1 h2 h3 h4 h5 h6 blockquote'.split(' '));

/** What a block is; undefined where it is what stands around it. */
export function tagOf(element: Element): string | undefined {
  if (TEXTS.has(element.tagName)) return element.tagName;
  if (attribute(element, 'role') !== 'heading') return undefined;
  const level = Number(attribute(element, 'aria-level') ?? 2);
  return level >= 1 && level <= 6 ? `h${Math.floor(level)}` : 'h6';
}

const FLOATS = /style=(?:"[^"]*|'[^']*)(?:float:\s*(?:left|right)|position:\s*absolute)/i;
const BEGINS_BLOCK = /^\s*<(?:p|h[1-6]|ul|ol|dl|div|table)\b/i;

/**
 * HTML whose boxes of text are elements that may hold paragraphs within a paragraph: as LibreOffice writes them, the parser would
 * end the paragraph that they stand in, in the middle of a word.
 */
export function withBoxes(html: string): string {
  if (!FLOATS.test(html)) return html;
  const open: string[] = [];
  return html.replace(/<(\/?)span\b[^<>]*>/gi, (tag: string, slash: string, at: number) => {
    const after = at + tag.length;
    const isBegun = FLOATS.test(tag) && BEGINS_BLOCK.test(html.slice(after, after + 100));
    if (slash === '') open.push(isBegun ? 'marquee' : 'span');
    return `<${slash}${slash === '' ? open.at(-1) : (open.pop() ?? 'span')}${tag.slice(slash.length + 5)}`;
  });
}

/** True for what {@link withBoxes} has made: it stands behind its paragraph. */
export function isBox(element: Element): boolean {
  const styles = stylesOf(element);
  return element.tagName === 'marquee' && (styles.has('float') || styles.get('position') === 'absolute');
}
