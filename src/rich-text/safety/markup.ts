import { kindOf } from '../html/elements.ts';
import { parseStartTag, type StartTag } from '../html/startTag.ts';
import { type HtmlNode, parseHtml } from '../html/tree.ts';
import type { Reason } from './reasons.ts';
import { isDangerousUrl } from './urls.ts';

/** Elements that run code, load pages, collect input, restyle the page or make parsers disagree. */
const ACTIVE_ELEMENTS: ReadonlySet<string> = new Set(
  'applet base basefont bgsound body button datalist dialog embed fieldset form frame frameset head html input isindex keygen link listing marquee math meta meter noembed noframes noscript object optgroup option output param plaintext portal script select slot style svg template textarea title xmp'.split(
    ' ',
  ),
);

/** Attributes that hold HTML, several addresses or a target for what they run. */
const ACTIVE_ATTRIBUTES: ReadonlySet<string> = new Set(['srcdoc', 'formaction', 'ping', 'is', 'manifest']);

/** What people read or scripts select by, where `data: 5` is no address. */
const TEXT_ATTRIBUTE = /^(?:title|alt|summary|abbr|label|class|id|name|lang|dir|aria-[\w-]+)$/;

/** End tags that HTML lets an author leave out (HTML 13.1.2.4). */
const OPTIONAL_ENDS: ReadonlySet<string> = new Set(
  'caption colgroup dd dt li p rp rt tbody td tfoot th thead tr'.split(' '),
);

const ATTRIBUTE_NAME = /^[a-z_][\w.:-]*$/i;
const ACTIVE_STYLE = /expression\s*\(|javascript:|vbscript:|behavior\s*:|-moz-binding|@import/i;

/** Why a start tag must not come from a client as the tag of a text or around one; undefined when it may. */
export function refuseTag(tag: string): Reason | undefined {
  const parsed = parseStartTag(tag);
  if (!parsed) return { code: 'notATag', what: tag };
  return kindOf(parsed.name).startsWith('kept') ? { code: 'element', what: tag } : refuseParsed(parsed);
}

function refuseParsed({ name, attributes }: StartTag): Reason | undefined {
  if (!/^[a-z][a-z0-9:-]*$/.test(name) || ACTIVE_ELEMENTS.has(name))
    return { code: 'element', what: `<${name}>` };
  for (const attribute of attributes) {
    const active =
      !ATTRIBUTE_NAME.test(attribute.name) ||
      attribute.name.startsWith('on') ||
      ACTIVE_ATTRIBUTES.has(attribute.name) ||
      (attribute.name === 'style' && ACTIVE_STYLE.test(unescapeCss(attribute.value)));
    if (active) return { code: 'attribute', what: attribute.name };
    if (TEXT_ATTRIBUTE.test(attribute.name)) continue;
    if (
      isDangerousUrl(attribute.value) ||
      /(?:^|[\s,])(?:javascript|data|vbscript):/i.test(attribute.value)
    ) {
      return { code: 'url', what: attribute.value };
    }
    if (name === 'iframe' && attribute.name === 'src' && !/^(?:https?:)?\/\//i.test(attribute.value.trim())) {
      return { code: 'url', what: attribute.value };
    }
  }
  return undefined;
}

/** CSS may spell any letter as an escape, and put comments anywhere. */
function unescapeCss(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, character: string | undefined) =>
      hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (character ?? ''),
    );
}

/** Why a piece of kept HTML must not come from a client; undefined when it may. */
export function refuseFragment(html: string): Reason | undefined {
  return refuseNodes(html, parseHtml(html, { insideKept: true }));
}

function refuseNodes(html: string, roots: readonly HtmlNode[]): Reason | undefined {
  let covered = 0;
  const open = [{ nodes: roots, next: 0, end: html.length }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next++];
    // What lies between nodes is what a parser skipped: it may be the start of something in other company.
    const until = node?.start ?? level.end;
    if (html.slice(covered, until).trim() !== '') return { code: 'broken', what: html.slice(covered, until) };
    if (!node) {
      open.pop();
      const parent = open.at(-1);
      const closed = parent?.nodes[parent.next - 1];
      covered = closed?.end ?? html.length;
      continue;
    }
    covered = node.end;
    if (node.kind === 'text') continue;
    if (node.missing !== '' && !mayStayOpen(node, open.length)) {
      return { code: 'broken', what: html.slice(node.start, node.start + 60) };
    }
    if (node.kind === 'comment') {
      if (!/^<!--(?!\[|>|->)[\s\S]*-->$/.test(html.slice(node.start, node.end))) {
        return { code: 'element', what: html.slice(node.start, node.start + 60) };
      }
      continue;
    }
    const tag = html.slice(node.start, node.openEnd);
    const parsed = parseStartTag(tag);
    const reason = parsed ? refuseParsed(parsed) : ({ code: 'notATag', what: tag } as const);
    if (reason) return reason;
    // An iframe's content is text to browsers of today and HTML to those of yesterday.
    if (node.name === 'iframe' && node.closeStart > node.openEnd)
      return { code: 'element', what: '<iframe>…' };
    if (node.children.length > 0 || kindOf(node.name) !== 'break') {
      covered = node.openEnd;
      open.push({ nodes: node.children, next: 0, end: node.closeStart });
    }
  }
  return undefined;
}

function mayStayOpen(node: HtmlNode, depth: number): boolean {
  return node.kind === 'element' && depth > 1 && OPTIONAL_ENDS.has(node.name);
}
