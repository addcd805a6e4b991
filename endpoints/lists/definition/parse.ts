import { type Node, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { ElementRefused, type Problem } from './errors.ts';
import { KeptJson, plainString, toJson } from './json.ts';
import { isOfSize, pathOf, problemsOf } from './problems.ts';

interface ElementRules<E> {
  element: z.ZodType<E>;
  keptKeys: readonly string[];
  serialize(element: E): string;
}

/** What `List.parse` does. */
export function parseElement<E>(raw: string, { element, keptKeys, serialize }: ElementRules<E>): E {
  const problems: Problem[] = [];
  const lossy: Problem[] = [];
  const value = readJson(raw, { keptKeys, problems, lossy });
  const result = element.safeParse(value, { reportInput: true });
  const issues = result.error?.issues ?? [];
  const isLossy = new Set(lossy.map(({ path }) => path));
  const others = issues.filter((issue) => !(isLossy.has(pathOf(issue.path)) && isOfSize(issue)));
  problems.push(...problemsOf(others));
  const named = new Set(problems.map(({ path }) => path));
  problems.push(...lossy.filter(({ path }) => !named.has(path)));
  if (!result.success || problems.length > 0) throw new ElementRefused(problems);
  const again = serialize(result.data);
  if (again !== raw) throw new ElementRefused([firstDifference(raw, again)]);
  return result.data;
}

interface Reading {
  keptKeys: readonly string[];
  /** Takes repeated keys. */
  problems: Problem[];
  /** Takes numbers that a double can't hold as they are written. */
  lossy: Problem[];
}

/** JSON to values, the text of kept keys staying text. */
function readJson(raw: string, { keptKeys, problems, lossy }: Reading): unknown {
  try {
    JSON.parse(raw);
    const root = parseTree(raw, [], { disallowComments: true });
    if (!root) throw new SyntaxError('nothing there');
    return valueAt(root, []);
  } catch (error) {
    if (error instanceof RangeError) throw new ElementRefused([{ path: '', reason: 'is nested too deeply' }]);
    const reason = `is no JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw new ElementRefused([{ path: '', reason }]);
  }

  function valueAt(node: Node, path: PropertyKey[]): unknown {
    const children = node.children ?? [];
    if (node.type === 'array') return children.map((child, index) => valueAt(child, [...path, index]));
    if (node.type === 'number') noteLoss(node, path);
    if (node.type !== 'object') return node.value;
    const members = new Map<string, unknown>();
    for (const property of children) {
      const [name, content] = property.children ?? [];
      if (!name || !content) continue;
      const key: string = name.value;
      const place = [...path, key];
      if (members.has(key)) problems.push({ path: pathOf(place), reason: 'is there twice' });
      members.set(key, keptKeys.includes(key) ? keptValue(content) : valueAt(content, place));
    }
    // fromEntries makes own keys of all names, `__proto__` too.
    return Object.fromEntries(members);
  }

  function noteLoss(node: Node, path: PropertyKey[]): void {
    const text = raw.slice(node.offset, node.offset + node.length);
    const served = Number.isFinite(node.value) ? toJson(node.value) : 'null';
    if (served !== text)
      lossy.push({ path: pathOf(path), reason: `is ${text}, which would be served as ${served}` });
  }

  function keptValue(node: Node): string | KeptJson | null {
    if (node.type === 'null') return null;
    const text = raw.slice(node.offset, node.offset + node.length);
    return plainString(text) ?? new KeptJson(text);
  }
}

const EXCERPT = 30;

function firstDifference(came: string, served: string): Problem {
  let at = 0;
  while (came[at] === served[at]) at += 1;
  const excerpt = (text: string) => toJson(text.slice(Math.max(0, at - 10), at + EXCERPT));
  const reason = `would not be served as it came: at character ${at} it has ${excerpt(came)}, and would have ${excerpt(served)}`;
  return { path: '', reason };
}
