import { decodeHTMLAttribute } from 'entities/decode';

/** A start tag as it is written, and where its parts stand in it. */
export interface StartTag {
  /** Lower case. */
  name: string;
  attributes: Attribute[];
}

interface Attribute {
  /** Lower case. */
  name: string;
  /** Decoded; empty where the attribute has no value. */
  value: string;
  start: number;
  end: number;
}

const NAME = /<([a-z][^\s/>]*)/iy;
const SEPARATOR = /[\s/]*/y;
const ATTRIBUTE_NAME = /[^\s/>][^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const ATTRIBUTE_VALUE = /"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)|(?=>)/y;

/** The parts of a text that is exactly one start tag (HTML 13.2.5.8 and on); undefined for anything else. */
export function parseStartTag(tag: string): StartTag | undefined {
  const cached = parsed.get(tag);
  if (cached !== undefined) return cached ?? undefined;
  const result = scan(tag);
  if (parsed.size >= 1000) parsed.clear();
  if (tag.length <= 200) parsed.set(tag, result ?? null);
  return result;
}

/** Legacy texts repeat few tags many times. */
const parsed = new Map<string, StartTag | null>();

function scan(tag: string): StartTag | undefined {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(tag);
    if (match) at += match[0].length;
    return match;
  };
  const name = next(NAME)?.[1];
  if (!name) return undefined;
  const attributes: Attribute[] = [];
  for (;;) {
    next(SEPARATOR);
    if (tag[at] === '>') return at === tag.length - 1 ? { name: name.toLowerCase(), attributes } : undefined;
    const start = at;
    const attribute = next(ATTRIBUTE_NAME)?.[0];
    if (!attribute) return undefined;
    const value = next(EQUALS) ? next(ATTRIBUTE_VALUE) : [];
    if (!value) return undefined;
    const written = value[1] ?? value[2] ?? value[3] ?? '';
    attributes.push({ name: attribute.toLowerCase(), value: decodeHTMLAttribute(written), start, end: at });
  }
}

/** An attribute's decoded value; null where the tag has none of that name. */
export function attributeOf(tag: string, name: string): string | null {
  return parseStartTag(tag)?.attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

/** The tag with one attribute set, or taken out with null; every other byte stays. */
export function withAttribute(tag: string, name: string, value: string | null): string {
  const { name: tagName, attributes } = parseStartTag(tag) ?? { name: '', attributes: [] };
  const found = attributes.filter((attribute) => attribute.name === name);
  const written = value === null ? '' : `${name}="${escapeAttribute(value)}"`;
  if (found.length === 0) {
    if (value === null) return tag;
    const end = attributes.at(-1)?.end ?? tagName.length + 1;
    return `${tag.slice(0, end)} ${written}${tag.slice(end)}`;
  }
  let result = tag;
  for (const [index, { start, end }] of [...found.entries()].reverse()) {
    const replacement = index === 0 ? written : '';
    const from = replacement ? start : result.slice(0, start).trimEnd().length;
    const glue = replacement || /^[\s/>]/.test(result.slice(end)) ? '' : ' ';
    result = result.slice(0, from) + replacement + glue + result.slice(end);
  }
  return result;
}

/** The tag under another name, its attributes as they are. */
export function withName(tag: string, name: string): string {
  const current = parseStartTag(tag)?.name ?? '';
  return current === name ? tag : `<${name}${tag.slice(1 + current.length)}`;
}

/** The end tag for a start tag, in the start tag's own spelling. */
export function endTag(tag: string): string {
  NAME.lastIndex = 0;
  return `</${NAME.exec(tag)?.[1] ?? ''}>`;
}

const ALIGNMENTS: ReadonlySet<string> = new Set(['left', 'center', 'right', 'justify', 'start', 'end']);
const TEXT_ALIGN = /(^|;)(\s*text-align\s*:\s*)([a-z]+)([^;]*)/gi;

/** How a block's tag aligns its text (`style`, `align` or `<center>`): one of Lexical's formats, or ''. */
export function alignmentOf(tag: string): string {
  const { name, attributes } = parseStartTag(tag) ?? { name: '', attributes: [] };
  const style = attributes.find((attribute) => attribute.name === 'style')?.value ?? '';
  const styled = [...style.matchAll(TEXT_ALIGN)].at(-1)?.[3];
  const value = styled ?? attributes.find((attribute) => attribute.name === 'align')?.value ?? '';
  const found = value.toLowerCase() || (name === 'center' ? 'center' : '');
  return ALIGNMENTS.has(found) ? found : '';
}

/** The tag with another alignment, written as `text-align`; '' takes it out. */
export function withAlignment(tag: string, alignment: string): string {
  const plain = withAttribute(
    parseStartTag(tag)?.name === 'center' ? withName(tag, 'div') : tag,
    'align',
    null,
  );
  const style = (attributeOf(plain, 'style') ?? '').replace(TEXT_ALIGN, '').replace(/^[;\s]+/, '');
  const wanted = ALIGNMENTS.has(alignment) ? `text-align: ${alignment};` : '';
  const kept = style.trim() && wanted ? `${style.trim().replace(/;?$/, ';')} ` : style.trim();
  return withAttribute(plain, 'style', kept + wanted || null);
}

/** Text as HTML; a no-break space is written out, so that whoever reads the HTML can see it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character] ?? character);
}

function escapeAttribute(value: string): string {
  return value.replace(/[&"\u00a0]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
