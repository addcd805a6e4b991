import type { StartTag } from './parser.ts';
import { readHtml } from './read.ts';

/** The parts of a text that is exactly one start tag (HTML 13.2.5.8 and on); undefined for anything else. */
export function parseStartTag(tag: string): StartTag | undefined {
  const cached = parsed.get(tag);
  if (cached !== undefined) return cached ?? undefined;
  const result = readStartTag(tag);
  if (parsed.size >= 1000) parsed.clear();
  if (tag.length <= 200) parsed.set(tag, result ?? null);
  return result;
}

/** Legacy texts repeat few tags many times. */
const parsed = new Map<string, StartTag | null>();

function readStartTag(text: string): StartTag | undefined {
  const [tag] = readHtml(text).tags;
  return tag?.start === 0 && tag.end === text.length ? tag : undefined;
}

/** The name of a start tag, lower case; '' for anything else. */
export function nameOf(tag: string): string {
  return parseStartTag(tag)?.name ?? '';
}

/** An attribute's decoded value; null where the tag has none of that name. */
export function attributeOf(tag: string, name: string): string | null {
  return parseStartTag(tag)?.attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

/** The tag with one attribute set, or taken out with null; every other byte stays, unless the tag names one twice. */
export function withAttribute(tag: string, name: string, value: string | null): string {
  const { name: tagName, attributes } = parseStartTag(tag) ?? { name: '', attributes: [] };
  const found = attributes.find((attribute) => attribute.name === name);
  const written = value === null ? '' : `${name}="${escapeAttribute(value)}"`;
  if (!found) {
    if (value === null) return tag;
    const end = attributes.at(-1)?.end ?? tagName.length + 1;
    return `${tag.slice(0, end)} ${written}${tag.slice(end)}`;
  }
  const { start, end } = found;
  const from = written ? start : tag.slice(0, start).trimEnd().length;
  const glue = written || /^[\s/>]/.test(tag.slice(end, end + 1)) ? '' : ' ';
  const result = tag.slice(0, from) + written + glue + tag.slice(end);
  if (value !== null || attributeOf(result, name) === null) return result;
  // The second of that name would count now.
  const others = attributes.filter((attribute) => attribute !== found);
  return `${[tag.slice(0, 1 + tagName.length), ...others.map((each) => tag.slice(each.start, each.end))].join(' ')}>`;
}

/** The tag under another name, its attributes as they are. */
export function withName(tag: string, name: string): string {
  const current = nameOf(tag);
  return current === name ? tag : `<${name}${tag.slice(1 + current.length)}`;
}

/** The end tag for a start tag, in the start tag's own spelling. */
export function endTag(tag: string): string {
  return `</${tag.slice(1, 1 + nameOf(tag).length)}>`;
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
  const plain = withAttribute(nameOf(tag) === 'center' ? withName(tag, 'div') : tag, 'align', null);
  const style = (attributeOf(plain, 'style') ?? '').replace(TEXT_ALIGN, '').replace(/^[;\s]+/, '');
  const wanted = ALIGNMENTS.has(alignment) ? `text-align: ${alignment};` : '';
  const kept = style.trim() && wanted ? `${style.trim().replace(/;?$/, ';')} ` : style.trim();
  return withAttribute(plain, 'style', kept + wanted || null);
}

const PRESERVES_SPACE = /white-space\s*:\s*(?:pre|break-spaces)/i;

/** True where a tag's style makes its white space count. */
export function preservesSpace(tag: string): boolean {
  return PRESERVES_SPACE.test(attributeOf(tag, 'style') ?? '');
}

/** Text as HTML; a no-break space is written out, so that whoever reads the HTML can see it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character] ?? character);
}

/** A value as it stands between `"`. @param escaped what is written out: a no-break space too, unless it is to stay as it is */
export function escapeAttribute(value: string, escaped = /[&"\u00a0]/g): string {
  return value.replace(escaped, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
