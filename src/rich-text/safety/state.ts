import { z } from 'zod';
import { readHtml } from '../html/read.ts';
import { parseStartTag } from '../html/startTag.ts';
import { htmlToLexical } from '../import/index.ts';
import { KINDS } from '../kinds/index.ts';
import { words } from '../kinds/kind.ts';
import {
  blocksOf,
  childrenOf,
  isNode,
  isRecord,
  keptHtmlOf,
  NODE_STATE,
  type NodeJson,
  WRAP_KEY,
} from '../state.ts';
import { isLinkAddress, NO_ADDRESS_YET } from './addresses.ts';
import { problem, type Reason, type RichTextProblem } from './reasons.ts';

const startTag = words.refine((tag) => tag === '' || parseStartTag(tag) !== undefined);

/** What a node keeps of its markup; see `Kept`. */
const nodeState = z
  .looseObject({ tag: startTag, n: z.number(), list: startTag, alone: z.boolean(), caption: words })
  .partial()
  .refine((held) =>
    Object.entries(held).every(([key, tag]) => !WRAP_KEY.test(key) || startTag.safeParse(tag).success),
  )
  .optional();

const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  [...KINDS.values()].map(({ type, shape, holds }) => {
    const children = holds ? z.array(z.unknown()) : z.undefined().optional();
    return [type, z.looseObject({ ...shape, [NODE_STATE]: nodeState, children })];
  }),
);

/** Far deeper than any editor nests. */
const MAX_DEPTH = 60;
const MAX_NODES = 1_000_000;
const MAX_PROBLEMS = 20;

interface Entry {
  node: NodeJson;
  path: string;
  depth: number;
}

/** Every place where a state is not what the editor can make; none for null. Never throws. */
export function refuseState(state: unknown): RichTextProblem[] {
  if (state === null || state === undefined) return [];
  const root = isRecord(state) ? state.root : undefined;
  if (!isNode(root) || root.type !== 'root') return [problem({ code: 'notAState' }, 'root')];
  const problems: RichTextProblem[] = [];
  const open: Entry[] = [{ node: root, path: 'root', depth: 0 }];
  let seen = 0;
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { path, depth } = entry;
    seen += 1;
    if (seen > MAX_NODES || depth > MAX_DEPTH) {
      problems.push(problem({ code: depth > MAX_DEPTH ? 'tooDeep' : 'tooLarge' }, path));
      return problems;
    }
    if (problems.length >= MAX_PROBLEMS) return problems;
    const reason = refuseNode(entry.node);
    if (reason) problems.push(problem(reason, path));
    // One by one: a call takes no hundred thousand arguments.
    else for (const child of childEntries(entry, problems).reverse()) open.push(child);
  }
  return problems;
}

function refuseNode(node: NodeJson): Reason | undefined {
  const [issue] = SCHEMAS.get(node.type)?.safeParse(node).error?.issues ?? [];
  if (!issue) return undefined;
  const what = `${node.type}.${issue.path.join('.')}`;
  if (issue.message === 'character') return { code: issue.message };
  if (issue.message === 'noUrl' || issue.message === 'linkUrl') {
    const { url } = node.fields as { url: unknown };
    return { code: issue.message, link: wordsOf(node), what: String(url) };
  }
  return { code: 'malformed', what };
}

/** The children that may stand there. */
function childEntries({ node, path, depth }: Entry, problems: RichTextProblem[]): Entry[] {
  const holds = KINDS.get(node.type)?.holds ?? [];
  const entries: Entry[] = [];
  for (const [index, child] of ((node.children ?? []) as unknown[]).entries()) {
    const place = `${path}.children.${index}`;
    const refuse = (reason: Reason) => problems.push(problem(reason, place));
    const kind = isNode(child) ? KINDS.get(child.type) : undefined;
    if (!isNode(child)) refuse({ code: 'malformed', what: node.type });
    else if (!kind) refuse({ code: 'nodeType', what: child.type });
    else if (!holds.includes(kind.level)) refuse({ code: 'misplaced', what: child.type });
    else entries.push({ node: child, path: place, depth: depth + 1 });
  }
  return entries;
}

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
function wordsOf(node: NodeJson): string {
  return typeof node.text === 'string' ? node.text : childrenOf(node).map(wordsOf).join('');
}

function addressesOf(html: string): string[] {
  return readHtml(html).tags.flatMap(({ name, attributes }) =>
    name === 'a' ? attributes.filter((each) => each.name === 'href').map(({ value }) => value) : [],
  );
}

/**
 * Kept HTML that nobody has brought in before: it stands neither in stored states nor in the imported HTML, nor in a table of
 * theirs that was converted.
 * @param state one that `refuseState` has no problem with
 */
export function refuseNewHtml(
  state: unknown,
  stored: readonly unknown[],
  imported: string | null,
): RichTextProblem[] {
  const known = new Set(stored.flatMap((each) => [...keptIn(each)].map(({ html }) => html)));
  let unknown = keptIn(state).filter(({ html }) => !known.has(html));
  if (unknown.length === 0) return [];
  // Reading HTML costs time, and is hardly ever needed.
  const sources = [imported ?? '', ...known].filter((html) => html !== '');
  for (const source of sources) {
    for (const read of [htmlToLexical(source), htmlToLexical(source, ['table'])])
      for (const { html } of keptIn(read)) known.add(html);
  }
  unknown = unknown.filter(({ html }) => !known.has(html));
  return unknown.map(({ html, path }) => problem({ code: 'newHtml', what: html }, path));
}

interface KeptHtml {
  html: string;
  path: string;
}

function keptIn(state: unknown): KeptHtml[] {
  const found: KeptHtml[] = [];
  const walk = (node: NodeJson, path: string) => {
    const html = keptHtmlOf(node);
    if (html !== undefined) found.push({ html, path });
    for (const [index, child] of childrenOf(node).entries()) walk(child, `${path}.children.${index}`);
  };
  for (const [index, block] of blocksOf(state).entries()) walk(block, `root.children.${index}`);
  return found;
}
