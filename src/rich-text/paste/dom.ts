import type { DefaultTreeAdapterTypes as Dom } from 'parse5';
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
}

/** The blocks in an element. */
export type Read = (element: Element, around: Around) => Block[];

export function isElement(node: Dom.Node): node is Element {
  return 'tagName' in node;
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** True where one of an element's classes begins so, in lower case. */
export function hasClass(element: Element, start: string): boolean {
  const classes = attribute(element, 'class')?.toLowerCase().split(/\s+/) ?? [];
  return classes.some((each) => each.startsWith(start));
}

/** The declarations of an element's `style`, in lower case. */
export function stylesOf(element: Element): Map<string, string> {
  const declarations = (attribute(element, 'style') ?? '').toLowerCase().split(';');
  return new Map(
    declarations.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(0, colon)).trim();
      return name ? [[name, declaration.slice(colon + 1).trim()] as const] : [];
    }),
  );
}

/** The words in an element. */
export function textOf(element: Element): string {
  let text = '';
  const open: Dom.ChildNode[] = [element];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('value' in node) text += node.value;
    else if (isElement(node)) open.push(...[...node.childNodes].reverse());
  }
  return text.replace(/\s+/g, ' ').trim();
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
  set('strong', isBold(styles.get('font-weight')));
  const slant = styles.get('font-style');
  set('em', slant === undefined ? undefined : /^(?:italic|oblique)/.test(slant));
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
