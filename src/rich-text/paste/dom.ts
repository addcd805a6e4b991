import type { DefaultTreeAdapterTypes as Dom } from 'parse5';
import { isBlockLevel } from '../html/elements.ts';
import type { Block } from './content.ts';

export type Element = Dom.Element;

/** How it stands around a node. */
export interface Around {
  marks: ReadonlySet<string>;
  href: string;
  /** White space counts. */
  pre: boolean;
  /** Of the lists around it. */
  level: number;
  /** In a paragraph of a list, whose marker is the list's to show. */
  isItem: boolean;
  /** In a figure: what stands below its picture. */
  caption: string;
}

/** The blocks in an element. */
export type Read = (element: Element, around: Around) => Block[];

export function isElement(node: Dom.Node): node is Element {
  return 'tagName' in node;
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

export function setAttribute(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((each) => each.name !== name), { name, value }];
}

/** An element's classes, in lower case. */
export function classesOf(element: Element): string[] {
  return attribute(element, 'class')?.toLowerCase().split(/\s+/) ?? [];
}

/** True where one of an element's classes begins so, in lower case. */
export function hasClass(element: Element, start: string): boolean {
  return classesOf(element).some((each) => each.startsWith(start));
}

/** The declarations of an element's `style`, in lower case. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  return declarationsOf(attribute(element, 'style') ?? '');
}

export function declarationsOf(style: string): Map<string, string> {
  const declarations = style.toLowerCase().split(';');
  return new Map(
    declarations.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(0, colon)).trim();
      const value = declaration.slice(colon + 1).replace('!important', '');
      return name ? [[name, value.trim()] as const] : [];
    }),
  );
}

/** The words in an element. */
export function textOf(element: Element): string {
  let text = '';
  const open: Dom.ChildNode[] = [element];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('value' in node) text += node.value;
    else if (isElement(node)) pushAll(open, node.childNodes);
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** The first element in another for which something is true. */
export function findIn(element: Element, isWanted: (each: Element) => boolean): Element | undefined {
  const open: Dom.ChildNode[] = [element];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!isElement(node)) continue;
    if (node !== element && isWanted(node)) return node;
    pushAll(open, node.childNodes);
  }
  return undefined;
}

/** So that the first is taken first. (A call takes no hundred thousand arguments.) */
function pushAll(open: Dom.ChildNode[], nodes: readonly Dom.ChildNode[]): void {
  for (const node of nodes.toReversed()) open.push(node);
}

const MARKS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Elements that browsers show in bold by themselves. */
const BOLD = new Set('h1 h2 h3 h4 h5 h6 th'.split(' '));

/** The marks in an element, by its name and its style. */
export function marksWith(
  around: ReadonlySet<string>,
  { tagName }: Element,
  styles: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const marks = new Set(around);
  const own = Object.hasOwn(MARKS, tagName) ? MARKS[tagName] : undefined;
  if (own) marks.add(own);
  const set = (mark: string, isSet: boolean | undefined) => {
    if (isSet === true) marks.add(mark);
    if (isSet === false) marks.delete(mark);
  };
  const font = ` ${styles.get('font') ?? ''} `;
  if (!BOLD.has(tagName))
    set('strong', isBold(styles.get('font-weight')) ?? (font.includes(' bold ') || undefined));
  const slant = styles.get('font-style');
  const isItalic = font.includes(' italic ') || undefined;
  set('em', slant === undefined ? isItalic : /^(?:italic|oblique)/.test(slant));
  const lines = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`;
  set('u', lines.includes('underline') || undefined);
  set('s', lines.includes('line-through') || undefined);
  set('sub', styles.get('vertical-align') === 'sub' || undefined);
  set('sup', styles.get('vertical-align') === 'super' || undefined);
  return marks;
}

function isBold(weight: string | undefined): boolean | undefined {
  if (weight === 'bold' || weight === 'bolder') return true;
  if (weight === 'normal' || weight === 'lighter') return false;
  return weight !== undefined && /^\d+$/.test(weight) ? Number(weight) >= 600 : undefined;
}

/** True for what stands on lines of its own, by its name unless its style says otherwise. */
export function isBlock({ tagName, attrs }: Element, styles: ReadonlyMap<string, string>): boolean {
  // Slack parts paragraphs so.
  if (attrs.some(({ name, value }) => name === 'data-stringify-type' && value === 'paragraph-break'))
    return true;
  const display = styles.get('display') ?? '';
  if (isBlockLevel(tagName)) return !(display.startsWith('inline') && (tagName === 'div' || tagName === 'p'));
  return /^(?:block|flex|grid|list-item|table)$/.test(display);
}

/** Undefined where an element does not say whether white space in it counts. */
export function keepsSpace({ tagName }: Element, styles: ReadonlyMap<string, string>): boolean | undefined {
  const said = styles.get('white-space') ?? styles.get('white-space-collapse') ?? '';
  if (/^(?:pre|break-spaces)/.test(said)) return true;
  if (/^(?:normal|nowrap|collapse|initial)/.test(said)) return false;
  return tagName === 'pre' ? true : undefined;
}

const TEXTS = new Set('h1 h2 h3 h4 h5 h6 blockquote'.split(' '));

/** What a block is; undefined where it is what stands around it. */
export function tagOf(element: Element): string | undefined {
  if (TEXTS.has(element.tagName)) return element.tagName;
  if (attribute(element, 'role') !== 'heading') return undefined;
  const level = Number(attribute(element, 'aria-level') ?? 2);
  return level >= 1 && level <= 6 ? `h${Math.floor(level)}` : 'h6';
}
