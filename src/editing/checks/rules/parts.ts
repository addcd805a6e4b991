import { attributeOf, readHtml, textOf } from '../../../rich-text/index.ts';

/** A heading, link or image in some HTML. */
export interface Part {
  /** Lower case. */
  name: string;
  /** The decoded value of an attribute; null if there is none. */
  attribute(name: string): string | null;
  /** The words in it, with white space as readers see it. */
  text: string;
  /** The images in it. */
  images: Part[];
  /** The words of the innermost link around it; undefined outside of links. */
  linkText: string | undefined;
}

const PARTS = /^(?:h[1-6]|a|img)$/;

/** The words of a part are told up to about so many characters: whatever is said of a part looks at its beginning only. */
const MAX_TEXT = 1000;

/** The headings, links and images of some HTML in its order, also those in parts that stay as imported. */
export function partsOf(html: string): Part[] {
  const { nodes } = readHtml(html);
  const wordsOf = textOf(html, nodes);
  const parts: Part[] = [];
  /** The innermost link around each node, or that is it. */
  const links: (Part | undefined)[] = [];
  for (const [at, { isAgain, name, parent, place, startTag }] of nodes.entries()) {
    const link = links[parent];
    links[at] = link;
    if (!place || !startTag || isAgain || !PARTS.test(name)) continue;
    const tag = html.slice(startTag.start, startTag.end);
    const part: Part = {
      name,
      attribute: (attribute) => attributeOf(tag, attribute),
      text: name === 'img' ? '' : plain(wordsOf(place, MAX_TEXT)),
      images: [],
      linkText: link?.text,
    };
    if (name === 'img') link?.images.push(part);
    if (name === 'a') links[at] = part;
    parts.push(part);
  }
  return parts;
}

function plain(text: string): string {
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}
