import { readHtml } from '../html/read.ts';
import { KINDS } from '../kinds/index.ts';
import { blocksOf, childrenOf, type NodeJson } from '../state.ts';
import { problem, type RichTextProblem } from './reasons.ts';
import { isLinkAddress, NO_ADDRESS_YET } from './urls.ts';

/**
 * Links by which a visitor would get nowhere, but for addresses that stand in `known` HTML.
 * @param state one that `refuseState` has no problem with
 */
export function refuseLinks(state: unknown, known: readonly string[]): RichTextProblem[] {
  const links = blocksOf(state).flatMap((node, index) => linksIn(node, `root.children.${index}`));
  const bad = links.filter(({ url }) => !isLinkAddress(url));
  if (bad.length === 0) return [];
  const addresses = new Set(known.flatMap(addressesOf));
  return bad
    .filter(({ url }) => !addresses.has(url))
    .map(({ path, url, words }) => {
      const code = url.trim() === NO_ADDRESS_YET ? 'noUrl' : 'address';
      return problem({ code, link: words, what: url }, path);
    });
}

interface Link {
  path: string;
  url: string;
  words: string;
}

function linksIn(node: NodeJson, path: string): Link[] {
  const url = KINDS.get(node.type)?.leadsTo?.(node);
  if (url !== undefined) return [{ path, url, words: wordsOf(node) }];
  return childrenOf(node).flatMap((child, index) => linksIn(child, `${path}.children.${index}`));
}

/** What a reader sees of a node. */
export function wordsOf(node: NodeJson): string {
  return typeof node.text === 'string' ? node.text : childrenOf(node).map(wordsOf).join('');
}

function addressesOf(html: string): string[] {
  return readHtml(html).tags.flatMap(({ name, attributes }) =>
    name === 'a' ? attributes.filter((each) => each.name === 'href').map(({ value }) => value) : [],
  );
}
