import { z } from 'zod';
import { isStorable } from '../../../endpoints/lists/definition/texts.ts';
import { MARK_BITS } from '../html/elements.ts';
import { parseStartTag } from '../html/startTag.ts';
import { isNode, isRecord, KEPT_BLOCK, KEPT_INLINE, NODE_STATE, type NodeJson, WRAP_KEY } from '../state.ts';
import { wordsOf } from './links.ts';
import type { Reason, StateProblem } from './reasons.ts';
import { isDangerousUrl } from './urls.ts';

/** What the editor can make of each kind of node, its children apart. */

const ALL_FORMATS = Object.values(MARK_BITS).reduce((all, bit) => all | bit, 0);

const CHARACTER = { error: 'character' satisfies Reason['code'] };
const words = z.string().refine(isStorable, CHARACTER);
const alignment = z.enum(['', 'left', 'start', 'center', 'right', 'end', 'justify']).optional();

const startTag = words.refine((tag) => tag === '' || parseStartTag(tag) !== undefined);

/** What a node keeps of its markup; see `Kept`. */
const nodeState = z
  .looseObject({ tag: startTag, n: z.number(), list: startTag, alone: z.boolean() })
  .partial()
  .refine((held) =>
    Object.entries(held).every(([key, tag]) => !WRAP_KEY.test(key) || startTag.safeParse(tag).success),
  )
  .optional();

function parent(shape: z.ZodRawShape = {}) {
  return z.looseObject({ ...shape, [NODE_STATE]: nodeState, children: z.array(z.unknown()) });
}

function leaf(shape: z.ZodRawShape = {}) {
  return z.looseObject({ ...shape, [NODE_STATE]: nodeState, children: z.undefined().optional() });
}

const link = parent({
  fields: z.looseObject({
    linkType: z.literal('custom').optional(),
    url: words
      .refine((url) => url.trim() !== '', { error: 'noUrl' satisfies Reason['code'] })
      .refine((url) => !isDangerousUrl(url), { error: 'linkUrl' satisfies Reason['code'] }),
    rel: words.nullish(),
    title: words.nullish(),
    newTab: z.boolean().nullish(),
  }),
});

const text = leaf({
  text: words,
  // Formats without a tag here (highlight, upper case, …) would be lost in silence.
  format: z
    .int()
    .refine((bits) => (bits & ~ALL_FORMATS) === 0)
    .optional(),
});

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  root: parent(),
  paragraph: parent({ format: alignment }),
  heading: parent({ format: alignment, tag: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) }),
  quote: parent({ format: alignment }),
  list: parent({
    tag: z.enum(['ul', 'ol']),
    listType: z.enum(['bullet', 'number']).optional(),
    start: z.int().optional(),
  }),
  listitem: parent({ format: alignment }),
  link,
  autolink: link,
  text,
  tab: text,
  linebreak: leaf(),
  horizontalrule: leaf(),
  [KEPT_BLOCK]: leaf({ format: alignment, html: words }),
  [KEPT_INLINE]: leaf({ html: words }),
};

const BLOCKS = ['paragraph', 'heading', 'quote', 'list', 'horizontalrule', KEPT_BLOCK];
const TEXTS = ['text', 'tab', 'linebreak', KEPT_INLINE];
const INLINES = [...TEXTS, 'link', 'autolink'];

/** What may stand in what. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  root: BLOCKS,
  paragraph: INLINES,
  heading: INLINES,
  quote: INLINES,
  list: ['listitem'],
  listitem: [...INLINES, 'list'],
  link: TEXTS,
  autolink: TEXTS,
};

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
export function refuseState(state: unknown): StateProblem[] {
  if (state === null || state === undefined) return [];
  const root = isRecord(state) ? state.root : undefined;
  if (!isNode(root) || root.type !== 'root') return [{ path: 'root', reason: { code: 'notAState' } }];
  const problems: StateProblem[] = [];
  const open: Entry[] = [{ node: root, path: 'root', depth: 0 }];
  let seen = 0;
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { path, depth } = entry;
    seen += 1;
    if (seen > MAX_NODES || depth > MAX_DEPTH) {
      problems.push({ path, reason: { code: depth > MAX_DEPTH ? 'tooDeep' : 'tooLarge' } });
      return problems;
    }
    if (problems.length >= MAX_PROBLEMS) return problems;
    const reason = refuseNode(entry.node);
    if (reason) problems.push({ path, reason });
    // One by one: a call takes no hundred thousand arguments.
    else for (const child of childEntries(entry, problems).reverse()) open.push(child);
  }
  return problems;
}

function refuseNode(node: NodeJson): Reason | undefined {
  const [issue] = SCHEMAS[node.type]?.safeParse(node).error?.issues ?? [];
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
function childEntries({ node, path, depth }: Entry, problems: StateProblem[]): Entry[] {
  const allowed = CHILDREN[node.type] ?? [];
  const entries: Entry[] = [];
  for (const [index, child] of ((node.children ?? []) as unknown[]).entries()) {
    const place = `${path}.children.${index}`;
    const refuse = (reason: Reason) => problems.push({ path: place, reason });
    if (!isNode(child)) refuse({ code: 'malformed', what: node.type });
    else if (!Object.hasOwn(SCHEMAS, child.type)) refuse({ code: 'nodeType', what: child.type });
    else if (!allowed.includes(child.type)) refuse({ code: 'misplaced', what: child.type });
    else entries.push({ node: child, path: place, depth: depth + 1 });
  }
  return entries;
}
