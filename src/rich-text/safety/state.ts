import { z } from 'zod';
import { parseStartTag } from '../html/startTag.ts';
import { KINDS } from '../kinds/index.ts';
import { words } from '../kinds/kind.ts';
import { isNode, isRecord, NODE_STATE, type NodeJson, WRAP_KEY } from '../state.ts';
import { wordsOf } from './links.ts';
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
