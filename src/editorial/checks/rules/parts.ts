import { attributeOf, htmlToText, readHtml } from '../../../rich-text/index.ts';

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

/** The headings, links and images of some HTML in its order, also those in parts that stay as imported. */
export function partsOf(html: string): Part[] {
  const { nodes } = readHtml(html);
  const byNode = new Map<number, Part>();
  for (const [at, { isAgain, name, parent, place, startTag }] of nodes.entries()) {
    if (!place || !startTag || isAgain || !PARTS.test(name)) continue;
    const tag = html.slice(startTag.start, startTag.end);
    let link: Part | undefined;
    for (let above = parent; above >= 0 && !link; above = nodes[above]?.parent ?? -1) {
      const around = byNode.get(above);
      if (around?.name === 'a') link = around;
    }
    const part: Part = {
      name,
      attribute: (attribute) => attributeOf(tag, attribute),
      text: name === 'img' ? '' : plain(htmlToText(html.slice(place.start, place.end))),
      images: [],
      linkText: link?.text,
    };
    if (name === 'img') link?.images.push(part);
    byNode.set(at, part);
  }
  return [...byNode.values()];
}

function plain(text: string): string {
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}
